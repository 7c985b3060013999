import * as l10n from '@vscode/l10n';
import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { isPart } from 'netsensor-contract/text/listAnswer';
import type { RecordCalls } from '../changes/lists/listAccess.js';
import { oneRecordWords } from '../changes/folders/folderWords.js';
import { folderChange, type FolderReceipt } from '../changes/folders/folderChange.js';
import { decidedSides, isSameBase, type Decision } from '../model/asCode/agreedFolder.js';
import type { Files, FolderBase, FolderSides } from '../model/asCode/folderSides.js';
import { keyedRecords, type KeyedRecords } from '../model/asCode/recordKeys.js';
import { isSameValue } from '../model/inventory/recordRules.js';
import { pullFolder, type PulledFolder } from '../model/asCode/pullFolder.js';
import { secretSource } from '../model/asCode/recordsAsFiles.js';
import { inert, joined, nameList, shown, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { FolderBaseStore, MovedError, type BaseStore, type ReadBase } from './folderBase.js';
import { folderWrites, readFolder, writeFolder, type FolderWrites, type ReadFolder } from './folderFiles.js';
import { Git, type RemoteLimits } from './git.js';
import { GitBase } from './gitBase.js';

/** Who reads a folder and its manager: how long it waits, and how it says how far it is. */
export interface FolderReader extends RemoteLimits {
  readonly warn: (text: Inert) => void;
  readonly progress: (text: Inert) => void;
}

/** A folder of files and the manager that it is for. */
export interface FolderPlace {
  /** The absolute path of the folder. */
  readonly root: string;
  /** What people call the manager. */
  readonly name: string;
  readonly address: string;
  readonly client: RecordCalls;
  /** Where the secrets of `env:NAME` are. */
  readonly environment: NodeJS.ProcessEnv;
}

/** A folder with what was last agreed with its manager. */
export interface OpenedFolder extends ReadBase {
  readonly place: FolderPlace;
  readonly store: BaseStore;
}

/** Finds what was agreed with a manager. The remote of a repository is told, too, or left alone. */
export async function openFolder(
  place: FolderPlace,
  { warn, signal, timeout }: FolderReader,
  { pushes = false, isLocal = false }: { readonly pushes?: boolean; readonly isLocal?: boolean } = {},
): Promise<OpenedFolder> {
  const { root, address } = place;
  const git = await Git.at(root, { signal, timeout });
  if (!git && pushes)
    throw new SentenceError(l10n.t('Only a repository of git can be pushed. Leave out --push.'));
  const store = git
    ? new GitBase(git, address, { pushes, isLocal, warn, signal })
    : new FolderBaseStore(root, address);
  return { place, store, ...(await store.read()) };
}

/** Reads once more what was agreed. */
const readAgain = async (opened: OpenedFolder): Promise<unknown> =>
  Object.assign(
    opened,
    { isLost: undefined, lost: undefined, isBeside: undefined },
    await opened.store.read(),
  );

/** Reads all types, four at once. @throws {SentenceError} where the manager sends a part only: what it left out would look deleted */
export async function readManager(
  client: Pick<RecordCalls, 'listRecords'>,
  { signal, progress }: Pick<FolderReader, 'signal' | 'progress'>,
): Promise<KeyedRecords> {
  const lists = new Map<InventoryType, readonly InventoryRecord[]>();
  const types = inventoryTypeNames.values();
  const lane = async () => {
    for (const type of types) {
      progress(l10n.t('Reading {0}', inert(type)));
      const list = await client.listRecords(type, signal);
      if (isPart(list))
        throw new SentenceError(
          l10n.t('The manager sent only a part of {0}. Nothing was changed.', inert(type)),
        );
      lists.set(type, list.rows);
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  return keyedRecords(new Map(inventoryTypeNames.map(type => [type, lists.get(type) ?? []])));
}

/** A folder with what it is compared with. */
interface ReadSides {
  readonly folder: ReadFolder;
  readonly sides: FolderSides;
}

/** Reads the folder and its manager. @throws {SentenceError} for files that are no records */
async function readSides(
  { place, base, store }: OpenedFolder,
  reader: Pick<FolderReader, 'signal' | 'progress'>,
): Promise<ReadSides> {
  const folder = readFolder(place.root);
  requireRight(folder);
  const manager = await readManager(place.client, reader);
  return {
    folder,
    sides: { files: folder.files, base: await withFormer(folder.files, { base, store, manager }), manager },
  };
}

/** What was agreed, with what files were once of which nothing is agreed now. */
async function withFormer(
  files: Files,
  { base, store, manager }: Pick<OpenedFolder, 'base' | 'store'> & Pick<FolderSides, 'manager'>,
): Promise<FolderBase | undefined> {
  if (!base || !store.former) return base;
  const unknown = new Map([...files].filter(([path]) => !base.ids.has(path)));
  const former = await store.former(
    unknown,
    (type, id) => manager.lists.get(type)?.some(record => record.id === id) === true,
  );
  return former.size === 0 ? base : { ...base, formerly: new Map([...base.formerly, ...former]) };
}

function requireRight({ wrong }: ReadFolder): void {
  if (wrong.length === 0) return;
  const lines = wrong.map(
    ({ path, line, column, message }) => shown`${inert(path)}:${line}:${column} ${inert(message)}`,
  );
  throw new SentenceError(joined([l10n.t('Put these files right first. Nothing was sent.'), ...lines], '\n'));
}

/** @throws {SentenceError} where what no file has may be in one that is not read */
function requireRead({ unread }: ReadFolder): void {
  if (unread.length === 0) return;
  throw new SentenceError(
    l10n.t(
      'Nothing is deleted while these are no files of records, and may be some that were moved or renamed: {0}. Put them right, or leave out --prune. Nothing was sent.',
      nameList(unread),
    ),
  );
}

/** What a pull would do. */
export interface PlannedPull {
  readonly pulled: PulledFolder;
  readonly writes: FolderWrites;
}

/** Works out what a folder becomes by taking over what its manager has. @param theirs the paths for which the manager counts */
export async function planPull(
  opened: OpenedFolder,
  reader: Pick<FolderReader, 'signal' | 'progress'>,
  theirs: (files: Files) => readonly string[],
): Promise<PlannedPull> {
  const { folder, sides } = await readSides(opened, reader);
  const pulled = pullFolder(decidedSides(sides, { mine: [], theirs: theirs(sides.files) }));
  return { pulled, writes: folderWrites(folder, pulled.files) };
}

/** Writes what a pull brings, and keeps what is agreed now. */
export async function writePull(opened: OpenedFolder, { pulled, writes }: PlannedPull): Promise<void> {
  await writeFolder(opened.place.root, writes);
  await keepAgreed(opened, pulled.base, pulled.files);
}

/**
 * Keeps what is agreed now, where it is something else than before, and hands over what the remote does not have.
 * @param from the files that it was agreed from
 */
async function keepAgreed(
  { store, base, isBehind, isBeside }: OpenedFolder,
  agreed: FolderBase,
  from: Files,
): Promise<void> {
  if (isBehind || isBeside || !isSameBase(agreed, base)) await store.write(agreed, from);
  else await store.push();
}

/** What a pull leaves as it is here, and why, a line for each file. */
export const leftByPull = ({ conflicts, gone, twins }: PulledFolder): Inert[] => [
  ...conflicts.map(({ path, fields }) =>
    l10n.t(
      '{0} was changed here and on the manager: {1}. It stays as it is here.',
      inert(path),
      inert(fields.join(', ')),
    ),
  ),
  ...gone.map(path => l10n.t('{0} was changed here and deleted on the manager. It stays.', inert(path))),
  ...twins.map(({ path, others }) =>
    joined([shown`${inert(path)}: ${oneRecordWords(others, [path])}`, l10n.t('It stays as it is here.')]),
  ),
];

/** How many files a pull has, writes and removes. */
export const pullWords = ({ place }: OpenedFolder, { pulled, writes }: PlannedPull): Inert =>
  pulled.files.size === 1
    ? l10n.t(
        '1 file from {0}: {1} written, {2} removed.',
        inert(place.name),
        writes.written.size,
        writes.removed.length,
      )
    : l10n.t(
        '{0} files from {1}: {2} written, {3} removed.',
        pulled.files.size,
        inert(place.name),
        writes.written.size,
        writes.removed.length,
      );

/** Whether files are older than what was agreed, in a sentence that says what to do. */
export const behindWords = ({ isBehind, isLost }: ReadBase): Inert | '' =>
  isLost
    ? l10n.t('What was last pulled or applied here is not in these files any more. Pull to have it again.')
    : isBehind
      ? l10n.t('Newer files were applied than these. Merge them, or pull.')
      : '';

/** @throws {SentenceError} where files are older than what was agreed, and nobody said whose that is */
export function requireNewest(
  { isBehind, isLost }: OpenedFolder,
  { mine, recreate }: Required<Pick<Decision, 'mine' | 'recreate'>>,
): void {
  if (!isBehind || (isLost && mine.length + recreate.length > 0)) return;
  throw new SentenceError(
    isLost
      ? l10n.t(
          'What was last pulled or applied here is not in these files any more. Pull to have it again, or say --mine for what is to be taken back. Nothing was sent.',
        )
      : l10n.t('Newer files were applied than these. Merge them first, or pull. Nothing was sent.'),
  );
}

/** The files that have lost what was agreed from them, as they do when it is undone, discarded or stashed. */
export const filesThatLost = ({ place, lost }: OpenedFolder, isMeant: FolderSides['isMeant']): string[] =>
  [...readFolder(place.root).files].flatMap(([path, { fields }]) => {
    const had = lost?.files.get(path)?.fields;
    return had && isMeant?.(path) !== false && !isSameValue(fields, had) ? [path] : [];
  });

/** How a folder is applied. */
export interface FolderDecision {
  /** Deletes what is in no file any more. */
  readonly prune: boolean;
  /** How many in a hundred of the records of a type may be deleted. */
  readonly maxDeletes: number;
  /** What somebody said of which files. */
  readonly decide: (files: Files) => Required<Pick<Decision, 'mine' | 'recreate'>>;
  /** Whether a file is applied; undefined for all. */
  readonly isMeant?: FolderSides['isMeant'];
}

/** The change that makes a manager have what a folder has; its plans keep what was decided for them. */
export const changeOfFolder = (
  opened: OpenedFolder,
  reader: Pick<FolderReader, 'progress'>,
  { prune, maxDeletes, decide, isMeant }: FolderDecision,
) => {
  const { place, store } = opened;
  let decided: ReturnType<typeof decide> | undefined;
  const change = folderChange({
    name: place.name,
    client: place.client,
    sides: async signal => {
      // Branches may have been switched, and others have applied, while somebody was asked.
      if (decided) {
        await readAgain(opened);
        requireNewest(opened, decided);
      }
      const { folder, sides } = await readSides(opened, { ...reader, signal });
      if (prune) requireRead(folder);
      decided = decide(sides.files);
      return { ...decidedSides(sides, { ...decided, theirs: [], lost: opened.lost }), isMeant };
    },
    records: signal => readManager(place.client, { ...reader, signal }),
    secretOf: environmentSecrets(place.environment),
    prunes: prune,
    begin: (agreed, from) => store.write(agreed, from),
    mostDeleted: maxDeletes,
  });
  return {
    ...change,
    plan: async (signal: AbortSignal) => ({ ...(await change.plan(signal)), ...decided }),
  };
};

/** Keeps what is agreed once all that was planned is written: what was in part is found again by its key. @returns whether it is */
export async function agreeOn(
  opened: OpenedFolder,
  { agreed, from, left, outcomes }: Pick<FolderReceipt, 'agreed' | 'from' | 'left' | 'outcomes'>,
): Promise<boolean> {
  if (agreed === undefined || left > 0 || outcomes.some(({ kind }) => kind !== 'done')) return false;
  const isWritten = outcomes.some(each => each.kind === 'done' && each.result.isSent);
  await keepAgreed(opened, agreed, from).catch((error: unknown) => {
    throw isWritten && error instanceof MovedError
      ? new MovedError(error.ref, { cause: error, isWritten })
      : error;
  });
  return true;
}

/** Finds the secrets of `env:NAME` among the variables of the environment. */
export const environmentSecrets =
  (environment: NodeJS.ProcessEnv) =>
  (source: string): string => {
    const [, name = ''] = secretSource.exec(source) ?? [];
    const value = environment[name];
    if (value) return value;
    throw new SentenceError(
      l10n.t('Set the variable {0}: a secret is to be read from it. Nothing was sent.', inert(name)),
    );
  };
