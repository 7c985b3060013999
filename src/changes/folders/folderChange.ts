import * as l10n from '@vscode/l10n';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { agreedFolder } from '../../model/asCode/agreedFolder.js';
import type { FileDelete, FolderPlan } from '../../model/asCode/folderPlan.js';
import { planFolder } from '../../model/asCode/planFolder.js';
import type { Files, FolderBase, FolderSides } from '../../model/asCode/folderSides.js';
import { parseReference, type KeyedRecords } from '../../model/asCode/recordKeys.js';
import { describeError } from '../../words/describeError.js';
import { inert, joined, quoted, shown, type Inert } from '../../words/inert.js';
import { counted } from '../../words/names.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { Change, Receipt } from '../change.js';
import { backedUpRecords } from '../deletion/recordDeletionChange.js';
import type { RecordCalls } from '../lists/listAccess.js';
import { applyFolder, type FolderOutcome, type FolderStep } from './applyFolder.js';
import { planLines, writesOf } from './folderWords.js';

/** A folder of records that a manager is to have. */
export interface FolderManager {
  /** What people call the manager. */
  readonly name: string;
  readonly client: RecordCalls;
  /** Reads all three sides. */
  readonly sides: (signal: AbortSignal) => Promise<FolderSides>;
  /** Reads what the manager has by now. */
  readonly records: (signal: AbortSignal) => Promise<KeyedRecords>;
  /** The value of a secret by what stands in its file, `env:NAME`. @throws {SentenceError} where there is none */
  readonly secretOf: (source: string) => string;
  /** Deletes what is in no file any more. */
  readonly prunes: boolean;
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
  const { client, secretOf, prunes } = folder;
  const name = quoted(folder.name);
  const deletesOf = ({ deletes }: FolderPlan) => (prunes ? deletes.filter(isUnused) : []);
  const countOf = (plan: FolderPlan): number => writesOf(plan) + deletesOf(plan).length;
  const leftOf = (plan: FolderPlan): number =>
    plan.unwritten.length + (prunes ? plan.deletes.length : 0) - deletesOf(plan).length;
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
    plan: async signal => ({ ...planFolder((sides = await folder.sides(signal))), prunes }),
    word: plan => ({
      question: questionOf(writesOf(plan), deletesOf(plan).length, name),
      lines: planLines(plan),
      button: l10n.t('Apply'),
    }),
    nothingToDo: plan =>
      countOf(plan) > 0
        ? undefined
        : {
            severity: 'info',
            message: joined(planLines(plan), '\n'),
            outcomes: [],
            left: leftOf(plan),
            agreed: agreedBy(known(), new Set()),
            from: known().files,
          },
    deciding: plan => ({
      creates: plan.creates.map(({ path, type, fields, empty }) => ({ path, type, fields, empty })),
      updates: plan.updates.map(({ path, type, id, changes }) => ({ path, type, id, changes })),
      deletes: deletesOf(plan).map(({ path, type, id }) => ({ path, type, id })),
    }),
    backup: plan => {
      const touched = [...plan.updates, ...deletesOf(plan)];
      if (touched.length === 0) return undefined;
      return backedUpRecords(
        'apply',
        touched.map(({ type, current }) => ({ type, record: current })),
      );
    },
    prepare: async plan => {
      if (prunes) requireFew(deletesOf(plan), known(), folder.mostDeleted);
      for (const source of secretSources(plan)) secretOf(source);
    },
    apply: async (plan, { signal, tell }) => {
      if (!known().base) await folder.begin(agreedFolder(known(), new Set()), known().files);
      return applyFolder(
        { ...plan, deletes: deletesOf(plan) },
        {
          client,
          manager: known().manager,
          secretOf,
          prunes,
          signal,
          onStep: ({ path }, number) => tell(l10n.t('sending {0}: {1}', number, inert(path))),
        },
      );
    },
    receive: async (plan, outcomes) => {
      const left = leftOf(plan);
      const done = outcomes.filter(({ kind }) => kind === 'done');
      const sent = new Set(done.map(({ step }) => step.path));
      const isWhole = done.length === outcomes.length;
      const from = known().files;
      try {
        const manager = await folder.records(new AbortController().signal);
        const agreed = agreedBy({ ...known(), manager }, sent);
        const twice = createdTwice(outcomes, manager);
        return {
          severity: isWhole && twice.length === 0 ? 'info' : 'warning',
          message: joined([receiptWords(outcomes), ...twice], '\n'),
          outcomes,
          left: left + twice.length,
          agreed,
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
    },
  };
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
function secretSources({ creates, updates }: FolderPlan): string[] {
  const isSecret = ({ type }: Pick<FolderStep, 'type'>, field: string) =>
    inventoryType(type).secretFields?.includes(field) === true;
  return [
    ...creates.flatMap(create =>
      Object.entries(create.fields).flatMap(([field, value]) =>
        isSecret(create, field) ? String(value) : [],
      ),
    ),
    ...updates.flatMap(update =>
      update.changes.flatMap(({ field, to }) => (isSecret(update, field) ? String(to) : [])),
    ),
  ];
}

const isUnused = ({ usedBy }: FileDelete): boolean => usedBy.length === 0;

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
