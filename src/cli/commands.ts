import * as l10n from '@vscode/l10n';
import { mkdir } from 'node:fs/promises';
import { posix, relative, resolve } from 'node:path';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { agreesTo, carryOut, parsePlan, printPlan } from '../changes/change.js';
import { driftLines, planDifference } from '../changes/folders/folderWords.js';
import { writeNew } from '../folders/folderFiles.js';
import { folderFile } from '../folders/folderSettings.js';
import { Git } from '../folders/git.js';
import {
  agreeOn,
  changeOfFolder,
  leftByPull,
  openFolder,
  planPull,
  pullWords,
  readManager,
  requireNewest,
  writePull,
  type OpenedFolder,
} from '../folders/openedFolder.js';
import type { FolderPlan } from '../model/asCode/folderPlan.js';
import type { Files } from '../model/asCode/folderSides.js';
import { changedThere } from '../model/asCode/folderState.js';
import { inert, joined, shown } from '../words/inert.js';
import { GivenUpError, SentenceError } from '../words/sentenceErrors.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { agreedInTerminal, folderCaller } from './folderCaller.js';
import { managerSource } from './managerSource.js';
import { reachManager, type ReachedManager } from './reached.js';

/** A manager with what was last agreed with it. */
export interface Opened extends OpenedFolder {
  readonly reached: ReachedManager;
}

/** Opens the manager that is meant, and reads what was agreed with it. @param pushes whether that goes to the remote, too */
export async function open(run: CliRun, pushes = false): Promise<Opened> {
  const reached = await reachManager(run);
  const { address, client, host: name } = reached;
  const { root, environment } = run;
  return { reached, ...(await openFolder({ root, environment, address, client, name }, run, { pushes })) };
}

/**
 * The files that paths of options mean, below the folder or from where the program was started; `all` stays.
 * @throws {SentenceError} for one that means none
 */
const meantPaths = (root: string, given: readonly string[], files: Files): string[] =>
  given.map(text => {
    if (text === 'all') return text;
    const slashed = (path: string) => posix.normalize(path.replaceAll('\\', '/'));
    const found = [slashed(text), slashed(relative(root, resolve(text)))].find(path => files.has(path));
    if (found !== undefined) return found;
    throw new SentenceError(
      l10n.t(
        'There is no file {0}. Say its path as plan prints it, such as inventory/racks/core-a.json. Nothing was sent.',
        inert(text),
      ),
    );
  });

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
  const planned = await planPull(opened, run, files => meantPaths(run.root, theirs, files));
  const { pulled, writes } = planned;
  for (const line of leftByPull(pulled)) run.warn(line);
  const count = writes.written.size + writes.removed.length;
  if (check) {
    for (const path of writes.written.keys()) run.print(shown`~ ${inert(path)}`);
    for (const path of writes.removed) run.print(shown`- ${inert(path)}`);
    run.print(count === 1 ? l10n.t('1 file would change.') : l10n.t('{0} files would change.', count));
    return count > 0 ? exitCodes.changes : exitCodes.fine;
  }
  await writePull(opened, planned);
  run.print(pullWords(opened, planned));
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
  { prune = false, push = false, yes = false, maxDeletes, mine, recreate }: ApplyOptions,
): Promise<ExitCode> {
  const saved =
    file === undefined ? undefined : await (await import('./savedPlan.js')).readSavedPlan(run.root, file);
  const opened = await open(run, push);
  const { reached } = opened;
  // What was decided for a plan holds for it.
  const decision = {
    prune: prune || saved?.plan.prunes === true,
    mine: [...mine, ...(saved?.plan.mine ?? [])],
    recreate: [...recreate, ...(saved?.plan.recreate ?? [])],
  };
  requireNewest(opened, decision);
  const change = changeOf(run, opened, { ...decision, maxDeletes });
  const made = await carryOut(
    change,
    folderCaller(run, reached, async (words, planned) => {
      run.print(joined(words.lines, '\n'));
      if (!saved) return agreedInTerminal(run, reached, { question: words.question, yes });
      reached.requireNamed();
      if (await agreesTo(change, saved)(words, planned)) return true;
      const now = parsePlan<FolderPlan>(printPlan(change, planned)).plan;
      const refusal = l10n.t('The plan is not what would be done now. Nothing was sent. Plan again.');
      throw new SentenceError(joined([refusal, ...planDifference(saved.plan, now)], '\n'));
    }),
  );
  if (!made) throw new GivenUpError(l10n.t('Nothing was sent.'));
  run.print(made.receipt.message);
  const isWhole = await agreeOn(opened, made.receipt);
  if (!isWhole && !run.signal.aborted) await opened.store.push();
  if (run.signal.aborted) return exitCodes.cancelled;
  return isWhole ? exitCodes.fine : exitCodes.partly;
}

/** The change that a folder is. */
export const changeOf = (
  run: CliRun,
  opened: Opened,
  { prune, maxDeletes, mine, recreate }: Required<Omit<ApplyOptions, 'push' | 'yes'>>,
) => {
  const meant = (paths: readonly string[], files: Files) => meantPaths(run.root, paths, files);
  return changeOfFolder(opened, run, {
    prune,
    maxDeletes,
    decide: files => ({ mine: meant(mine, files), recreate: meant(recreate, files) }),
  });
};

/** Says what the manager has otherwise than was agreed, whatever stands in the files. */
export async function drift(run: CliRun): Promise<ExitCode> {
  const opened = await open(run);
  const { base, reached } = opened;
  if (!base) throw new SentenceError(l10n.t('Nothing was agreed yet. Run netsensor pull first.'));
  const lines = driftLines(changedThere(base, { manager: await readManager(reached.client, run) }));
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
    ['.gitignore', '.netsensor/*\n!.netsensor/templates/\n/plan.json\n'],
    ...examplePipelines(prefix),
    ...inventoryTypeNames.map(type => [`schemas/${inventoryType(type).key}.json`, schemaText(type)] as const),
  ]);
  const { written, kept } = await writeNew(run.root, texts);
  run.print(
    written === 1
      ? l10n.t('1 file written. Run netsensor pull next.')
      : l10n.t('{0} files written. Run netsensor pull next.', written),
  );
  for (const path of kept) run.print(l10n.t('{0} was there and stays as it is.', inert(path)));
  return exitCodes.fine;
}
