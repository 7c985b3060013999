import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { explained, messageOf } from '../../http/errors.js';
import type { Lines } from './encodeRows.js';
import type { TaskInput } from './ingestTask.js';

/** The rows of one task. */
export interface InputOfTask {
  readonly input: TaskInput;
  readonly rows: number;
}

/** Ways to give rows to a task. */
export interface TaskInputs {
  /** Tasks that are given to the cluster at a time; it queues what it has no room for. */
  readonly atATime: number;
  /** Characters of a piece of rows. */
  readonly longestPiece: number;
  /** Characters of all rows of a task, about. */
  readonly longestTask: number;
  /**
   * The tasks of a batch. What was put aside for one is taken back when the next is asked for, or no further one.
   * @param name for files, different for each batch
   */
  readonly of: (pieces: AsyncIterable<Lines>, name: string) => AsyncIterable<InputOfTask>;
}

/** Clusters read no JSON text that is longer than 20 million characters. */
const longestText = 16_000_000;

const tasksAtATime = 4;

/**
 * Rows travel within their task. An overlord holds it several times over, and those of small clusters have 256 MB for all that
 * they do: it gets one long task at a time, or four short ones.
 * @param mayReplace makes tasks long, so that most hours are replaced by one, and keep their old rows until it is done
 */
export const inlineInputs = (mayReplace: boolean): TaskInputs => {
  const atATime = mayReplace ? 1 : tasksAtATime;
  const longest = longestText / atATime;
  return {
    atATime,
    longestPiece: longest,
    longestTask: longest,
    of: async function* (pieces) {
      for await (const { text, rows } of pieces) {
        yield { input: { type: 'inline', data: text }, rows };
      }
    },
  };
};

const compressed = promisify(gzip);

/**
 * Rows are put into a folder as compressed files, which the cluster sees under the same path. All users may read them, since
 * the cluster is another one.
 */
export function folderInputs(folder: string): TaskInputs {
  return {
    atATime: tasksAtATime,
    longestPiece: longestText,
    // Smaller ones can be loaded side by side.
    longestTask: 64_000_000,
    of: async function* (pieces, name) {
      const baseDir = join(resolve(folder), `netsensor-${process.pid}-${name}`);
      try {
        const rows = await explained(
          () => writeAll(baseDir, pieces),
          error => `--ingest-folder: ${folder} cannot hold the rows (${messageOf(error)}).`,
        );
        if (rows > 0) yield { input: { type: 'local', baseDir, filter: '*.json.gz' }, rows };
      } finally {
        await rm(baseDir, { force: true, recursive: true });
      }
    },
  };
}

/** @returns how many rows were written */
async function writeAll(folder: string, pieces: AsyncIterable<Lines>): Promise<number> {
  let rows = 0;
  for await (const piece of pieces) {
    await writeRows(join(folder, `${rows}.json.gz`), piece.text);
    rows += piece.rows;
  }
  return rows;
}

async function writeRows(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file));
  await writeFile(file, await compressed(text, { level: constants.Z_BEST_SPEED }));
  await allow(file, 0o644);
}

/** Makes a folder and those above it that are not there; the cluster has to come through them all. */
async function makeFolder(folder: string): Promise<void> {
  const outermost = await mkdir(folder, { recursive: true });
  if (outermost === undefined) return;
  for (let made = folder; made.length >= outermost.length; made = dirname(made)) await allow(made, 0o755);
}

/** The manager makes files for its own user alone (its umask), whatever mode it asks for; so they get theirs afterwards. */
async function allow(path: string, mode: number): Promise<void> {
  // Shares without modes refuse to change them; how they are mounted says who reads there.
  await chmod(path, mode).catch(() => undefined);
}
