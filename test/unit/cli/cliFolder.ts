import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli, type Ended } from './runCli.js';

/** A folder of records in which the command line runs. */
export interface CliFolder {
  readonly root: string;
  /** Runs it in this process. @param given its arguments, one blank between */
  readonly run: (given: string, more?: RunWith) => Promise<Ended>;
  readonly read: (path: string) => string;
  /** Writes files; undefined takes one away. */
  readonly write: (files: Readonly<Record<string, object | string | undefined>>) => void;
  readonly edit: (path: string, from: string, to: string) => void;
  /** All that stands in the folder, with the names of the files. */
  readonly all: () => string;
  readonly remove: () => void;
}

/** With what it runs, besides the address and the key. */
export interface RunWith {
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly progress?: (text: string) => void;
  readonly ask?: (question: string) => Promise<boolean>;
}

/** Lets a run write to the manager. */
export const writing = { NETSENSOR_WRITE: '1' };

/** Works in a folder, a new one without `root`. @param environment with address and key, read at each run */
export function cliFolder(
  environment: () => Readonly<Record<string, string>>,
  root = mkdtempSync(join(tmpdir(), 'netsensor-folder-')),
): CliFolder {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return {
    root,
    run: (given, { environment: more = {}, ...host } = {}) =>
      runCli(['-C', root, ...given.split(' ')], { ...environment(), ...more }, host),
    read,
    write: files => {
      for (const [path, content] of Object.entries(files)) {
        const whole = join(root, path);
        mkdirSync(dirname(whole), { recursive: true });
        if (content === undefined) rmSync(whole, { recursive: true });
        else writeFileSync(whole, typeof content === 'string' ? content : JSON.stringify(content));
      }
    },
    edit: (path, from, to) => writeFileSync(join(root, path), read(path).replace(from, to)),
    all: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
        .join('\n'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
