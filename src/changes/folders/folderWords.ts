import * as l10n from '@vscode/l10n';
import { groupBy } from 'netsensor-contract/text/collections';
import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { recordName } from 'netsensor-contract/inventory/inventoryRecord';
import type { FileDelete, FolderPlan, Unwritten } from '../../model/asCode/folderPlan.js';
import { namedPlan } from '../../model/asCode/planNames.js';
import type { FieldConflict, FieldProblem } from '../../model/inventory/recordRules.js';
import { describeConflicts, describeProblems } from '../../words/describeProblems.js';
import { inert, inertUpTo, joined, shown, type Inert } from '../../words/inert.js';
import { titleOf } from '../../words/names.js';

/** How many records a plan writes, those that it deletes apart. */
export const writesOf = ({ creates, updates }: FolderPlan): number => creates.length + updates.length;

/** The records that a plan deletes: what others lead to that stay is not among them. */
export const deletedBy = ({ deletes, prunes }: FolderPlan): FileDelete[] =>
  prunes ? deletes.filter(({ usedBy }) => usedBy.length === 0) : [];

/** How many of each type are created, changed and in no file, and what is not written: the first line of a plan, and what is in no file yet. */
export function planVerdict(plan: FolderPlan): Inert[] {
  const { creates, updates, deletes, unwritten, unpulled, same, prunes = false } = plan;
  const all = [...creates, ...updates, ...deletes, ...unwritten];
  if (all.length === 0)
    return [
      same === 1
        ? l10n.t('Nothing to do: 1 file has no change of its own.')
        : l10n.t('Nothing to do: {0} files have no change of their own.', same),
      ...unpulledLine(unpulled.length),
    ];
  const byType = groupBy(all, ({ type }) => type);
  const counts = (type: InventoryType): Inert =>
    joined(
      [
        countOf(creates, type, count => l10n.t('{0} new', count)),
        countOf(updates, type, count => l10n.t('{0} changed', count)),
        countOf(deletes, type, count =>
          prunes ? l10n.t('{0} deleted', count) : l10n.t('{0} in no file', count),
        ),
        countOf(unwritten, type, count => l10n.t('{0} not written', count)),
      ],
      ', ',
    );
  const types = inventoryTypeNames.filter(type => byType.has(type));
  const verdict = joined(
    types.map(type => shown`${titleOf(type)}: ${counts(type)}`),
    '; ',
  );
  return [verdict, ...unpulledLine(unpulled.length)];
}

const unpulledLine = (count: number): Inert[] =>
  count === 0
    ? []
    : [
        count === 1
          ? l10n.t('1 record of the manager is in no file yet. Pull to have it, too.')
          : l10n.t('{0} records of the manager are in no file yet. Pull to have them, too.', count),
      ];

function countOf(
  files: readonly { readonly type: InventoryType }[],
  type: InventoryType,
  words: (count: number) => Inert,
): Inert | '' {
  const count = files.filter(file => file.type === type).length;
  return count === 0 ? '' : words(count);
}

/** A plan in lines for people: the verdict, then what changes alone. */
export const planLines = (plan: FolderPlan): Inert[] => [...planVerdict(plan), ...planDetails(plan)];

/** Characters that a value has at most in a plan. */
const longestValue = 10_000;

/** What changes, a line for each field, and what is not written and why. @param longest how many characters of a value are shown */
export function planDetails(plan: FolderPlan, longest = longestValue): Inert[] {
  const named = namedPlan(plan);
  return [
    ...writeBlocks(named, longest).flat(),
    ...deleteLines(plan),
    ...named.unwritten.map(each => shown`! ${inert(each.path)}: ${whyUnwritten(each)}`),
  ];
}

/** What is created and changed, the lines of each record by themselves. @param plan with names in place of numbers */
const writeBlocks = ({ creates, updates }: FolderPlan, longest: number): Inert[][] => [
  ...creates.map(({ path, fields }) => [
    shown`+ ${inert(path)}`,
    ...Object.entries(fields).map(
      ([field, value]) => shown`    ${inert(field)}: ${valueText(value, longest)}`,
    ),
  ]),
  ...updates.map(({ path, changes }) => [
    shown`~ ${inert(path)}`,
    ...changes.map(({ field, from, to }) => changeLine(field, { from, to, longest })),
  ]),
];

const deleteLines = ({ deletes, prunes }: FolderPlan): Inert[] =>
  deletes.map(({ path, type, current, usedBy }) => {
    const line = shown`- ${inert(path)} (${inert(recordName(type, current))})`;
    if (usedBy.length === 0) return prunes ? line : l10n.t('{0}: it stays without --prune.', line);
    return l10n.t('{0}: it stays, because {1} leads to it.', line, inert(usedBy.join(', ')));
  });

/** So many records are named of those that two plans do not share. */
const mostOthers = 20;

/** What a plan that was kept does otherwise than that of now, the lines of each record together. */
export function planDifference(kept: FolderPlan, now: FolderPlan): Inert[] {
  const blocks = (plan: FolderPlan) =>
    new Set([
      ...writeBlocks(namedPlan(plan), longestValue).map(lines => joined(lines, '\n')),
      ...(plan.prunes ? deleteLines(plan) : []),
    ]);
  const was = blocks(kept);
  const is = blocks(now);
  const others = [
    ...[...was].filter(each => !is.has(each)).map(each => l10n.t('Only in the kept plan: {0}', each)),
    ...[...is].filter(each => !was.has(each)).map(each => l10n.t('Only now: {0}', each)),
  ];
  if (others.length === 0) return [l10n.t('The same would be done to other records.')];
  const more = others.length - mostOthers;
  return [...others.slice(0, mostOthers), ...(more > 0 ? [l10n.t('and {0} more', more)] : [])];
}

const jsonText = (value: unknown): string => JSON.stringify(value) ?? '';
const valueText = (value: unknown, longest: number): Inert => inertUpTo(longest, jsonText(value));

/** Characters before the place where two long values differ. */
const before = 40;

/** Two values; where one is too long to be shown, both from shortly before the place where they differ. */
function sidesText(one: unknown, other: unknown, longest = longestValue): [Inert, Inert] {
  const texts = [jsonText(one), jsonText(other)] as const;
  let same = 0;
  if (texts.some(({ length }) => length > longest))
    while (same < texts[0].length && texts[0][same] === texts[1][same]) same += 1;
  const start = Math.max(0, same - before);
  const from = (text: string) => inertUpTo(longest, start > 0 ? `…${text.slice(start)}` : text);
  return [from(texts[0]), from(texts[1])];
}

function changeLine(
  field: string,
  { from, to, longest }: { readonly from: unknown; readonly to: unknown; readonly longest?: number },
): Inert {
  const [was, is] = sidesText(from, to, longest);
  return shown`    ${inert(field)}: ${was} → ${is}`;
}

/** That files are one record, and which of them goes. */
export const oneRecordWords = (others: readonly string[], remove: readonly string[]): Inert =>
  l10n.t(
    'It is one record with {0}. Remove {1}, or give it a name of its own.',
    inert(others.join(', ')),
    inert(remove.join(', ')),
  );

/** Why the record of a file is not written to, as a sentence that says what to do. */
export function whyUnwritten(unwritten: Unwritten): Inert {
  switch (unwritten.why) {
    case 'conflict':
      return l10n.t(
        'Changed here and on the manager: {0}. Put the file right and say --mine, or pull with --theirs.',
        describeConflicts(unwritten.conflicts),
      );
    case 'noBase':
      return notAgreedWords(unwritten.conflicts);
    case 'changedThere':
      return l10n.t(
        'In no file any more, and changed on the manager since: {0}. Pull to agree with that, then apply again.',
        inert(unwritten.conflicts.map(({ field }) => field).join(', ')),
      );
    case 'rejected':
      return rejectedWords(unwritten.problems);
    case 'gone':
      return l10n.t('Deleted on the manager. Remove the file, or say --recreate to create the record again.');
    case 'twin':
      if (unwritten.remove) return oneRecordWords(unwritten.others, unwritten.remove);
      return l10n.t(
        'Nobody can tell it from {0}. Give them different names.',
        inert(unwritten.others.join(', ')),
      );
    case 'leadsNowhere':
      return l10n.t('{0} leads nowhere: {1}.', inert(unwritten.field), inert(unwritten.reference));
    case 'waits':
      return l10n.t(
        '{0} leads to {1}, which is not written.',
        inert(unwritten.field),
        inert(unwritten.reference),
      );
    case 'circle':
      return l10n.t('{0} leads back to this file: nothing can stand in itself.', inert(unwritten.field));
  }
}

const notAgreedWords = (conflicts: readonly FieldConflict[]): Inert =>
  conflicts.length === 0
    ? l10n.t(
        'Not on the manager, with which nothing is agreed yet. Say --mine to create it there, or pull first.',
      )
    : l10n.t(
        'Not agreed yet whose it is: {0}. Say --mine, or pull with --theirs.',
        joined(
          conflicts.map(({ field, mine, theirs }) =>
            l10n.t('{0} is {1} here and {2} there', inert(field), ...sidesText(mine, theirs)),
          ),
          ', ',
        ),
      );

function rejectedWords(problems: readonly FieldProblem[]): Inert {
  const secret = problems.find(({ code }) => code === 'secret');
  if (!secret) return describeProblems(problems);
  return l10n.t(
    '{0} is a secret: write "(kept)", or "env:NAME" of a variable whose name does not begin with NETSENSOR_.',
    inert(secret.field),
  );
}

/** What a manager has otherwise than was agreed. @param plan what would have to be done to put that back */
export function driftLines(plan: FolderPlan): Inert[] {
  const { updates, unwritten, unpulled } = namedPlan(plan);
  return [
    ...updates.flatMap(({ path, changes }) => [
      shown`~ ${inert(path)}`,
      ...changes.map(({ field, from, to }) => changeLine(field, { from: to, to: from })),
    ]),
    ...unwritten.map(({ path, why }) =>
      why === 'gone' ? shown`- ${inert(path)}` : l10n.t('! {0}: cannot be compared.', inert(path)),
    ),
    ...unpulled.map(({ type, record }) => shown`+ ${inert(type)}: ${inert(recordName(type, record))}`),
  ];
}
