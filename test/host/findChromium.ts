import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.js';
import { runCommand } from './runCommand.js';
import { withProgress } from './withProgress.js';

/** The one that cannot open a window of its own costs least. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const advice = 'install Chromium or Chrome, or set CHROME_PATH to its executable';

/**
 * The browser that the workbench runs in: CHROME_PATH, else one on PATH, else Debian's package when this is root.
 * @throws {Failure} saying what to install.
 */
export async function findChromium(): Promise<string> {
  const wanted = process.env.CHROME_PATH;
  if (wanted) {
    if (isExecutable(wanted)) return wanted;
    throw new Failure(`CHROME_PATH names ${wanted}, which is not an executable file.`);
  }
  const present = onPath(names);
  if (present) return present;
  if (process.getuid?.() === 0 && onPath(['apt-get'])) return installWithApt();
  throw new Failure(`The tests need a Chromium and none is on PATH: ${advice}.`);
}

/** The absolute path of the first of these commands that PATH knows. */
export function onPath(commands: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  return commands
    .flatMap(command => folders.flatMap(folder => suffixes.map(suffix => join(folder, command + suffix))))
    .find(isExecutable);
}

async function installWithApt(): Promise<string> {
  const install = (name: string) => `apt-get install -y -q -o DPkg::Lock::Timeout=300 ${name}`;
  const script = `apt-get update -q && { ${install('chromium-headless-shell')} || ${install('chromium')}; }`;
  const { exitCode, output } = await withProgress(
    'Installing Chromium with apt-get (once)',
    runCommand({
      command: 'sh',
      args: ['-c', script],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }),
  );
  const installed = onPath(names);
  if (exitCode === 0 && installed) return installed;
  const lastLine = output.trim().split('\n').at(-1) ?? '';
  throw new Failure(`apt-get could not install Chromium (${lastLine}): ${advice}.`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
