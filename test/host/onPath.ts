import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The absolute path of the first of these commands that PATH knows. */
export function onPath(commands: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  return commands
    .flatMap(command => folders.flatMap(folder => suffixes.map(suffix => join(folder, command + suffix))))
    .find(isExecutable);
}

/** Whether this is a file that can be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
