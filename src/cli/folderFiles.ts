import * as l10n from '@vscode/l10n';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { isRecordId } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { jsonIn } from 'netsensor-contract/text/looseValues';
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
}

/** Reads the files of records below a folder. @param root an absolute path */
export async function readFolder(root: string): Promise<ReadFolder> {
  const files = new Map<string, FileRecord>();
  const texts = new Map<string, string>();
  const wrong: WrongFile[] = [];
  for (const type of inventoryTypeNames)
    for (const name of await namesIn(join(root, recordsFolder, type))) {
      const path = `${recordsFolder}/${type}/${name}`;
      if (typeOfFile(path) === undefined) continue;
      const text = await readFile(join(root, path), 'utf8');
      texts.set(path, text);
      try {
        files.set(path, parseFile(type, text));
      } catch (error) {
        if (!(error instanceof RecordTextError)) throw error;
        wrong.push({ path, message: error.message, line: error.line, column: error.column });
      }
    }
  return { files, texts, wrong };
}

/** The files of a folder by name; none where it is not there. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** What a folder has to become. */
export interface FolderWrites {
  readonly written: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** What differs between a folder and the files that it is to have. */
export function folderWrites({ texts }: Pick<ReadFolder, 'texts'>, files: Files): FolderWrites {
  const wanted = new Map([...files].map(([path, file]) => [path, printFile(file)]));
  return {
    written: new Map([...wanted].filter(([path, text]) => texts.get(path) !== text)),
    removed: [...texts.keys()].filter(path => !wanted.has(path)),
  };
}

/** Writes files below a folder; each is there whole or as it was. */
export async function writeFolder(root: string, { written, removed }: FolderWrites): Promise<void> {
  const names = new Set([...written.keys()].map(path => path.toLowerCase()));
  const isSameFile = (path: string) => names.has(path.toLowerCase());
  // Of names that differ by case alone some systems make one file.
  for (const path of removed.filter(isSameFile)) await rm(join(root, path), { force: true });
  for (const [path, text] of written) await writeWhole(join(root, path), text);
  for (const path of removed.filter(each => !isSameFile(each))) await rm(join(root, path), { force: true });
}

/** Writes the files that are not there yet. */
export async function writeNew(
  root: string,
  texts: ReadonlyMap<string, string>,
): Promise<{ readonly written: number; readonly kept: readonly string[] }> {
  const kept: string[] = [];
  for (const [path, text] of texts) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      kept.push(path);
    });
  }
  return { written: texts.size - kept.length, kept };
}

/** Writes a file, which is there whole or as it was. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const half = `${path}.tmp`;
  await writeFile(half, text);
  await rename(half, path);
}

const baseFolder = join('.netsensor', 'base');
const idsFile = join('.netsensor', 'ids.json');

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

export const printIds = ({ address, ids, formerly }: AgreedIds): string =>
  `${JSON.stringify({ netsensor_base: 1, address, ids: Object.fromEntries(ids), formerly: Object.fromEntries(formerly) }, null, 2)}\n`;

/** Undefined for a text that {@link printIds} did not make. */
export function parseIds(text: string): AgreedIds | undefined {
  const { data } = idsShape.safeParse(jsonIn(text));
  return (
    data && {
      address: data.address,
      ids: new Map(Object.entries(data.ids)),
      formerly: new Map(Object.entries(data.formerly)),
    }
  );
}

/** Where it is kept what was last agreed with a manager. */
export interface BaseStore {
  /** `isBehind`: something newer was agreed from files that these are not. @throws {SentenceError} for what cannot be read */
  readonly read: () => Promise<{ readonly base: FolderBase | undefined; readonly isBehind: boolean }>;
  /** @throws {SentenceError} where somebody else was quicker; what was agreed before stays */
  readonly write: (base: FolderBase) => Promise<void>;
}

/** Keeps it beside the files, where these are in no repository. */
export class FolderBaseStore implements BaseStore {
  constructor(
    private readonly root: string,
    private readonly address: string,
  ) {}

  async read() {
    const text = await readFile(join(this.root, idsFile), 'utf8').catch(() => undefined);
    if (text === undefined) return { base: undefined, isBehind: false };
    const agreed = parseIds(text);
    if (!agreed)
      throw new SentenceError(
        l10n.t('{0} cannot be read. Remove the folder .netsensor to begin anew.', inert(idsFile)),
      );
    if (agreed.address !== this.address)
      throw new SentenceError(
        l10n.t(
          'This folder was last pulled from {0}, not from {1}. Remove the folder .netsensor to begin anew.',
          inert(agreed.address),
          inert(this.address),
        ),
      );
    const { files } = await readFolder(join(this.root, baseFolder));
    return { base: { files, ids: agreed.ids, formerly: agreed.formerly }, isBehind: false };
  }

  /** The numbers are written last: what is not complete is not agreed. */
  async write({ files, ids, formerly }: FolderBase): Promise<void> {
    const folder = join(this.root, baseFolder);
    await rm(join(this.root, idsFile), { force: true });
    await writeFolder(folder, folderWrites(await readFolder(folder), files));
    await writeWhole(join(this.root, idsFile), printIds({ address: this.address, ids, formerly }));
  }
}
