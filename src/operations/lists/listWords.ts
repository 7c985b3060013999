import * as vscode from 'vscode';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import { placedProblems } from '../../model/placesInList.js';
import { recordName } from '../../model/inventory/inventoryRecord.js';
import type { ListAfterwards } from '../../model/listAfterwards.js';
import type { ListProblem } from '../../model/inventory/listDocument.js';
import { itemName, type ListPlan } from '../../changes/lists/planList.js';
import { describeError } from '../../ui/describeError.js';
import { describeProblem } from '../../ui/describeProblems.js';
import { inert, joined, quoted, shown, type Inert } from '../../ui/inert.js';
import { nameLines } from '../confirmPlan.js';
import { refusedText } from '../textProblems.js';

/** What is wrong at one place of a list, as a sentence. */
export function listSentence({ code, subject, problem }: ListProblem): Inert {
  const words = inert(subject);
  switch (code) {
    case 'syntax':
      return vscode.l10n.t('This is not JSON: {0}.', words);
    case 'notList':
      return vscode.l10n.t('The document must be a list of records: [ … ].');
    case 'notObject':
      return vscode.l10n.t('Each element of the list must be a record: { … }.');
    case 'wrongId':
      return vscode.l10n.t('{0} is not an id. Leave the id out to create a record.', words);
    case 'duplicateId':
      return vscode.l10n.t('The id {0} stands here twice. Leave the id out to create a record.', words);
    case 'unknownId':
      return vscode.l10n.t(
        'This list did not start with a record {0}. Leave the id out to create a record.',
        words,
      );
    case 'field':
      return shown`${problem ? describeProblem(problem) : words}.`;
  }
}

/** The error for the text of a list that cannot be sent. */
export const firstListProblem = (text: string, problems: readonly ListProblem[]): Error =>
  refusedText(text, placedProblems(text, problems), listSentence);

/** The plan in lines: how many records of which names are created, updated and deleted. */
export function planLines(type: InventoryType, { creates, updates, deletes }: ListPlan): Inert[] {
  const named = (title: Inert, names: readonly string[]) =>
    names.length === 0 ? [] : [title, ...nameLines(names)];
  const changed = deletes.filter(({ isChangedMeanwhile }) => isChangedMeanwhile);
  const namesOf = (removals: ListPlan['deletes']) => removals.map(({ current }) => recordName(type, current));
  return [
    ...named(
      vscode.l10n.t('To create: {0}', creates.length),
      creates.map(({ fields }) => itemName(type, fields)),
    ),
    ...named(
      vscode.l10n.t('To update: {0}', updates.length),
      updates.map(({ current }) => itemName(type, current)),
    ),
    ...named(vscode.l10n.t('To delete: {0}', deletes.length), namesOf(deletes)),
    ...named(vscode.l10n.t('Someone else changed these before they are deleted:'), namesOf(changed)),
  ];
}

type Left = ListAfterwards['left'][number];

/** Why one record was not written. */
export function whyLeft(type: InventoryType, { step, error }: Left): Inert {
  if (error === undefined) return vscode.l10n.t('Not sent, because you cancelled. Save again to send it.');
  switch (step.do) {
    case 'create':
      return vscode.l10n.t('Not created. {0}', describeError(error));
    case 'update':
      return vscode.l10n.t('Not saved. {0}', describeError(error));
    case 'delete':
      return vscode.l10n.t(
        '{0} was not deleted. {1}',
        quoted(recordName(type, step.removal.current)),
        describeError(error),
      );
  }
}

/** The end of a save that wrote only a part. */
export function leftSentence(
  type: InventoryType,
  { left, written }: { left: readonly Left[]; written: number },
): Inert {
  const [first] = left;
  const reason = joined([first && whyLeft(type, first)]);
  return vscode.l10n.t(
    '{0} saved, {1} not. The list holds what is left, each with its reason. {2}',
    written,
    left.length,
    reason,
  );
}
