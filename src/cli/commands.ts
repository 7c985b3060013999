import * as l10n from '@vscode/l10n';
import { mkdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { agreesTo, carryOut, parsePlan } from '../changes/change.js';
import { folderChange } from '../changes/folders/folderChange.js';
import { driftLines } from '../changes/folders/folderWords.js';
import { decidedSides, isSameBase } from '../model/asCode/agreedFolder.js';
import type { FolderPlan } from '../model/asCode/folderPlan.js';
import type { FolderSides } from '../model/asCode/folderSides.js';
import { changedThere } from '../model/asCode/folderState.js';
import { pullFolder } from '../model/asCode/pullFolder.js';
import { secretSource } from '../model/asCode/recordsAsFiles.js';
import { inert, joined, nameList, shown } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { agreedInTerminal, folderCaller } from './folderCaller.js';
import {
  FolderBaseStore,
  folderWrites,
  readFolder,
  writeFolder,
  writeNew,
  type BaseStore,
  type ReadBase,
  type ReadFolder,
} from './folderFiles.js';
import { Git } from './git.js';
import { GitBase } from './gitBase.js';
import { folderFile, managerSource } from './managerSource.js';
import { meantPaths } from './meantPaths.js';
import { reachManager, readManager, type ReachedManager } from './reached.js';

/** A manager with what was last agreed with it. */
export interface Opened extends ReadBase {
  readonly reached: ReachedManager;
  readonly store: BaseStore;
}

/** Opens the manager that is meant, and reads what was agreed with it. @param pushes whether that goes to the remote, too */
export async function open(run: CliRun, pushes = false): Promise<Opened> {
  const reached = await reachManager(run);
  const { address } = reached;
  const git = await Git.at(run.root, run);
  if (!git && pushes)
    throw new SentenceError(l10n.t('Only a repository of git can be pushed. Leave out --push.'));
  const store = git
    ? new GitBase(git, address, { pushes, warn: run.warn, signal: run.signal })
    : new FolderBaseStore(run.root, address);
  return { reached, store, ...(await store.read()) };
}

/** A folder with what it is compared with. */
interface Compared {
  readonly folder: ReadFolder;
  readonly sides: FolderSides;
}

/** Reads the folder and its manager. @throws {SentenceError} for files that are no records */
async function compare(run: CliRun, { reached, base }: Opened): Promise<Compared> {
  const folder = readFolder(run.root);
  requireRight(folder);
  const manager = await readManager(reached, run);
  return { folder, sides: { files: folder.files, base, manager } };
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

/** What `pull` is asked for. */
export interface PullOptions {
  /** Says what would change and writes nothing. */
  readonly check?: boolean;
  /** Hands what is agreed to the remote of the repository. */
  readonly push?: boolean;
  /** Where both sides differ, the manager counts for these paths, or for `all`. */
  readonly theirs?: readonly string[];
}

/** Takes over what the manager has. */
export async function pull(
  run: CliRun,
  { check = false, push = false, theirs = [] }: PullOptions,
): Promise<ExitCode> {
  const opened = await open(run, push && !check);
  const { folder, sides } = await compare(run, opened);
  const meant = meantPaths(run.root, theirs, sides.files);
  const pulled = pullFolder(decidedSides(sides, { mine: [], theirs: meant }));
  const writes = folderWrites(folder, pulled.files);
  for (const { path, fields } of pulled.conflicts)
    run.warn(
      l10n.t(
        '{0} was changed here and on the manager: {1}. It stays as it is here.',
        inert(path),
        inert(fields.join(', ')),
      ),
    );
  for (const path of pulled.gone)
    run.warn(l10n.t('{0} was changed here and deleted on the manager. It stays.', inert(path)));
  for (const { path, others } of pulled.twins)
    run.warn(
      l10n.t(
        '{0} is the same record as {1}. It stays as it is here: give it another name, or remove it.',
        inert(path),
        inert(others.join(', ')),
      ),
    );
  const count = writes.written.size + writes.removed.length;
  if (check) {
    for (const path of writes.written.keys()) run.print(shown`~ ${inert(path)}`);
    for (const path of writes.removed) run.print(shown`- ${inert(path)}`);
    run.print(l10n.t('{0} files would change.', count));
    return count > 0 ? exitCodes.changes : exitCodes.fine;
  }
  await writeFolder(run.root, writes);
  await opened.store.write(pulled.base);
  run.print(
    l10n.t(
      '{0} files from {1}: {2} written, {3} removed.',
      pulled.files.size,
      inert(opened.reached.host),
      writes.written.size,
      writes.removed.length,
    ),
  );
  return exitCodes.fine;
}

/** What `apply` is asked for. */
export interface ApplyOptions extends Pick<PullOptions, 'push'> {
  /** Where both sides differ, the file counts for these paths, or for `all`. */
  readonly mine: readonly string[];
  /** Paths, or `all`, whose records were deleted on the manager and are created again. */
  readonly recreate: readonly string[];
  /** Deletes what is in no file any more. */
  readonly prune?: boolean;
  /** How many in a hundred of the records of a type may be deleted. */
  readonly maxDeletes: number;
  /** Asks nothing. */
  readonly yes?: boolean;
}

/**
 * Makes the manager have what the files have.
 * @param file a plan of `plan --output`: applied is what it says, and nothing else
 */
export async function apply(
  run: CliRun,
  file: string | undefined,
  { prune = false, push = false, yes = false, maxDeletes, ...decision }: ApplyOptions,
): Promise<ExitCode> {
  const opened = await open(run, push);
  const { reached, store } = opened;
  requireNewest(opened, decision);
  const saved =
    file === undefined ? undefined : parsePlan<FolderPlan>(await readFile(resolve(run.root, file), 'utf8'));
  const prunes = prune || saved?.plan.prunes === true;
  const change = changeOf(run, opened, { ...decision, prune: prunes, maxDeletes });
  const made = await carryOut(
    change,
    folderCaller(run, reached, async (words, planned) => {
      run.print(joined(words.lines, '\n'));
      if (saved) {
        reached.requireNamed();
        return agreesTo(change, saved)(words, planned);
      }
      return agreedInTerminal(run, reached, { question: words.question, yes });
    }),
  );
  if (!made)
    throw new SentenceError(l10n.t('The plan is not what would be done now. Nothing was sent. Plan again.'));
  const { outcomes, left, agreed, message } = made.receipt;
  run.print(message);
  const isWhole = agreed !== undefined && left === 0 && outcomes.every(({ kind }) => kind === 'done');
  // What was written in part is found again by its key, and in the base of before.
  if (isWhole && !isSameBase(agreed, opened.base)) await store.write(agreed);
  if (run.signal.aborted) return exitCodes.cancelled;
  return isWhole ? exitCodes.fine : exitCodes.partly;
}

/** @throws {SentenceError} where files are older than what was agreed, and nobody said whose that is */
function requireNewest(
  { isBehind, isLost }: Opened,
  { mine, recreate }: Pick<ApplyOptions, 'mine' | 'recreate'>,
) {
  if (!isBehind || (isLost && mine.length + recreate.length > 0)) return;
  throw new SentenceError(
    isLost
      ? l10n.t(
          'What was last pulled or applied here is not in these files any more. Pull to have it again, or say --mine for what is to be taken back. Nothing was sent.',
        )
      : l10n.t('Newer files were applied than these. Merge them first, or pull. Nothing was sent.'),
  );
}

/** The change that a folder is. */
export const changeOf = (
  run: CliRun,
  opened: Opened,
  { prune, maxDeletes, mine, recreate }: Required<Omit<ApplyOptions, 'push' | 'yes'>>,
) =>
  folderChange({
    name: opened.reached.host,
    client: opened.reached.client,
    sides: async signal => {
      const { folder, sides } = await compare({ ...run, signal }, opened);
      if (prune) requireRead(folder);
      const meant = (paths: readonly string[]) => meantPaths(run.root, paths, sides.files);
      return decidedSides(sides, { mine: meant(mine), theirs: [], recreate: meant(recreate) });
    },
    records: signal => readManager(opened.reached, { ...run, signal }),
    secretOf: secretsOf(run.environment),
    prunes: prune,
    begin: agreed => opened.store.write(agreed),
    mostDeleted: maxDeletes,
  });

/** Finds the secrets of `env:NAME` among the variables of the environment. */
export const secretsOf =
  (environment: NodeJS.ProcessEnv) =>
  (source: string): string => {
    const [, name = ''] = secretSource.exec(source) ?? [];
    const value = environment[name];
    if (value) return value;
    throw new SentenceError(
      l10n.t('Set the variable {0}: a secret is to be read from it. Nothing was sent.', inert(name)),
    );
  };

/** Says what the manager has otherwise than was agreed, whatever stands in the files. */
export async function drift(run: CliRun): Promise<ExitCode> {
  const opened = await open(run);
  const { base, reached } = opened;
  if (!base) throw new SentenceError(l10n.t('Nothing was agreed yet. Run netsensor pull first.'));
  const lines = driftLines(changedThere(base, { manager: await readManager(reached, run) }));
  run.print(lines.length > 0 ? joined(lines, '\n') : l10n.t('The manager has what was agreed.'));
  return lines.length > 0 ? exitCodes.changes : exitCodes.fine;
}

/** Writes what a folder begins with: the manager that it is for, the schemas of its files, and pipelines to copy. Nothing is overwritten. */
export async function init(run: CliRun): Promise<ExitCode> {
  const from = await managerSource(run, {}).catch((error: unknown) => {
    if (run.connection !== undefined) throw error;
    return undefined;
  });
  await mkdir(run.root, { recursive: true });
  const { prefix = '' } = (await Git.at(run.root, run)) ?? {};
  const { examplePipelines } = await import('./examplePipelines.js');
  const { fileSchema } = await import('../model/asCode/fileSchema.js');
  const schemaText = (type: InventoryType) => `${JSON.stringify(fileSchema(type), null, 2)}\n`;
  const settings = from && { connection: from.connection, host: new URL(from.address).host };
  const texts = new Map([
    [folderFile, `${JSON.stringify(settings ?? {}, null, 2)}\n`],
    ['.gitattributes', 'inventory/** text eol=lf\n'],
    ['.gitignore', '.netsensor/*\n!.netsensor/templates/\n'],
    ...examplePipelines(prefix),
    ...inventoryTypeNames.map(type => [`schemas/${inventoryType(type).key}.json`, schemaText(type)] as const),
  ]);
  const { written, kept } = await writeNew(run.root, texts);
  run.print(l10n.t('{0} files written. Run netsensor pull next.', written));
  for (const path of kept) run.print(l10n.t('{0} was there and stays as it is.', inert(path)));
  return exitCodes.fine;
}
