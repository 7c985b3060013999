import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { folderPlanSides } from '../../changes/folders/folderPlanSides.js';
import { planLines, writesOf } from '../../changes/folders/folderWords.js';
import {
  agreeOn,
  behindWords,
  changeOfFolder,
  filesThatLost,
  leftByPull,
  openFolder,
  planPull,
  pullWords,
  requireNewest,
  writePull,
  type OpenedFolder,
  type PlannedPull,
} from '../../folders/openedFolder.js';
import type { FolderPlan } from '../../model/asCode/folderPlan.js';
import { requireAnswer, unlockedConnection } from '../../ui/confirmRisk.js';
import { window } from '../../ui/doors.js';
import { inert, joined, nameList, quoted, type Inert } from '../../words/inert.js';
import { makeChange, reportChange } from '../makeChange.js';
import type { OperationServices } from '../operationServices.js';
import { chosenFolder, reading, type ChosenFolder } from './chosenFolder.js';
import { requireNoneUnsaved, requireSaved } from './watchedFolders.js';

/** A folder that is compared with its manager. */
interface Opened extends ChosenFolder {
  readonly opened: OpenedFolder;
  /** What is to be said beside what a command says. */
  readonly warnings: Inert[];
}

async function openChosen(chosen: ChosenFolder): Promise<Opened> {
  await requireSaved(chosen.place.root);
  const warnings: Inert[] = [];
  const opened = await reading(
    l10n.t('Reading what was agreed…'),
    text => warnings.push(text),
    reader => openFolder(chosen.place, reader),
  );
  return { ...chosen, opened, warnings };
}

/** Takes over into the files of a folder what its manager has. */
export async function pullFolder(operations: OperationServices, clicked?: vscode.Uri): Promise<void> {
  const { place, opened, warnings } = await openChosen(await chosenFolder(operations, clicked));
  const plan = (theirs: readonly string[]) =>
    reading(
      l10n.t('Reading the inventory of {0}…', quoted(place.name)),
      () => undefined,
      reader => planPull(opened, reader, () => theirs),
    );
  let planned = await plan([]);
  const { conflicts } = planned.pulled;
  if (conflicts.length > 0 && (await takesTheirs(conflicts)))
    planned = await plan(conflicts.map(({ from }) => from));
  requireNoneUnsaved(place.root);
  await writePull(opened, planned);
  const left = [...warnings, ...leftByPull(planned.pulled)];
  const said = joined([pullWords(opened, planned), ...left], '\n');
  if (left.length > 0) void window.showWarningMessage(said);
  else void window.showInformationMessage(said);
}

/** Asks whether the manager counts for files that were changed on both sides. @throws {GivenUpError} when nothing is to be done */
async function takesTheirs(conflicts: PlannedPull['pulled']['conflicts']): Promise<boolean> {
  const keep = l10n.t('Keep these files');
  const take = l10n.t('Overwrite them');
  const lines = conflicts.map(({ from, fields }) => l10n.t('{0}: {1}', inert(from), nameList(fields)));
  const message =
    conflicts.length === 1
      ? l10n.t('One file was changed here and on the manager.')
      : l10n.t('{0} files were changed here and on the manager.', conflicts.length);
  return (await requireAnswer({ message, detail: joined(lines, '\n') }, [keep, take])) === take;
}

/** Shows what an apply would do. */
export async function planFolder(operations: OperationServices, clicked?: vscode.Uri): Promise<void> {
  const { place, opened, isMeant, warnings } = await openChosen(await chosenFolder(operations, clicked));
  const change = changeOfFolder(opened, silent, { ...unasked, isMeant });
  const plan = await reading(
    change.reading,
    () => undefined,
    ({ signal }) => change.plan(signal),
  );
  const behind = behindWords(opened);
  const said = [...warnings, ...(behind ? [behind] : []), ...planLines(plan)];
  const lines = [...said, ...optionsNote(said)];
  const documents = await operations.planDocuments();
  if (writesOf(plan) > 0) {
    const { now, planned, language } = folderPlanSides(plan);
    const withLines = (text: string) => `${lines.map(line => `// ${line}\n`).join('')}\n${text}`;
    const title = l10n.t('Plan for {0}: now ↔ planned', quoted(place.name));
    await documents.show(title, { left: withLines(now), right: withLines(planned), language });
  } else if (lines.length > 1) await documents.open('plan.txt', joined(lines, '\n'));
  else void window.showInformationMessage(joined(lines));
}

/** What is to be said of lines that name options of the terminal. */
const optionsNote = (lines: readonly Inert[]): Inert[] =>
  lines.some(line => / --[a-z]/.test(line))
    ? [
        l10n.t(
          'Options such as {0} are those of {1} in a terminal; in the editor Apply asks instead.',
          inert('--mine'),
          inert('netsensor'),
        ),
      ]
    : [];

/** Makes the manager have what the files of a folder have, once its plan was agreed to. */
export async function applyFolder(operations: OperationServices, clicked?: vscode.Uri): Promise<void> {
  const chosen = await chosenFolder(operations, clicked);
  const connection = await unlockedConnection(operations.connections, chosen.connection.id);
  const { opened, isMeant, warnings } = await openChosen(chosen);
  const lost = filesThatLost(opened, isMeant);
  if (lost.length > 0 && (await pullsLost(lost))) return pullFolder(operations, clicked);
  requireNewest(opened, { mine: lost, recreate: [] });
  let mine = lost.length > 0 ? (lost as readonly string[]) : undefined;
  const change = changeOfFolder(opened, silent, {
    ...unasked,
    isMeant,
    decide: () => ({ mine: mine ?? [], recreate: [] }),
  });
  const made = await makeChange(
    operations,
    { connection },
    {
      ...change,
      plan: async signal => {
        const plan = await change.plan(signal);
        if (mine) return plan;
        mine = await pathsThatCount(plan);
        return mine.length > 0 ? change.plan(signal) : plan;
      },
      word: plan => ({ ...change.word(plan), sides: folderPlanSides(plan) }),
    },
  );
  if (!made) return;
  const { message, ...receipt } = made.receipt;
  const agreeing = agreeOn(opened, made.receipt);
  // What was written is told also where git refuses to keep that it is agreed; what git says comes along.
  await agreeing.catch(() => undefined);
  await Promise.all([
    agreeing,
    operations.recordsChanged(connection.id, inventoryTypeNames),
    reportChange({ ...made, receipt: { ...receipt, message: joined([message, ...warnings], '\n') } }),
  ]);
}

/** Asks whether files get back what they have lost, or count as they are. @throws {GivenUpError} when nothing is to be done */
async function pullsLost(paths: readonly string[]): Promise<boolean> {
  const pull = l10n.t('Pull it again');
  const write = l10n.t('Write these');
  const message = l10n.t('What was last pulled or applied here is not in these files any more.');
  return (await requireAnswer({ message, detail: nameList(paths) }, [pull, write])) === pull;
}

/** Asks whether the files count about which nothing is agreed, or that were changed on both sides. */
async function pathsThatCount({ unwritten }: FolderPlan): Promise<readonly string[]> {
  const undecided = unwritten.filter(({ why }) => why === 'conflict' || why === 'noBase');
  if (undecided.length === 0) return [];
  const leave = l10n.t('Leave theirs');
  const count = l10n.t('Write these, too');
  const paths = undecided.map(({ path }) => path);
  const message =
    paths.length === 1
      ? l10n.t('Nobody said yet whose values count for one file.')
      : l10n.t('Nobody said yet whose values count for {0} files.', paths.length);
  const chosen = await requireAnswer({ message, detail: nameList(paths) }, [leave, count]);
  return chosen === count ? paths : [];
}

const silent = { progress: () => undefined };

/** Nothing is deleted from the editor by what is in no file, and nobody has said yet what counts. */
const unasked = { prune: false, maxDeletes: 0, decide: () => ({ mine: [], recreate: [] }) };
