import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../connections/connection.js';
import { abortSignal } from '../../ui/doors.js';
import { fillVariables, usedAnswers, type RunServices } from '../variables/cellVariables.js';
import { resultOutput } from '../results/resultOutput.js';
import type { VariableValue } from '../../model/notebook/notebookVariables.js';
import { withBuckets } from '../../model/query/autoBuckets.js';
import { parseQueryText } from '../../model/query/queryText.js';
import {
  printInterval,
  resolveQueryTimes,
  unfilteredDays,
  type Stretch,
} from 'netsensor-contract/query/timeRange';
import { GivenUpError, NothingToDoError } from '../../words/sentenceErrors.js';
import { quoted } from '../../words/inert.js';
import { describeQueryTextProblem } from '../../words/queryWords.js';
import { earlierRange } from '../time/rangeSteps.js';
import { shortRange } from '../time/rangeWords.js';
import { cellFingerprint } from '../cellFingerprint.js';
import { cellName, notebookRange, notebookZone, ownRange } from '../notebookMetadata.js';
import { untilClosed } from '../openNotebooks.js';

/** Who is asked. */
export interface AskedConnection {
  readonly connection: Connection;
  /** Aborts when the connection is removed. */
  readonly removed: AbortSignal;
  /** Told that the query goes out. */
  readonly onAsked: () => void;
}

/** What was answered about cells of one run that look at much without a filter. */
export interface WideAnswer {
  /** Whether the run has more cells than the one that is asked about. */
  readonly isOneOfSeveral: boolean;
  /** Whether all others are to run too; undefined as long as nobody said so. */
  forAll?: boolean;
}

/**
 * Sends the query of a cell to a connection and makes an output of the answer; only text that is not JSON is not sent.
 * @throws {Error} with a sentence for people, or an ApiError
 */
export async function answerCell(
  { cell, token }: vscode.NotebookCellExecution,
  { connection: { id, name }, removed, onAsked }: AskedConnection,
  services: RunServices & { readonly wide: WideAnswer },
): Promise<vscode.NotebookCellOutput> {
  const { stretches, ...prepared } = await prepareQuery(cell, services);
  await confirmWidth(cell, unfilteredDays(prepared.query, stretches), services);
  const client = await services.connections.client(id);
  onAsked();
  const started = performance.now();
  const answer = await untilClosed(cell.notebook, closed =>
    client.runQuery(prepared.query, AbortSignal.any([abortSignal(token), closed, removed])),
  );
  const elapsed = Math.round(performance.now() - started);
  const run = { elapsed, ranAt: new Date().toISOString(), connection: { id, name } };
  const before = earlierRange(cell, services.ranges);
  const earlier = before === undefined ? undefined : shortRange(before, prepared.timeZone);
  return resultOutput({ cell, ...prepared, ...answer, ...run, earlierRange: earlier }, services.results);
}

/**
 * Asks before much is read without a filter, once as long as the cell stays as it is; no more in a run that was given up.
 * @throws {GivenUpError} when the query is not to be sent
 */
async function confirmWidth(
  cell: vscode.NotebookCell,
  days: number | undefined,
  { agreed, wide }: Pick<RunServices, 'agreed'> & { readonly wide: WideAnswer },
): Promise<void> {
  const { notebook, document } = cell;
  const asked = JSON.stringify([document.getText(), ownRange(cell) ?? notebookRange(notebook)]);
  if (days === undefined || agreed.get(cell) === asked) return;
  if (!(wide.forAll ?? (await askWidth(cell, days, wide)))) {
    throw new GivenUpError(l10n.t('The query was not sent. Add a filter, or choose a shorter range.'));
  }
  agreed.set(cell, asked);
}

async function askWidth(cell: vscode.NotebookCell, days: number, wide: WideAnswer): Promise<boolean> {
  const run = l10n.t('Run');
  const runAll = l10n.t('Run all such cells');
  const name = quoted(cellName(cell) ?? String(cell.index + 1));
  const { chooseRisk } = await import('../../ui/confirmRisk.js');
  const chosen = await chooseRisk(
    {
      question: l10n.t('Cell {0} looks at {1} days without a filter.', name, days),
      detail: l10n.t(
        'The manager may need long for it. To make it quicker, add a filter or choose a shorter range first.',
      ),
      safe: l10n.t('Change it first'),
    },
    wide.isOneOfSeveral ? [run, runAll] : [run],
  );
  if (chosen !== run) wide.forAll = chosen === runAll;
  return chosen === run || chosen === runAll;
}

/** A query as it is sent, and what it asks about. */
export interface PreparedQuery {
  readonly query: unknown;
  /** The stretches of time it looks at, as intervals in UTC; empty when they cannot be read. */
  readonly intervals: readonly string[];
  readonly stretches: readonly Stretch[];
  readonly timeZone: string;
  /** What the variables of the notebook stood for, by name. */
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** What the cell asked when the query was made, as `cellFingerprint` names it. */
  readonly asked: string;
  /** When the results that it uses were answered, by the names of their cells. */
  readonly uses: Readonly<Record<string, string>>;
}

/**
 * Makes the query of a cell ready: variables are filled in, relative times are resolved now, and buckets are chosen for them
 * where the cell leaves that open. Besides that, only text that is not JSON is refused.
 * @throws {NothingToDoError} for that; {Error} with a sentence for people
 */
export async function prepareQuery(cell: vscode.NotebookCell, services: RunServices): Promise<PreparedQuery> {
  const text = parseQueryText(cell.document.getText());
  if ('problem' in text) throw new NothingToDoError(describeQueryTextProblem(text.problem));
  const timeZone = notebookZone(cell.notebook);
  const asked = cellFingerprint(cell);
  const range = ownRange(cell) ?? notebookRange(cell.notebook);
  const { query: filled, variables } = await fillVariables(text.query, cell, services);
  const uses = usedAnswers(cell);
  const timed = resolveQueryTimes(filled, { now: Date.now(), zone: timeZone, range });
  const { query, stretches } = withBuckets(timed);
  return { query, variables, asked, uses, stretches, intervals: stretches.map(printInterval), timeZone };
}
