import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import {
  defaultRange,
  isTimeZone,
  resolveQueryTimes,
  resolveRange,
} from 'netsensor-contract/query/timeRange';
import type { ManagerClient } from '../api/managerClient.js';
import { expectField, readExpectations } from '../model/results/expectations.js';
import type { NotebookCell, NotebookFile } from '../model/notebook/notebookFile.js';
import { chosenValue, readVariables, type VariableValue } from '../model/notebook/notebookVariables.js';
import { NotebookFileError, parseNotebook } from '../model/notebook/readNotebook.js';
import { planCells, type OrderedCell } from '../model/notebook/runPlan.js';
import { withBuckets } from '../model/query/autoBuckets.js';
import {
  requestedDimensions,
  toResultTable,
  type QueryAnswer,
  type ResultTable,
} from '../model/query/queryResult.js';
import { parseQueryText, queriesIn } from '../model/query/queryText.js';
import { filledQuery, referencesIn, VariableError } from '../model/query/queryVariables.js';
import { saidOf } from '../model/results/queryFacts.js';
import type { SaidOfResult } from '../model/results/caption.js';
import { localZone } from '../model/text/timeText.js';
import { describeNotebookError } from '../words/describeProblems.js';
import { inert, joined, quoted } from '../words/inert.js';
import {
  answerNotes,
  describeQueryTextProblem,
  describeVariableError,
  requireNeeds,
} from '../words/queryWords.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { readGivenFile } from './givenFile.js';

/** A query of a file. */
export interface CellToRun {
  /** Its number among the queries of its file, from 1. */
  readonly number: number;
  readonly name: string | undefined;
  readonly text: string;
  /** The range that it has for itself. */
  readonly range: string | undefined;
  readonly expectations: readonly string[];
  readonly view: unknown;
}

/** A file of queries: a notebook, or the JSON of one query or of several. */
export interface QueryFile {
  readonly title: string;
  readonly cells: readonly (CellToRun | { readonly markdown: string })[];
  readonly range: string | undefined;
  readonly zone: string;
  /** What its variables stand for; undefined for one without a value. */
  readonly variables: ReadonlyMap<string, VariableValue | undefined>;
  /** The variables that stand for numbers. */
  readonly numbers: ReadonlySet<string>;
  readonly isNotebook: boolean;
}

/** The queries of a file. */
export const queriesOf = ({ cells }: QueryFile): CellToRun[] =>
  cells.filter((cell): cell is CellToRun => 'text' in cell);

/** @throws {SentenceError} for what holds no queries */
export async function readQueryFile(root: string, path: string): Promise<QueryFile> {
  const text = await readGivenFile(root, path);
  const isNotebook = /\.dqnb$/i.test(path);
  const { cells, extra } = isNotebook ? notebookOf(text) : queriesAsNotebook(text, path);
  const variables = readVariables(extra['variables']);
  let number = 0;
  const zone = textIn(extra, 'timeZone') ?? localZone();
  if (!isTimeZone(zone)) throw new SentenceError(l10n.t('{0} is no time zone.', quoted(zone)));
  return {
    title: basename(path).replace(/\.\w+$/, ''),
    cells: cells.map(cell =>
      cell.kind === 'markdown' ? { markdown: cell.text } : queryCell(cell, (number += 1)),
    ),
    range: textIn(extra, 'timeRange'),
    zone,
    variables: new Map([...variables].map(([name, variable]) => [name, chosenValue(variable)])),
    numbers: new Set([...variables].flatMap(([name, { type }]) => (type === 'number' ? name : []))),
    isNotebook,
  };
}

function queryCell({ text, extra }: NotebookCell, number: number): CellToRun {
  const expectations = readExpectations(extra[expectField]);
  if (expectations) {
    const { view } = extra;
    return {
      number,
      name: textIn(extra, 'name'),
      text,
      range: textIn(extra, 'timeRange'),
      expectations,
      view,
    };
  }
  throw new SentenceError(
    l10n.t(
      'What query {0} expects is no expectation. Write a column, an operator and a number, such as {1}.',
      number,
      inert('"expect": "events < 1000"'),
    ),
  );
}

function notebookOf(text: string): NotebookFile {
  try {
    return parseNotebook(text);
  } catch (error) {
    if (error instanceof NotebookFileError)
      throw new SentenceError(describeNotebookError(error), { cause: error });
    throw error;
  }
}

function queriesAsNotebook(text: string, path: string): NotebookFile {
  const queries = queriesIn(text);
  if (queries) return { cells: queries.map(query => ({ kind: 'query', text: query, extra: {} })), extra: {} };
  const parsed = parseQueryText(text);
  throw new SentenceError(
    'problem' in parsed
      ? joined([inert(path), describeQueryTextProblem(parsed.problem)], ': ')
      : l10n.t('{0} holds no query: it has to be one object of JSON, or a list of them.', inert(path)),
  );
}

function textIn(extra: NotebookCell['extra'], field: string): string | undefined {
  const value = extra[field];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** With what the queries of a file are run. */
export interface QueryRun {
  readonly client: Pick<ManagerClient, 'runQuery'>;
  /** What people call the manager. */
  readonly manager: string;
  readonly signal: AbortSignal;
  /** Values by name, before those of the notebook. */
  readonly variables: ReadonlyMap<string, VariableValue>;
  /** A range in place of those of the notebook and its cells. */
  readonly range: string | undefined;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** Told before each query. */
  readonly onAsking: (cell: CellToRun) => void;
}

/** What came of a query. */
export type CellOutcome = { readonly cell: CellToRun } & (
  | {
      readonly table: ResultTable;
      readonly said: SaidOfResult;
      readonly ranAt: string;
      readonly isWhole: boolean;
    }
  | { readonly error: unknown }
);

/** Runs queries, each after those whose results it uses; one that fails stops only these. */
export async function runQueries(
  file: QueryFile,
  wanted: readonly CellToRun[],
  run: QueryRun,
): Promise<Map<CellToRun, CellOutcome>> {
  const all = queriesOf(file).map((cell): OrderedCell<CellToRun> => ({
    cell,
    name: cell.name,
    uses: usesOf(cell),
  }));
  const outcomes = new Map<CellToRun, CellOutcome>();
  const unanswered = new Map<CellToRun, 'failed'>();
  for (const planned of planCells(wanted, all, () => false)) {
    const { cell } = planned;
    run.signal.throwIfAborted();
    try {
      requireNeeds(planned, unanswered, ({ name }) => name);
      run.onAsking(cell);
      outcomes.set(cell, await answerCell(cell, { file, outcomes, run }));
    } catch (error) {
      if (run.signal.aborted) throw error;
      unanswered.set(cell, 'failed');
      outcomes.set(cell, { cell, error });
    }
  }
  return outcomes;
}

function usesOf({ text }: CellToRun): string[] {
  const parsed = parseQueryText(text);
  if ('problem' in parsed) return [];
  return referencesIn(parsed.query).flatMap(({ name, column }) => (column === undefined ? [] : [name]));
}

async function answerCell(
  cell: CellToRun,
  context: {
    readonly file: QueryFile;
    readonly outcomes: ReadonlyMap<CellToRun, CellOutcome>;
    readonly run: QueryRun;
  },
): Promise<CellOutcome> {
  const { file, run } = context;
  const parsed = parseQueryText(cell.text);
  if ('problem' in parsed) throw new SentenceError(describeQueryTextProblem(parsed.problem));
  const filled = await filledIn(parsed.query, context);
  const range = run.range ?? cell.range ?? file.range ?? defaultRange;
  const { query } = withBuckets(resolveQueryTimes(filled, { now: run.now, zone: file.zone, range }));
  const answer: QueryAnswer = await run.client.runQuery(query, run.signal);
  const table = toResultTable(answer.rows, requestedDimensions(query), Number.POSITIVE_INFINITY);
  const ranAt = new Date().toISOString();
  const notes = answerNotes(query, { ...answer, table });
  const summary = { connection: run.manager, timeZone: file.zone, ranAt };
  const said = saidOf(query, { table, summary, notes });
  return { cell, table, said, ranAt, isWhole: answer.oddRows.length === 0 && answer.isPart !== true };
}

async function filledIn(
  query: unknown,
  { file, outcomes, run }: Parameters<typeof answerCell>[1],
): Promise<unknown> {
  const cells = queriesOf(file);
  try {
    const { query: filled } = await filledQuery(query, {
      valueOf: async name => {
        const value = run.variables.get(name) ?? file.variables.get(name);
        if (value !== undefined) return value;
        throw new SentenceError(
          l10n.t('{0} has no value. Give it one with {1}.', quoted(name), inert(`--var ${name}=…`)),
        );
      },
      tableOf: name => {
        const used = cells.find(each => each.name === name);
        const outcome = used && outcomes.get(used);
        return outcome && 'table' in outcome ? outcome.table : undefined;
      },
      cellNames: () => cells.flatMap(({ name }) => name ?? []),
    });
    return filled;
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    throw new SentenceError(describeVariableError(error), { cause: error });
  }
}

/** A range as an option gives it. @throws {SentenceError} where it means no stretch of time */
export function requireRange(text: string, zone: string): void {
  const read = resolveRange(text, { now: Date.now(), zone });
  if ('problem' in read)
    throw new SentenceError(
      l10n.t(
        '{0} is no range of time. Write one such as {1} or {2}.',
        quoted(text),
        inert('"last 7 days"'),
        inert('2026-11-01/2026-11-08'),
      ),
    );
}
