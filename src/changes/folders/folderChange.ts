import * as l10n from '@vscode/l10n';
import { agreedFolder } from '../../model/asCode/agreedFolder.js';
import { sentBy, type FileDelete, type FolderPlan } from '../../model/asCode/folderPlan.js';
import { planFolder } from '../../model/asCode/planFolder.js';
import type { Files, FolderBase, FolderSides } from '../../model/asCode/folderSides.js';
import { parseReference, type KeyedRecords } from '../../model/asCode/recordKeys.js';
import { secretFieldsOf } from '../../model/inventory/recordText.js';
import { describeError } from '../../words/describeError.js';
import { inert, joined, quoted, shown, type Inert } from '../../words/inert.js';
import { counted } from '../../words/names.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { Change, Receipt } from '../change.js';
import { backedUpRecords } from '../deletion/recordDeletionChange.js';
import { applyFolder, type FolderApply, type FolderOutcome } from './applyFolder.js';
import { deletedBy, planLines, writesOf } from './folderWords.js';

/** A folder of records that a manager is to have. */
export interface FolderManager extends Pick<FolderApply, 'client' | 'secretOf' | 'prunes'> {
  /** What people call the manager. */
  readonly name: string;
  /** Reads all three sides. */
  readonly sides: (signal: AbortSignal) => Promise<FolderSides>;
  /** Reads what the manager has by now. */
  readonly records: (signal: AbortSignal) => Promise<KeyedRecords>;
  /** Keeps what is agreed before the first request, where nothing was before. */
  readonly begin: (agreed: FolderBase, from: Files) => Promise<void>;
  /** Of a type with ten records or more at most so many in a hundred are deleted. */
  readonly mostDeleted: number;
}

/** What became of a folder. */
export interface FolderReceipt extends Receipt {
  readonly outcomes: readonly FolderOutcome[];
  /** How many files were not written to, as the plan says, or are several records now. */
  readonly left: number;
  /** What is agreed now; undefined where that could not be read, or a part of the files would be the first that is agreed. */
  readonly agreed: FolderBase | undefined;
  /** The files that it is agreed from. */
  readonly from: Files;
}

/** Makes a manager have what the files of a folder have, over all types. */
export function folderChange(
  folder: FolderManager,
): Change<FolderPlan, readonly FolderOutcome[], FolderReceipt> {
  const name = quoted(folder.name);
  let sides: FolderSides | undefined;
  const known = (): FolderSides => {
    if (!sides) throw new Error('nothing was planned');
    return sides;
  };
  return {
    reading: l10n.t('Reading the inventory of {0}…', name),
    writing: () => l10n.t('Writing the inventory of {0}…', name),
    doing: () => l10n.t('applying files to {0}', name),
    meanwhile: l10n.t('The manager has changed while you were asked. This is what is done now:'),
    plan: async signal => ({ ...planFolder((sides = await folder.sides(signal))), prunes: folder.prunes }),
    word: plan => ({
      question: questionOf(writesOf(plan), deletedBy(plan).length, name),
      lines: planLines(plan),
      button: l10n.t('Apply'),
    }),
    nothingToDo: plan =>
      writesOf(plan) + deletedBy(plan).length > 0 ? undefined : nothingDone(plan, known()),
    deciding: plan => ({
      creates: plan.creates.map(({ path, type, fields, empty }) => ({ path, type, fields, empty })),
      updates: plan.updates.map(({ path, type, id, changes }) => ({ path, type, id, changes })),
      deletes: deletedBy(plan).map(({ path, type, id }) => ({ path, type, id })),
    }),
    backup: backedUpBy,
    prepare: async plan => {
      requireFew(deletedBy(plan), known(), folder.mostDeleted);
      for (const source of secretSources(plan)) folder.secretOf(source);
    },
    apply: async (plan, { signal, tell }) => {
      const { base, files, manager } = known();
      if (!base) await folder.begin(agreedFolder(known(), new Set()), files);
      return applyFolder(
        { ...plan, deletes: deletedBy(plan) },
        {
          ...folder,
          manager,
          signal,
          onStep: ({ path }, number) => tell(l10n.t('sending {0}: {1}', number, inert(path))),
        },
      );
    },
    receive: (plan, outcomes) => receiveFolder(folder, { plan, outcomes, sides: known() }),
  };
}

/** What a plan changes and deletes, as it is until then; undefined where it only creates. */
function backedUpBy(plan: FolderPlan) {
  const touched = [...plan.updates, ...deletedBy(plan)];
  const records = touched.map(({ type, current }) => ({ type, record: current }));
  return records.length === 0 ? undefined : backedUpRecords('apply', records);
}

/** How many files a plan leaves as they are although they are not as the manager has them. */
const leftBy = (plan: FolderPlan): number =>
  plan.unwritten.length + (plan.prunes ? plan.deletes.length - deletedBy(plan).length : 0);

const nothingDone = (plan: FolderPlan, sides: FolderSides): FolderReceipt => ({
  severity: 'info',
  message: joined(planLines(plan), '\n'),
  outcomes: [],
  left: leftBy(plan),
  agreed: agreedBy(sides, new Set()),
  from: sides.files,
});

/** What was done of a plan that was made of these sides. */
interface AppliedFolder {
  readonly plan: FolderPlan;
  readonly outcomes: readonly FolderOutcome[];
  readonly sides: FolderSides;
}

/** Reads what the manager has by now; where that fails, nothing is agreed. */
async function receiveFolder(
  folder: FolderManager,
  { plan, outcomes, sides }: AppliedFolder,
): Promise<FolderReceipt> {
  const left = leftBy(plan);
  const from = sides.files;
  try {
    const manager = await folder.records(new AbortController().signal);
    const done = outcomes.filter(({ kind }) => kind === 'done');
    const twice = createdTwice(outcomes, manager);
    return {
      severity: done.length === outcomes.length && twice.length === 0 ? 'info' : 'warning',
      message: joined([receiptWords(outcomes), ...twice], '\n'),
      outcomes,
      left: left + twice.length,
      agreed: agreedBy({ ...sides, manager }, new Set(done.map(({ step }) => step.path))),
      from,
    };
  } catch (error) {
    const unread = l10n.t('It could not be read again. {0}', describeError(error));
    return {
      severity: 'warning',
      message: joined([receiptWords(outcomes), unread], '\n'),
      outcomes,
      left,
      agreed: undefined,
      from,
    };
  }
}

/** Nothing by a part of the files where nothing was agreed before: all others would be created by the next apply, unasked. */
const agreedBy = (sides: FolderSides, sent: ReadonlySet<string>): FolderBase | undefined =>
  sides.adopted && sides.isMeant ? undefined : agreedFolder(sides, sent);

function receiptWords(outcomes: readonly FolderOutcome[]): Inert {
  const deletes = outcomes.filter(({ step }) => step.do === 'delete');
  const writes = outcomes.filter(({ step }) => step.do !== 'delete');
  const done = (of: readonly FolderOutcome[], isSent = true) =>
    of.filter(each => each.kind === 'done' && each.result.isSent === isSent).length;
  const counts = joined([
    counted(
      writes.length,
      l10n.t('{0} of 1 record written.', done(writes)),
      l10n.t('{0} of {1} records written.', done(writes), writes.length),
    ),
    counted(
      deletes.length,
      l10n.t('{0} of 1 record deleted.', done(deletes)),
      l10n.t('{0} of {1} records deleted.', done(deletes), deletes.length),
    ),
    counted(
      done(writes, false),
      l10n.t('1 record had it already: somebody else was quicker.'),
      l10n.t('{0} records had it already: somebody else was quicker.', done(writes, false)),
    ),
  ]);
  return joined([...outcomes.map(outcomeWords), counts], '\n');
}

/** The records that somebody else has created at the same time: the manager has them twice then. */
const createdTwice = (outcomes: readonly FolderOutcome[], manager: KeyedRecords): Inert[] =>
  outcomes.flatMap(outcome => {
    if (outcome.kind !== 'done' || outcome.step.do !== 'create') return [];
    const { type, path, reference } = outcome.step;
    const others = manager
      .byKey(type, parseReference(reference)?.key ?? '')
      .filter(({ id }) => id !== outcome.result.id)
      .map(({ id }) => `#${id}`);
    if (others.length === 0) return [];
    return l10n.t(
      '{0} is on the manager as #{1} and as {2}, which somebody else has created at the same time. Delete all but one there, then pull.',
      inert(path),
      outcome.result.id ?? 0,
      inert(others.join(', ')),
    );
  });

function questionOf(writes: number, deletes: number, name: Inert): Inert {
  if (writes > 0 && deletes > 0)
    return deletes === 1
      ? l10n.t('Write {0} and delete 1 record on {1}?', writes, name)
      : l10n.t('Write {0} and delete {1} records on {2}?', writes, deletes, name);
  return (
    counted(
      deletes,
      l10n.t('Delete 1 record on {0}?', name),
      l10n.t('Delete {0} records on {1}?', deletes, name),
    ) ||
    (writes === 1
      ? l10n.t('Write 1 record to {0}?', name)
      : l10n.t('Write {0} records to {1}?', writes, name))
  );
}

function outcomeWords({ kind, step, ...rest }: FolderOutcome): Inert | '' {
  if (kind === 'done') return '';
  const error = 'error' in rest ? rest.error : undefined;
  return shown`${inert(step.path)}: ${error === undefined ? l10n.t('Not sent.') : describeError(error)}`;
}

/** What stands in the files for the secrets that a plan sends. */
const secretSources = ({ creates, updates }: FolderPlan): string[] =>
  [...creates, ...updates].flatMap(write => {
    const sent = sentBy(write);
    return secretFieldsOf(write.type).flatMap(field => (field in sent ? String(sent[field]) : []));
  });

/** Types with fewer records than this may lose as many as they have. */
const fewRecords = 10;

/** @throws {SentenceError} for a plan that deletes a large part of a type */
function requireFew(deletes: readonly FileDelete[], { manager }: FolderSides, most: number): void {
  for (const [type, rows] of manager.lists) {
    const count = deletes.filter(each => each.type === type).length;
    if (rows.length >= fewRecords && (100 * count) / rows.length > most)
      throw new SentenceError(
        l10n.t(
          '{0} of {1} {2} are in no file, more than {3} in a hundred. Nothing was sent. Raise --max-deletes if that is meant.',
          count,
          rows.length,
          inert(type),
          most,
        ),
      );
  }
}
