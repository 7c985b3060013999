import * as l10n from '@vscode/l10n';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecordId } from 'netsensor-contract/inventory/inventoryRecord';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { leftoverKey } from '../model/asCode/fileReferences.js';
import type { Files, FolderBase } from '../model/asCode/folderSides.js';
import { typeOfFile } from '../model/asCode/recordsAsFiles.js';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { entriesOf, writeWhole } from './folderFiles.js';
import { readIfThere } from './folderSettings.js';

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
  /** Which records files were once of which nothing is agreed now, by `leftoverKey`; only a repository knows. */
  readonly former?: (
    files: Files,
    isThere: (type: InventoryType, id: number) => boolean,
  ) => Promise<ReadonlyMap<string, number>>;
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

/** All that was agreed with managers and is kept beside these files. */
export const agreedBeside = (root: string): FolderBase[] => textsBeside(root).flatMap(agreedIn);

/** Of that what tells of files that are left of a rename: the others are not parsed, which takes as long as reading all files. */
export const leftoversBeside = (root: string): FolderBase[] =>
  textsBeside(root)
    .filter(text => text.includes(leftoverKey('.json', '@')))
    .flatMap(agreedIn);

function textsBeside(root: string): string[] {
  const folder = join(root, baseFolder);
  return entriesOf(folder).map(({ name }) => readFileSync(join(folder, name), 'utf8'));
}

function agreedIn(text: string): FolderBase[] {
  const { data } = baseShape.safeParse(jsonIn(text));
  return data ? [{ files: filesOf(data), ...idsOf(data) }] : [];
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
