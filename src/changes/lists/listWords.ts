import { isApiError } from '../../api/apiError.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import { nameLines, inert, type Inert, joined, quoted, shown, l10n } from '../../words/inert.js';
import { placedProblems, type ListProblem } from '../../model/inventory/listDocument.js';
import { isUnanswered } from '../steps.js';
import type { ListAfterwards } from './applyList.js';
import { itemName, type ListWrites } from './planList.js';
import { describeError } from '../../words/describeError.js';
import { recordTitle, unnamed, type NameOf } from '../../words/recordDetail.js';
import { describeProblem, refusedText } from '../../words/describeProblems.js';

/** What is wrong at one place of a list, as a sentence. */
export function listSentence({ code, subject, problem }: ListProblem): Inert {
  const words = inert(subject);
  switch (code) {
    case 'syntax':
      return l10n.t('This is not JSON: {0}.', words);
    case 'notList':
      return l10n.t('The document must be a list of records: [ … ].');
    case 'notObject':
      return l10n.t('Each element of the list must be a record: { … }.');
    case 'wrongId':
      return l10n.t('{0} is not an id. Leave the id out to create a record.', words);
    case 'duplicateId':
      return l10n.t('The id {0} stands here twice. Leave the id out to create a record.', words);
    case 'unknownId':
      return l10n.t('This list did not start with a record {0}. Leave the id out to create a record.', words);
    case 'field':
      return shown`${problem ? describeProblem(problem) : words}.`;
  }
}

/** The error for the text of a list that cannot be sent. */
export const firstListProblem = (text: string, problems: readonly ListProblem[]): Error =>
  refusedText(text, placedProblems(text, problems), listSentence);

/** The plan in lines: how many records of which names are created, updated and deleted. */
export function planLines(
  type: InventoryType,
  { creates, updates, deletes }: ListWrites,
  nameOf: NameOf,
): Inert[] {
  const named = (title: Inert, names: readonly string[]) =>
    names.length === 0 ? [] : [title, ...nameLines(names)];
  const changed = deletes.filter(({ isChangedMeanwhile }) => isChangedMeanwhile);
  const namesOf = (removals: ListWrites['deletes']) =>
    removals.map(({ current }) => recordTitle(type, current, nameOf));
  return [
    ...named(
      l10n.t('To create: {0}', creates.length),
      creates.map(({ fields }) => itemName(type, fields, nameOf)),
    ),
    ...named(
      l10n.t('To update: {0}', updates.length),
      updates.map(({ current }) => itemName(type, current, nameOf)),
    ),
    ...named(l10n.t('To delete: {0}', deletes.length), namesOf(deletes)),
    ...named(l10n.t('Someone else changed these before they are deleted:'), namesOf(changed)),
  ];
}

type Left = ListAfterwards['left'][number];

/** Why one record was not written. */
export function whyLeft(type: InventoryType, { step, error }: Left): Inert {
  if (error === undefined) return l10n.t('Not sent, because you cancelled. Save again to send it.');
  const reason = describeError(error);
  const isKnown = !isUncertain(error);
  switch (step.do) {
    case 'create':
      return isKnown
        ? l10n.t('Not created. {0}', reason)
        : l10n.t('It is not known whether it was created. {0}', reason);
    case 'update':
      return isKnown
        ? l10n.t('Not saved. {0}', reason)
        : l10n.t('It is not known whether it was saved. {0}', reason);
    case 'delete': {
      const name = quoted(recordTitle(type, step.removal.current, unnamed));
      return isKnown
        ? l10n.t('{0} was not deleted. {1}', name, reason)
        : l10n.t('It is not known whether {0} was deleted. {1}', name, reason);
    }
  }
}

/** Whether a write was sent and no answer to it came that could be read. */
const isUncertain = (error: unknown): boolean =>
  isApiError(error) && error.method !== 'GET' && (isUnanswered(error) || error.reason === 'badResponse');

/** The end of a save that wrote only a part. */
export function leftSentence(
  type: InventoryType,
  { left, written }: { left: readonly Left[]; written: number },
): Inert {
  const [first] = left;
  const reason = joined([first && whyLeft(type, first)]);
  return l10n.t(
    '{0} saved, {1} not. The list holds what is left, each with its reason. {2}',
    written,
    left.length,
    reason,
  );
}
