import * as l10n from '@vscode/l10n';
import { isApiError, isClosedClient } from '../../api/apiError.js';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole } from 'netsensor-contract/inventory/references';
import {
  fewOf,
  inert,
  joined,
  listLines,
  mostNames,
  nameLines,
  quoted,
  shown,
  type Inert,
} from '../../words/inert.js';
import { groupBy } from 'netsensor-contract/text/collections';
import { placedProblems, type ListProblem } from '../../model/inventory/listDocument.js';
import { isSameValue } from '../../model/inventory/recordRules.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { UnseenError, UnsettledError } from '../settle.js';
import { mayHaveHappened } from '../steps.js';
import type { Step } from './applyList.js';
import type { ListAfterwards } from './listAfterwards.js';
import { itemName, type ListUpdate, type ListWrites } from './planList.js';
import { describeError } from '../../words/describeError.js';
import { recordTitle, type NameOf } from '../../words/recordDetail.js';
import {
  describeIgnored,
  describeNewValues,
  describeProblem,
  refusedText,
} from '../../words/describeProblems.js';

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

/** What is sent of the records that are changed: once where all get the same, else of each. */
function updateLines(type: InventoryType, updates: ListWrites['updates'], nameOf: NameOf): Inert[] {
  const [first, ...others] = updates;
  if (!first) return [];
  const count = updates.length;
  // Thousands are counted, and a few named.
  const named = updates.slice(0, mostNames);
  const nameOfRecord = ({ current }: ListUpdate) => quoted(itemName(type, current, nameOf));
  if (others.length > 0 && others.every(({ changes }) => isSameValue(changes, first.changes))) {
    const values = describeNewValues(wordedFields(type, first.changes, nameOf));
    return [
      l10n.t('To update: {0}, each with {1}', count, fewOf(values, mostFields)),
      ...listLines(named.map(nameOfRecord), count),
    ];
  }
  const lines = named.map(update => {
    const { changes, current } = update;
    const before = Object.fromEntries(wordedFields(type, current, nameOf));
    const values = describeNewValues(wordedFields(type, changes, nameOf), before);
    return shown`${nameOfRecord(update)}: ${fewOf(values, mostFields)}`;
  });
  return [l10n.t('To update: {0}', count), ...listLines(lines, count)];
}

/** Fields that are named of one record. */
const mostFields = 3;

/** Fields with the names of the records that they refer to, as far as these are known, and no secret. */
const wordedFields = (type: InventoryType, fields: RecordFields, nameOf: NameOf) =>
  Object.entries(fields)
    .filter(([field]) => !inventoryType(type).secretFields?.includes(field))
    .map(([field, value]) => {
      const role = fieldRole(type, field);
      const name =
        role?.kind === 'reference' && typeof value === 'number' ? nameOf(role.to, value) : undefined;
      return [field, name === undefined ? value : `${name} #${String(value)}`] as const;
    });

/** The plan in lines: how many records of which names are created, updated, with what, and deleted. */
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
    ...updateLines(type, updates, nameOf),
    ...named(l10n.t('To delete: {0}', deletes.length), namesOf(deletes)),
    ...named(l10n.t('Someone else changed these before they are deleted:'), namesOf(changed)),
  ];
}

type Left = ListAfterwards['left'][number];

/** The type of the records of a list, and what records that they refer to are called. */
interface ListedType {
  readonly type: InventoryType;
  readonly nameOf: NameOf;
}

/** Why one record was not written, or is not known to be, and what to do next. */
export function whyLeft(listed: ListedType, left: Left): Inert {
  const { error } = left;
  switch (whatBecame(left)) {
    case 'notSent':
      if (error === undefined) return l10n.t('Not sent, because you cancelled. Save again to send it.');
      // That one says so itself.
      return isClosedClient(error) ? describeError(error) : l10n.t('Not sent. {0}', describeError(error));
    case 'notSaved':
      return notSaved(listed, left);
    case 'notSeen':
      return notSeen(listed, left, error as UnseenError);
    case 'notKnown':
      return joined([
        notKnown(listed, left),
        new UnsettledError(error).sentence,
        l10n.t('Save again to find out.'),
      ]);
  }
}

/** What is known of a record that was not written for certain. */
function whatBecame({ error }: Left): 'notSent' | 'notSaved' | 'notSeen' | 'notKnown' {
  if (error === undefined || isClosedClient(error)) return 'notSent';
  if (error instanceof UnseenError) return 'notSeen';
  return isUncertain(error) ? 'notKnown' : 'notSaved';
}

function notSaved(listed: ListedType, { step, error }: Left): Inert {
  const reason = describeError(error);
  switch (step.do) {
    case 'create':
      return l10n.t('Not created. {0}', reason);
    case 'update':
      return l10n.t('Not saved. {0}', reason);
    case 'delete':
      return l10n.t('{0} was not deleted. {1}', nameOfRemoved(listed, step), reason);
  }
}

function notKnown(listed: ListedType, { step }: Left): Inert {
  switch (step.do) {
    case 'create':
      return l10n.t('It is not known whether it was created.');
    case 'update':
      return l10n.t('It is not known whether it was saved.');
    case 'delete':
      return l10n.t('It is not known whether {0} was deleted.', nameOfRemoved(listed, step));
  }
}

function notSeen(listed: ListedType, { step }: Left, { isShownAsBefore, reason }: UnseenError): Inert {
  const seeAgain = l10n.t('Save again to see.');
  switch (step.do) {
    case 'create':
      return l10n.t(
        'The manager answered that it created this, but does not show it. It may still be at it. Save again to look once more.',
      );
    case 'update':
      return isShownAsBefore
        ? describeIgnored(step.update.changes)
        : joined([l10n.t('The manager took this, but it was not read again.'), reason, seeAgain]);
    case 'delete': {
      const name = nameOfRemoved(listed, step);
      return isShownAsBefore
        ? l10n.t(
            'The manager took the deletion of {0} without an error but still shows it. It may still be at it. Save again to look once more.',
            name,
          )
        : joined([
            l10n.t('The manager took the deletion of {0}, but it was not looked at again.', name),
            reason,
            seeAgain,
          ]);
    }
  }
}

const nameOfRemoved = ({ type, nameOf }: ListedType, { removal }: Extract<Step, { do: 'delete' }>): Inert =>
  quoted(recordTitle(type, removal.current, nameOf));

/** Whether a write was sent and nobody knows what became of it. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof UnsettledError || (isApiError(error) && error.method !== 'GET' && mayHaveHappened(error));

/** The end of a save that wrote only a part. */
export function leftSentence(
  listed: ListedType,
  { left, written }: { left: readonly Left[]; written: number },
): Inert {
  const [first] = left;
  const counts = groupBy(left, whatBecame);
  const count = (became: ReturnType<typeof whatBecame>) => counts.get(became)?.length ?? 0;
  const said: (Inert | '')[] = [
    l10n.t('{0} saved', written),
    count('notSaved') > 0 ? l10n.t('{0} not saved', count('notSaved')) : '',
    count('notSeen') > 0 ? l10n.t('{0} taken but not seen yet', count('notSeen')) : '',
    count('notKnown') > 0 ? l10n.t('{0} not known', count('notKnown')) : '',
    count('notSent') > 0 ? l10n.t('{0} not sent', count('notSent')) : '',
  ];
  return l10n.t('{0}. {1}', joined(said, ', '), joined([first && whyLeft(listed, first)]));
}
