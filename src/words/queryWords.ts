import * as l10n from '@vscode/l10n';
import type { BesideAnswer, OddRow, ResultTable } from '../model/query/queryResult.js';
import type { QueryTextProblem } from '../model/query/queryText.js';
import type { VariableError } from '../model/query/queryVariables.js';
import type { PlannedCell } from '../model/notebook/runPlan.js';
import { cutAnswer, isAllOfNothing, raisedLimit, type CutAnswer } from '../model/results/cutAnswer.js';
import type { LimitAction } from '../model/results/shownResult.js';
import { inert, joined, quoted, shown, type Inert } from './inert.js';
import { grouped } from './locale.js';
import { GivenUpError, SentenceError } from './sentenceErrors.js';

/** What an answer lacks because of the limit that its query has. */
export function limitText(cut: CutAnswer): Inert {
  const limit = grouped(cut.limit);
  switch (cut.kind) {
    case 'rows':
      return l10n.t('The limit of {0} rows is reached: the answer may have more.', limit);
    case 'firstBuckets':
      return l10n.t(
        'The limit of {0} rows is reached in {1} of {2} buckets: the others may be missing.',
        limit,
        grouped(cut.shown),
        grouped(cut.buckets),
      );
    case 'eachBucket':
      return l10n.t('Top {0} of {1} in each bucket: others are not in it.', limit, quoted(cut.dimension));
  }
}

/** That a timeseries has rows although nothing may have been found; a value of 0 may also be one that was counted. */
export const nothingText = (query: unknown, table: ResultTable): Inert | undefined =>
  isAllOfNothing(query, table)
    ? l10n.t(
        'No row has a value other than 0: nothing may be in this interval, or pass the filter of the query.',
      )
    : undefined;

/** What can be done about it, with a button each. */
export function limitActions(cut: CutAnswer): LimitAction[] {
  const raised = raisedLimit(cut.limit);
  const raise: LimitAction[] =
    raised === undefined ? [] : [{ label: l10n.t('Raise to {0}', grouped(raised)), limit: raised }];
  if (cut.kind !== 'eachBucket')
    return [...raise, ...(cut.isRequired ? [] : [{ label: l10n.t('Remove the limit'), limit: null }])];
  const overall: LimitAction = { label: l10n.t('Top {0} overall', grouped(cut.limit)), limit: 'overall' };
  return cut.hasOverall ? [overall, ...raise] : raise;
}

/** What an answer lacks, and what the manager said beside it. @param query as sent */
export function answerNotes(
  query: unknown,
  {
    table,
    oddRows,
    ...beside
  }: { readonly table: ResultTable; readonly oddRows: readonly OddRow[] } & Partial<BesideAnswer>,
): Inert[] {
  const cut = cutAnswer(query, table);
  const nothing = nothingText(query, table);
  const odd = oddRowsText(oddRows.length, table.totalRows + oddRows.length);
  return [
    ...(cut ? [limitText(cut)] : []),
    ...(nothing ? [nothing] : []),
    ...remarksTexts(beside),
    ...(odd ? [joined([odd, oddRowsReasons(oddRows)])] : []),
  ];
}

/** Rows of which the reason is told. */
const mostTold = 3;

/** How many rows of an answer could not be read; undefined for none. */
export const oddRowsText = (odd: number, total: number): Inert | undefined =>
  odd === 0 ? undefined : l10n.t('{0} of {1} rows could not be read.', grouped(odd), grouped(total));

/** What the manager said beside the rows of an answer; empty where it said nothing. */
export const remarksTexts = ({ remarks = [], isPart = false }: Partial<BesideAnswer>): Inert[] => [
  ...(isPart ? [l10n.t('The manager says that it has more rows than it sent.')] : []),
  ...remarks.map(remark => l10n.t('The manager says: {0}', shown`“${inert(remark)}”`)),
];

/** Which rows of an answer could not be read and why: the first ones. */
export function oddRowsReasons(oddRows: readonly OddRow[]): Inert {
  const told = oddRows.slice(0, mostTold).map(oddRowReason);
  const others = oddRows.length - told.length;
  return joined([...told, others > 0 ? l10n.t('And {0} more.', grouped(others)) : '']);
}

/** Why a row could not be read. */
export function oddRowReason({ place, part, found }: OddRow): Inert {
  const row = grouped(place);
  if (part === '') return l10n.t('Row {0} is no object but {1}.', row, kindWords(found));
  if (found === 'nothing') return l10n.t('Row {0} has neither an event nor a result.', row);
  return l10n.t('Row {0}: {1} is {2}.', row, shown`“${inert(part)}”`, kindWords(found));
}

function kindWords(kind: OddRow['found']): Inert {
  const words: Readonly<Record<typeof kind, Inert>> = {
    nothing: l10n.t('nothing'),
    null: l10n.t('null'),
    text: l10n.t('text'),
    number: l10n.t('a number'),
    boolean: l10n.t('true or false'),
    list: l10n.t('a list'),
    object: l10n.t('an object'),
  };
  return words[kind];
}

/** One sentence for a cell whose text is not JSON. */
export function describeQueryTextProblem({ code, line, column }: QueryTextProblem): Inert {
  const whole: Readonly<Record<string, Inert>> = {
    Empty: l10n.t('This cell has no query. Press Ctrl+Space in it to start from a snippet.'),
    TooDeep: l10n.t('This query is nested too deeply.'),
  };
  const wrong: Readonly<Record<string, Inert>> = {
    PropertyNameExpected: l10n.t('a field name in double quotes is missing'),
    ValueExpected: l10n.t('a value is missing'),
    ColonExpected: l10n.t('a colon is missing'),
    CommaExpected: l10n.t('a comma is missing'),
    CloseBraceExpected: l10n.t('a closing brace is missing'),
    CloseBracketExpected: l10n.t('a closing bracket is missing'),
    EndOfFileExpected: l10n.t('a cell holds one query, and there is more text after it'),
    UnexpectedEndOfComment: l10n.t('a comment is not closed'),
    UnexpectedEndOfString: l10n.t('a text is not closed'),
    InvalidNumberFormat: l10n.t('this is not a number'),
    UnexpectedEndOfNumber: l10n.t('this is not a number'),
    LostNumber: l10n.t('this number cannot be sent as it is written'),
  };
  const what = wrong[code] ?? l10n.t('this is not JSON');
  return whole[code] ?? l10n.t('Line {0}, column {1}: {2}.', line, column, what);
}

/** One sentence for a variable that cannot be filled in. */
export function describeVariableError({ code, reference, details }: VariableError): Inert {
  const name = quoted(reference);
  const listed = joined(details.slice(0, 8).map(quoted), ', ');
  const sentences: Readonly<Record<typeof code, Inert>> = {
    missing:
      details.length === 0
        ? l10n.t('No cell has a result for {0}. Name the cell whose result is meant.', name)
        : l10n.t('No cell has a result for {0}. These cells have names: {1}.', name, listed),
    noColumn: l10n.t('The result has no column {0}. It has: {1}.', name, listed),
    noRows: l10n.t('{0} has no value, because the result it comes from is empty.', name),
    manyValues: l10n.t(
      '{0} has {1} values where one is wanted. Use it as the value of a selector, or in a list.',
      name,
      listed,
    ),
    everyValue: l10n.t(
      '{0} stands for all values, which is possible only where a filter compares a dimension with it.',
      name,
    ),
    noneLeft: l10n.t('{0} stands for all values, and a filter that excludes them all leaves no row.', name),
  };
  return sentences[code];
}

/**
 * Finds out whether a cell can run.
 * @param unanswered what of its run has not been answered
 * @throws {SentenceError} for a cell that needs its own result
 * @throws {SentenceError} when a cell has failed whose result it uses; GivenUpError when that was cancelled
 */
export function requireNeeds<T>(
  { needs, cycle }: Pick<PlannedCell<T>, 'needs' | 'cycle'>,
  unanswered: ReadonlyMap<T, 'failed' | 'stopped'>,
  nameOf: (cell: T) => string | undefined,
): void {
  if (cycle.length > 0) {
    const names = inert(cycle.join(' → '));
    throw new SentenceError(
      l10n.t('These cells need the results of each other: {0}. Change one of them.', names),
    );
  }
  const needed = needs.find(need => unanswered.has(need));
  if (!needed) return;
  const name = quoted(nameOf(needed) ?? '');
  if (unanswered.get(needed) === 'stopped') {
    throw new GivenUpError(
      l10n.t('This cell did not run, because it uses the result of {0}, which was not run to its end.', name),
    );
  }
  throw new SentenceError(
    l10n.t('This cell did not run, because it uses the result of {0}, which has failed.', name),
  );
}
