import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, renameSync, writeFileSync, type Dirent } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { isRecordId } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryTypeNames, isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecord, jsonIn } from 'netsensor-contract/text/looseValues';
import type { Files, FolderBase } from '../model/asCode/folderSides.js';
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
import { readIfThere } from './folderSettings.js';

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
        wrong.push({ path, message: error.message, line: error.line, column: error.column });
      }
    }
  return { files, texts, wrong, unread };
}

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
function entriesOf(folder: string): Dirent[] {
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

/** Writes a file, which is there whole or as it was. */
export async function writeWhole(path: string, text: string): Promise<void> {
  // A pipe and a device hold nothing that could be lost.
  const there = await stat(path).catch(() => undefined);
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

/** The folder of what is agreed, where the files are in no repository. */
const baseFolder = join('.netsensor', 'base');

const idsShape = z.object({
  netsensor_base: z.literal(1),
  /** The address of the manager that it was agreed with. */
  address: z.string(),
  ids: z.record(z.string(), z.number().refine(isRecordId)),
  formerly: z.record(z.string(), z.number().refine(isRecordId)),
});

/** The numbers of what is agreed, and with whom it is. */
export interface AgreedIds extends Omit<FolderBase, 'files'> {
  readonly address: string;
}

const plainIds = ({ address, ids, formerly }: AgreedIds) => ({
  netsensor_base: 1,
  address,
  ids: Object.fromEntries(ids),
  formerly: Object.fromEntries(formerly),
});

const idsOf = ({ ids, formerly }: z.output<typeof idsShape>): Pick<FolderBase, 'ids' | 'formerly'> => ({
  ids: new Map(Object.entries(ids)),
  formerly: new Map(Object.entries(formerly)),
});

export const printIds = (agreed: AgreedIds): string => `${JSON.stringify(plainIds(agreed), null, 2)}\n`;

/** Undefined for a text that {@link printIds} did not make. */
export function parseIds(text: string): AgreedIds | undefined {
  const { data } = idsShape.safeParse(jsonIn(text));
  return data && { address: data.address, ...idsOf(data) };
}

/** What was last agreed. */
export interface ReadBase {
  readonly base: FolderBase | undefined;
  /** Whether something newer was agreed from files that these are not. */
  readonly isBehind: boolean;
  /** Whether these files had that once, and were put back since. */
  readonly isLost?: boolean | undefined;
  /** What they had then. */
  readonly lost?: FolderBase | undefined;
  /** Whether it is kept where it was before the files came into a repository. */
  readonly isBeside?: boolean | undefined;
}

/** Where it is kept what was last agreed with a manager. */
export interface BaseStore {
  /** @throws {SentenceError} for what cannot be read */
  readonly read: () => Promise<ReadBase>;
  /**
   * @param from the files that it was agreed from
   * @throws {SentenceError} where somebody else was quicker; what was agreed before stays
   */
  readonly write: (base: FolderBase, from: Files) => Promise<void>;
  /** Hands what is agreed to the remote, where it is to go there and is not there yet. */
  readonly push: () => Promise<void>;
}

/** Thrown where somebody else has moved what is agreed meanwhile. */
export class MovedError extends SentenceError {
  /** @param isWritten whether something was sent to the manager before */
  constructor(
    readonly ref: string,
    { cause, isWritten = false }: ErrorOptions & { readonly isWritten?: boolean } = {},
  ) {
    super(
      isWritten
        ? l10n.t(
            'Somebody else has pulled or applied at the same time and was first: {0} has what they agreed. What was written here is on the manager all the same. Pull, and apply again.',
            inert(ref),
          )
        : l10n.t(
            'Somebody else has pulled or applied meanwhile: {0} has moved, and what they agreed stays. Pull, and apply again.',
            inert(ref),
          ),
      { cause },
    );
  }
}

const baseShape = idsShape.extend({ files: z.record(z.string(), z.record(z.string(), z.unknown())) });

function filesOf({ files }: z.output<typeof baseShape>): Files {
  const known = Object.entries(files).flatMap(([path, fields]) => {
    const type = typeOfFile(path);
    return type ? [[path, { type, fields }] as const] : [];
  });
  return new Map(known);
}

/** All that was agreed with managers and is kept beside these files. @param holding what stands in its text */
export function agreedBeside(root: string, holding = ''): FolderBase[] {
  const folder = join(root, baseFolder);
  return entriesOf(folder).flatMap(({ name }) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const { data } = baseShape.safeParse(text.includes(holding) ? jsonIn(text) : undefined);
    return data ? [{ files: filesOf(data), ...idsOf(data) }] : [];
  });
}

/** An address as one part of a path or of a ref, `manager-example-net-8443`. */
export const placeOf = (address: string): string =>
  address.replace(/^https?:\/+/, '').replaceAll(/[^\w-]+/g, '-');

/** Keeps it beside the files, where these are in no repository: one file for each manager, which is there whole or as it was. */
export class FolderBaseStore implements BaseStore {
  private readonly path: string;
  /** What it was when it was read or written. */
  private text: string | undefined;

  constructor(
    root: string,
    private readonly address: string,
  ) {
    this.path = join(root, baseFolder, `${placeOf(address)}.json`);
  }

  async read() {
    const text = await readIfThere(this.path);
    this.text = text;
    if (text === undefined) return { base: undefined, isBehind: false };
    const { data } = baseShape.safeParse(jsonIn(text));
    if (data?.address !== this.address)
      throw new SentenceError(
        l10n.t('{0} cannot be read. Remove it to begin anew.', inert(join(baseFolder, basename(this.path)))),
      );
    return { base: { files: filesOf(data), ...idsOf(data) }, isBehind: false };
  }

  push = (): Promise<void> => Promise.resolve();

  /** Forgets it, once it is kept elsewhere. */
  remove = (): Promise<void> => rm(this.path, { force: true });

  async write({ files, ids, formerly }: FolderBase): Promise<void> {
    const fields = Object.fromEntries([...files].map(([path, file]) => [path, file.fields]));
    const base = { ...plainIds({ address: this.address, ids, formerly }), files: fields };
    if ((await readIfThere(this.path)) !== this.text)
      throw new MovedError(join(baseFolder, basename(this.path)));
    const text = `${JSON.stringify(base)}\n`;
    await writeWhole(this.path, text);
    this.text = text;
  }
}
