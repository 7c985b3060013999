import * as l10n from '@vscode/l10n';
import { isEmptyObject } from 'netsensor-contract/text/collections';
import {
  describeBesides,
  describeConflicts,
  describeIgnored,
  describeNewValues,
  describeProblems,
  describeSaved,
  describeStillOpen,
  describeStoredOtherwise,
  fieldWords,
} from '../../words/describeProblems.js';
import { alteredOf, isSameSpelling, type FieldConflict } from '../../model/inventory/recordRules.js';
import { inert, joined, type Inert } from '../../words/inert.js';
import { carryOut, silently, type Change, type Receipt } from '../change.js';
import { UnsettledError } from '../settle.js';
import type { EarlierSaves } from './editedDocument.js';
import {
  changedBesides,
  changesOf,
  plannedSave,
  savedFields,
  seenFields,
  sendFields,
  type FieldSave,
  type PlannedSave,
  type SavedFields,
  type SaveOutcome,
  type SentSave,
  type UnsettledSave,
} from './saveFlow.js';

/** What a record and its manager are called in sentences. */
export interface SaveNames {
  readonly record: Inert;
  readonly manager: Inert;
}

/** What a save of one record came to. */
export interface RecordReceipt extends Receipt {
  readonly outcome: SaveOutcome;
}

/**
 * Saves one record: it is read, merged per field, sent what changed, and read again until it shows (architecture, rule 4;
 * contract 000, Endpoints, rule 2). One read, one write, one read where the manager answers plainly. A conflict or a rejection
 * is a plan with nothing to do, and its receipt says why.
 */
export function recordChange(
  save: FieldSave,
  { record, manager }: SaveNames,
): Change<PlannedSave, SentSave, RecordReceipt> {
  const secretFields = Object.keys(save.secrets ?? {});
  const receiptOf = (outcome: SaveOutcome): RecordReceipt => ({
    ...outcomeWords(outcome, { record, lost: save.lost }),
    outcome,
  });
  return {
    reading: l10n.t('Reading {0} of {1}…', record, manager),
    writing: () => l10n.t('Saving {0} on {1}…', record, manager),
    doing: () => l10n.t('saving {0} on {1}', record, manager),
    meanwhile: l10n.t('The record has changed while you were asked. This is what is saved now:'),
    plan: () => plannedSave(save),
    nothingToDo: planned => {
      const { plan, current } = planned;
      if (plan.kind === 'conflict' || plan.kind === 'rejected') return receiptOf(plan);
      if (secretFields.length > 0 || !isEmptyObject(changesOf(planned))) return undefined;
      return receiptOf(savedFields(save, planned, current));
    },
    word: planned => ({
      question: l10n.t('Save {0} on {1}?', record, manager),
      lines: [
        ...describeNewValues(Object.entries(changesOf(planned)), planned.current),
        ...secretFields.map(field => l10n.t('{0}: a new secret', inert(field))),
      ],
      button: l10n.t('Save'),
    }),
    deciding: planned => {
      const { id, uuid } = planned.current;
      return { id, uuid, secretFields, changes: changesOf(planned) };
    },
    apply: planned => sendFields(save, planned),
    receive: async (planned, sent) => receiptOf(await seenFields(save, planned, sent)),
  };
}

/**
 * Saves one record without asking anybody.
 * @throws what reading before and writing throw; then nothing was stored
 */
export async function saveRecord(save: FieldSave, names: SaveNames): Promise<RecordReceipt> {
  const saved = await carryOut(recordChange(save, names), silently(save.patience?.signal));
  if (!saved) throw new Error('nobody was asked');
  return saved.receipt;
}

/** The same where nothing is said of it. @throws as {@link saveRecord} */
export const saveFields = async (save: FieldSave): Promise<SaveOutcome> =>
  (await saveRecord(save, { record: l10n.t('the record'), manager: l10n.t('the manager') })).outcome;

/** How what a save came to is said. */
function outcomeWords(
  outcome: SaveOutcome,
  { record, lost }: Pick<FieldSave, 'lost'> & Pick<SaveNames, 'record'>,
): Receipt {
  switch (outcome.kind) {
    case 'conflict':
      return { severity: 'error', message: conflictWords(outcome.conflicts, lost) };
    case 'rejected':
      return { severity: 'error', message: describeProblems(outcome.problems) };
    case 'unsettled':
      return { severity: 'error', message: unsettledWords(outcome) };
    case 'saved':
      return outcome.isIgnored
        ? { severity: 'warning', message: describeIgnored(outcome.sent) }
        : savedWords(outcome, record);
  }
}

/** Blames nobody for a value that an earlier save sent as well: two writers of the same cannot be told apart. */
function conflictWords(conflicts: readonly FieldConflict[], lost: EarlierSaves['lost'] = []): Inert {
  const isLost = ({ field, theirs }: FieldConflict) =>
    lost.some(([name, own]) => name === field && isSameSpelling(own ?? null, theirs ?? null));
  const maybeOwn = conflicts.filter(isLost).map(({ field, theirs }) => [field, theirs] as const);
  return maybeOwn.length > 0
    ? l10n.t(
        'The same field has changed: {0}. An earlier save sent {1}, too: it is not known whether that was stored late or someone else saved it. Nothing was sent. Compare, then keep one side.',
        describeConflicts(conflicts),
        fieldWords([{ fields: maybeOwn }]),
      )
    : l10n.t(
        'Someone else changed the same field: {0}. Nothing was sent. Compare, then keep one side.',
        describeConflicts(conflicts),
      );
}

/** Says of a save that nobody can tell about what is known of it. */
function unsettledWords({ became, error }: UnsettledSave): Inert {
  const { reason, sentence } = new UnsettledError(error);
  return became === 'stored'
    ? joined([
        l10n.t('The manager took the change, but it was not read again.'),
        reason,
        l10n.t('Save again to see it.'),
      ])
    : joined([
        l10n.t('It is not known whether the change was stored.'),
        sentence,
        l10n.t('Save again to find out.'),
      ]);
}

function savedWords({ sent, secretFields, stored, besides, stillOpen }: SavedFields, record: Inert): Receipt {
  const sentFields = [...Object.keys(sent), ...secretFields];
  const changed = changedBesides(besides, stored);
  const remark = joined([
    describeStoredOtherwise(alteredOf(sent, stored)),
    changed.length > 0 ? describeBesides([{ fields: changed }]) : '',
    stillOpen ? describeStillOpen([{ fields: stillOpen }]) : '',
  ]);
  return {
    severity: remark === '' ? 'info' : 'warning',
    message: joined([describeSaved(sentFields, record), remark]),
  };
}
