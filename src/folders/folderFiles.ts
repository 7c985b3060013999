import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, renameSync, writeFileSync, type Dirent } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inventoryTypeNames, isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { Files } from '../model/asCode/folderSides.js';
import {
  parseFile,
  printFile,
  recordsFolder,
  typeOfFile,
  type FileRecord,
} from '../model/asCode/recordsAsFiles.js';
import { RecordTextError } from '../model/inventory/recordText.js';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/** A file that is no record; `line` and `column` start at 1. */
export interface WrongFile {
  readonly path: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What stands in a folder. */
export interface ReadFolder {
  readonly files: Map<string, FileRecord>;
  /** The texts of the files as they stand. */
  readonly texts: ReadonlyMap<string, string>;
  readonly wrong: readonly WrongFile[];
  /** What stands among them and is no file of a record: one that was moved, renamed or linked may be there. */
  readonly unread: readonly string[];
}

/** Reads the files of records below a folder, all in one turn: nothing else is to be done meanwhile. @param root an absolute path */
export function readFolder(root: string): ReadFolder {
  const files = new Map<string, FileRecord>();
  const texts = new Map<string, string>();
  const wrong: WrongFile[] = [];
  const unread = otherEntries(join(root, recordsFolder)).map(name => `${recordsFolder}/${name}`);
  for (const type of inventoryTypeNames)
    for (const entry of entriesOf(join(root, recordsFolder, type))) {
      const path = `${recordsFolder}/${type}/${entry.name}`;
      if (!entry.isFile() || typeOfFile(path) === undefined) {
        if (!isAside(entry.name)) unread.push(path);
        continue;
      }
      const text = readFileSync(join(root, path), 'utf8');
      texts.set(path, text);
      try {
        files.set(path, parseFile(type, text));
      } catch (error) {
        if (!(error instanceof RecordTextError)) throw error;
        const { line, column } = error;
        wrong.push({ path, message: isHalfMerged(text) ? halfMerged() : error.message, line, column });
      }
    }
  return { files, texts, wrong, unread };
}

/** Whether a merge of git has stopped in a file. */
const isHalfMerged = (text: string): boolean => /^<{7} /m.test(text) && /^>{7} /m.test(text);

const halfMerged = (): string => l10n.t('A merge of git has stopped here. Choose what stays of both sides.');

/** The text of a file; undefined where there is none, or no file: what a link leads to is none of the folder, and may have no end. */
export function textOnDisk(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
  } catch {
    // Taken away, or being written: it is told once more then.
    return undefined;
  }
}

/** What stands beside the folders of the types. */
const otherEntries = (folder: string): string[] =>
  entriesOf(folder)
    .map(({ name }) => name)
    .filter(name => !isInventoryType(name) && !isAside(name));

/** Hidden files, and what is written for people, are none of ours. */
const isAside = (name: string): boolean => name.startsWith('.') || /\.(?:md|txt)$/i.test(name);

/** What stands in a folder, by name; nothing where it is not there. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort(
      (one, other) => Number(one.name > other.name) - Number(one.name < other.name),
    );
  } catch (error) {
    if (isRecord(error) && error['code'] === 'ENOENT') return [];
    throw error;
  }
}

/** What a folder has to become. */
export interface FolderWrites {
  readonly written: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
  /** The texts of the files that it was worked out from. */
  readonly texts: ReadFolder['texts'];
}

/** What differs between a folder and the files that it is to have. */
export function folderWrites({ texts }: Pick<ReadFolder, 'texts'>, files: Files): FolderWrites {
  const wanted = new Map([...files].map(([path, file]) => [path, printFile(file)]));
  // Git may give files the line ends of Windows; they say the same.
  const isSame = (path: string, text: string) => texts.get(path)?.replaceAll('\r\n', '\n') === text;
  return {
    written: new Map([...wanted].filter(([path, text]) => !isSame(path, text))),
    removed: [...texts.keys()].filter(path => !wanted.has(path)),
    texts,
  };
}

/**
 * Writes files below a folder; each is there whole or as it was.
 * @throws {SentenceError} where one of them was changed since it was read
 */
export async function writeFolder(root: string, { written, removed, texts }: FolderWrites): Promise<void> {
  const changed = [...written.keys(), ...removed].find(
    path => textOnDisk(join(root, path)) !== texts.get(path),
  );
  if (changed !== undefined)
    throw new SentenceError(
      l10n.t('{0} was changed while the manager was read. Pull again. Nothing was written.', inert(changed)),
    );
  const halves = join(root, '.netsensor', `writing-${randomUUID()}`);
  const names = new Set([...written.keys()].map(path => path.toLowerCase()));
  const isSameFile = (path: string) => names.has(path.toLowerCase());
  // Of names that differ by case alone some systems make one file.
  for (const path of removed.filter(isSameFile)) await rm(join(root, path), { force: true });
  // What is half written when the program is killed stands in no folder that is committed.
  await mkdir(halves, { recursive: true });
  try {
    await placeFiles(root, written, halves);
  } finally {
    await rm(halves, { recursive: true, force: true });
  }
  for (const path of removed.filter(each => !isSameFile(each))) await rm(join(root, path), { force: true });
}

/** Files that are put in their places before others get their turn. */
const placedAtOnce = 100;

/** Puts files in their places one by one: to wait for each takes many times as long. */
async function placeFiles(root: string, written: FolderWrites['written'], halves: string): Promise<void> {
  const half = join(halves, 'half.tmp');
  for (const folder of new Set([...written.keys()].map(path => dirname(path))))
    await mkdir(join(root, folder), { recursive: true });
  let placed = 0;
  for (const [path, text] of written) {
    writeFileSync(half, text);
    renameSync(half, join(root, path));
    placed += 1;
    if (placed % placedAtOnce === 0) await new Promise(setImmediate);
  }
}

/** Writes the files that are not there yet; scripts may be run. */
export async function writeNew(
  root: string,
  texts: ReadonlyMap<string, string>,
): Promise<{ readonly written: number; readonly kept: readonly string[] }> {
  const kept: string[] = [];
  for (const [path, text] of texts) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    const mode = text.startsWith('#!') ? 0o777 : 0o666;
    await writeFile(join(root, path), text, { flag: 'wx', mode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      kept.push(path);
    });
  }
  return { written: texts.size - kept.length, kept };
}

/** Writes a file, which is there whole or as it was. @throws {SentenceError} where a folder is there */
export async function writeWhole(path: string, text: string): Promise<void> {
  // A pipe and a device hold nothing that could be lost.
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new SentenceError(l10n.t('{0} is a folder. Name a file.', inert(path)));
  if (there && !there.isFile()) return writeFile(path, text);
  await mkdir(dirname(path), { recursive: true });
  const half = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(half, text);
    await rename(half, path);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}
