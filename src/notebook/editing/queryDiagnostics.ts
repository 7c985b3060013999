import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { nearestNames, queryFixes, type FixKind } from '../../model/queryEditing/queryFixes.js';
import { queryErrorPlace, markedPlace, nodeAt, readQueryTree } from '../../model/queryEditing/queryTree.js';
import { queryProblems, type QueryProblem } from '../../model/queryEditing/queryProblems.js';
import { intervalPattern } from 'netsensor-contract/query/timeRange';
import { CodeAction, problemAt } from '../../ui/doors.js';
import { rangeOf } from '../../ui/textPlace.js';
import { notebookZone } from '../notebookMetadata.js';
import { cellOf } from '../openNotebooks.js';
import { joined, quoted, type Inert, inert } from '../../words/inert.js';
import { describeRangeProblem } from '../time/rangeWords.js';
import { isApiError } from '../../api/apiError.js';
import type { EndedRun } from '../results/runSummary.js';
import type { FoundProblem } from './typedLine.js';

/** Who says so, in the Problems view. */
const source = 'Netsensor';

/** What is wrong with the meaning of a query. */
export const diagnosticsIn = (document: vscode.TextDocument): FoundProblem[] =>
  problemsIn(document)
    .filter(isNotInSchema)
    .map(problem => ({
      diagnostic: toDiagnostic(document, problem),
      unfinished: problem.unfinished && rangeOf(document, problem.unfinished),
    }));

/** What mends or changes a query at a place of it. */
export function codeActionsAt(
  document: vscode.TextDocument,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const text = document.getText();
  const tree = readQueryTree(text);
  if (!tree) return [];
  return queryFixes(text, tree, problemsIn(document)).flatMap(({ what, offset, length, edits }) => {
    const place = rangeOf(document, { offset, length });
    if (!place.intersection(range)) return [];
    const { QuickFix, RefactorRewrite } = vscode.CodeActionKind;
    const kind = what.kind === 'toTopN' ? RefactorRewrite : QuickFix;
    const action = new CodeAction(describeFix(what), kind);
    action.diagnostics = diagnostics.filter(each => each.range.intersection(place));
    action.edit = new vscode.WorkspaceEdit();
    for (const edit of edits) action.edit.replace(document.uri, rangeOf(document, edit), edit.content);
    return [action];
  });
}

function problemsIn(document: vscode.TextDocument): QueryProblem[] {
  const tree = readQueryTree(document.getText());
  const cell = cellOf(document);
  const zone = cell ? notebookZone(cell.notebook) : 'UTC';
  return tree ? queryProblems(tree, { now: Date.now(), zone }) : [];
}

/** The JSON schema of the cells says of most texts already that they are no interval. */
const isNotInSchema = ({ code, node }: QueryProblem) =>
  code !== 'rangeUnreadable' || new RegExp(intervalPattern).test(String(node.value));

function toDiagnostic(document: vscode.TextDocument, problem: QueryProblem): vscode.Diagnostic {
  const range = rangeOf(document, markedPlace(problem.node));
  const diagnostic = problemAt(range, describeProblem(problem), problem.severity);
  diagnostic.source = source;
  diagnostic.code = problem.code;
  return diagnostic;
}

/** One sentence for a problem with the meaning of a query. */
function describeProblem({ code, node, choices }: QueryProblem): Inert {
  const value = quoted(typeof node.value === 'string' ? node.value : '');
  const listed = joined(choices.slice(0, 8).map(quoted), ', ');
  const sentences: Readonly<Record<typeof code, Inert>> = {
    fieldMissing: value
      ? l10n.t('{0} also needs: {1}.', value, listed)
      : l10n.t('Missing here: {0}.', listed),
    fieldUnknown: value
      ? orNearest(l10n.t('A query has no field {0}.', value), node, choices)
      : l10n.t('A field needs a name.'),
    dimensionUnknown: value
      ? orNearest(l10n.t('The data source has no dimension {0}.', value), node, choices)
      : l10n.t('Name a dimension.'),
    metricUnknown: value
      ? withAdvice(l10n.t('No aggregation is named {0}.', value), node, choices)
      : advice(node, choices),
    metricForm: l10n.t('A metric object is one of: {0}.', listed),
    orderUnknown: value
      ? withAdvice(l10n.t('The result has no column {0}.', value), node, choices)
      : advice(node, choices),
    nameTwice: value
      ? l10n.t('Two outputs are named {0}. Give one of them another name.', value)
      : l10n.t('Two outputs have no name. Give each a name of its own.'),
    fieldsEmpty: l10n.t('Put at least one filter in here, or remove the filter.'),
    listEmpty: l10n.t('Put at least one entry in this list.'),
    rangeUnreadable: describeRangeProblem('unreadable'),
    rangeReversed: describeRangeProblem('reversed'),
    rangeEmpty: describeRangeProblem('empty'),
    periodUnusable: l10n.t('A period needs a length, such as PT6M or P1D.'),
    zoneUnknown: value
      ? l10n.t('{0} is no time zone. Write one such as Europe/Madrid or UTC.', value)
      : l10n.t('Write a time zone such as Europe/Madrid or UTC.'),
    originUnreadable: value
      ? l10n.t('{0} is no ISO 8601 time.', value)
      : l10n.t('Write an ISO 8601 time such as 2026-11-20T08:00:00Z.'),
    lengthUnusable: l10n.t('A duration is a number of milliseconds from 1.'),
    columnUnknown: value
      ? orNearest(l10n.t('The data source has no column {0}, so the result will be 0.', value), node, choices)
      : l10n.t('Name the column to aggregate.'),
    nameIsDimension: l10n.t(
      'A dimension of this query is named {0} too; only one of them will be seen.',
      value,
    ),
    couldBeTopN: l10n.t('A topN finds the highest values of one dimension much faster.'),
  };
  return sentences[code];
}

const withAdvice = (sentence: Inert, node: QueryProblem['node'], choices: readonly string[]): Inert =>
  joined([sentence, advice(node, choices)]);

/** What to write in the place of a name that nothing has. */
function advice(node: QueryProblem['node'], choices: readonly string[]): Inert {
  const [nearest] = nearestNames(String(node.value), choices, 1);
  if (nearest !== undefined) return l10n.t('Did you mean {0}?', quoted(nearest));
  return choices.length === 0
    ? l10n.t('Add an aggregation to sort by first.')
    : l10n.t('Sort by one of: {0}.', joined(choices.slice(0, 8).map(quoted), ', '));
}

/** With the name that was meant, if one is near. */
function orNearest(sentence: Inert, node: QueryProblem['node'], choices: readonly string[]): Inert {
  const isNear = nearestNames(String(node.value), choices, 1).length > 0;
  return isNear ? withAdvice(sentence, node, choices) : sentence;
}

/** The title of a fix. */
function describeFix(what: FixKind): Inert {
  if (what.kind === 'toTopN') return l10n.t('Convert to topN');
  const name = quoted(what.name);
  const titles: Readonly<Record<typeof what.kind, Inert>> = {
    replace: l10n.t('Change to {0}', name),
    rename: l10n.t('Rename the field to {0}', name),
    remove: l10n.t('Remove {0}', name),
    move: l10n.t('Write it as {0}', name),
    add: l10n.t('Add {0}', name),
  };
  return titles[what.kind];
}

/** Where it is shown what the manager said of a query. */
interface AnswerProblems {
  showAnswer(document: vscode.TextDocument, range: vscode.Range, sentence: Inert): void;
}

/** Shows what a manager said of a query at the field that it names, if it names one. */
export function showFailure({ cell, error }: EndedRun, checks: AnswerProblems): void {
  const words = isApiError(error, 'invalid', 'server') ? error.detail : undefined;
  if (!words) return;
  const path = queryErrorPlace(words);
  const tree = readQueryTree(cell.document.getText());
  if (!path || !tree) return;
  // What is missing is shown at what should hold it.
  const depths = path.map((_step, index) => path.slice(0, path.length - index));
  const found = depths.map(part => nodeAt(tree.root, part)).find(node => node !== undefined);
  const place = found ?? nodeAt(tree.root, ['queryType']) ?? tree.root;
  checks.showAnswer(cell.document, rangeOf(cell.document, markedPlace(place)), inert(words));
}
