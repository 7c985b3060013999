import * as l10n from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultRange } from 'netsensor-contract/query/timeRange';
import type { ReportCell } from '../model/report/report.js';
import { judge, type Judged } from '../model/results/expectations.js';
import { isVariableName } from '../model/query/queryVariables.js';
import type { VariableValue } from '../model/notebook/notebookVariables.js';
import { resultCaption } from '../model/results/caption.js';
import { captionedMarkdown, resultCsv, resultJson, resultLines } from '../model/results/resultText.js';
import { readViewSettings } from '../model/results/viewSettings.js';
import { describeError } from '../words/describeError.js';
import { inert, joined, quoted, shown, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { writeWhole } from '../folders/folderFiles.js';
import {
  queriesOf,
  readQueryFile,
  requireRange,
  runQueries,
  type CellOutcome,
  type CellToRun,
  type QueryFile,
} from './queryCells.js';
import { reachManager } from './reached.js';
import { terminalWords } from './terminalWords.js';

/** What `query` is asked for. */
export interface QueryOptions {
  readonly format: 'table' | 'csv' | 'json' | 'markdown' | 'html';
  /** A file in place of the output. */
  readonly output?: string;
  /** `name=value`; several of a name are several values. */
  readonly var: readonly string[];
  readonly range?: string;
  /** Names or numbers of queries; all without one. */
  readonly cell: readonly string[];
}

/** Runs the queries of a file and prints what was answered; 2 where an answer is not as its cell expects it. */
export async function query(run: CliRun, path: string, options: QueryOptions): Promise<ExitCode> {
  const file = await readQueryFile(run.root, path);
  const wanted = chosenCells(file, options.cell);
  const variables = variablesOf(file, options.var);
  if (options.range !== undefined) requireRange(options.range, file.zone);
  if (options.format === 'csv' && wanted.length > 1)
    throw new SentenceError(l10n.t('CSV holds one result: choose a query with {0}.', inert('--cell')));
  const { client, host, connection } = await reachManager(run);
  const outcomes = await runQueries(file, wanted, {
    client,
    manager: connection ?? host,
    signal: run.signal,
    variables,
    range: options.range,
    now: Date.now(),
    onAsking: cell => run.progress(l10n.t('Running {0}', labelOf(cell))),
  });
  const shownOutcomes = wanted.flatMap(cell => outcomes.get(cell) ?? []);
  const text = await printed({ file, range: options.range, outcomes: shownOutcomes }, options);
  if (options.output === undefined) {
    if (text !== '') run.print(text.trimEnd());
  } else await writeAnswers(run, { path: options.output, text, outcomes: shownOutcomes });
  return sayOutcome(run, [...outcomes.values()]);
}

/** Writes answers to a file; those of before stay where a query failed. */
async function writeAnswers(
  { root, warn }: CliRun,
  { path, text, outcomes }: { path: string; text: string; outcomes: readonly CellOutcome[] },
): Promise<void> {
  const whole = resolve(root, path);
  const failed = outcomes.filter(outcome => 'error' in outcome).length;
  if (failed > 0 && existsSync(whole))
    warn(l10n.t('{0} stays as it was, because a query failed.', inert(path)));
  else if (failed < outcomes.length) await writeWhole(whole, text);
}

const labelOf = ({ name, number }: CellToRun): Inert =>
  name === undefined ? l10n.t('query {0}', number) : quoted(name);

/** @throws {SentenceError} for a query that is not there */
function chosenCells(file: QueryFile, chosen: readonly string[]): CellToRun[] {
  const cells = queriesOf(file);
  if (cells.length === 0) throw new SentenceError(l10n.t('This file holds no query.'));
  if (chosen.length === 0) return cells;
  return chosen.map(text => {
    const cell =
      cells.find(({ name }) => name === text) ?? cells.find(({ number }) => String(number) === text);
    if (cell) return cell;
    throw new SentenceError(
      l10n.t('There is no query {0}. There are: {1}.', quoted(text), joined(cells.map(labelOf), ', ')),
    );
  });
}

/** @throws {SentenceError} for what is no variable of the file, or no value of it */
function variablesOf(file: QueryFile, given: readonly string[]): ReadonlyMap<string, VariableValue> {
  const values = new Map<string, (string | number)[]>();
  for (const text of given) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (!isVariableName(name) || value === '')
      throw new SentenceError(
        l10n.t('{0} has to be like {1}.', inert(`--var ${text}`), inert('--var site=Cologne')),
      );
    const isKnown =
      file.variables.has(name) || queriesOf(file).some(cell => cell.text.includes(`\${${name}}`));
    if (!isKnown)
      throw new SentenceError(l10n.t('No query of this file uses {0}.', shown`\${${inert(name)}}`));
    values.set(name, [...(values.get(name) ?? []), file.numbers.has(name) ? numberIn(name, value) : value]);
  }
  return new Map([...values].map(([name, all]) => [name, all.length === 1 ? all[0]! : all]));
}

function numberIn(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number)) return number;
  throw new SentenceError(l10n.t('{0} has to be a number, and {1} is none.', quoted(name), quoted(value)));
}

/** What is printed. */
interface Printed {
  readonly file: QueryFile;
  /** What was asked for in place of the range of the file. */
  readonly range: string | undefined;
  readonly outcomes: readonly CellOutcome[];
}

async function printed(what: Printed, { format, cell }: QueryOptions): Promise<string> {
  const answers = what.outcomes.flatMap(outcome => ('table' in outcome ? [outcome] : []));
  switch (format) {
    case 'csv':
      return answers.map(({ table }) => resultCsv(table)).join('');
    case 'json': {
      // Of a notebook it is a list, however many queries it has; of one that was chosen, its rows.
      const isOne = cell.length === 1 || (!what.file.isNotebook && queriesOf(what.file).length === 1);
      const rows = answers.map(({ table, cell: { name, number } }) => {
        const label = `"number": ${number},${name === undefined ? '' : ` "name": ${JSON.stringify(name)},`}`;
        return isOne ? resultJson(table) : `{ ${label} "rows": ${resultJson(table).trimEnd()} }`;
      });
      return isOne ? (rows[0] ?? '') : `[\n${rows.join(',\n')}\n]\n`;
    }
    case 'markdown':
      return answers
        .map(
          ({ table, said, cell: { name } }) =>
            `${captionedMarkdown(table, resultCaption({ ...said, name }), table.rowCount)}\n`,
        )
        .join('\n');
    case 'html':
      return htmlPage(what);
    case 'table':
      return answers
        .map(({ table, said, cell: { name } }) => resultLines(table, resultCaption({ ...said, name })))
        .join('\n\n');
  }
}

/** The page that the editor exports a notebook to. */
async function htmlPage({ file, range, outcomes }: Printed): Promise<string> {
  const { reportPage } = await import('../model/report/reportHtml.js');
  const of = (cell: CellToRun) => outcomes.find(outcome => outcome.cell === cell);
  const cells = file.cells.flatMap((cell): ReportCell[] => {
    if ('markdown' in cell) return [{ kind: 'markdown', text: cell.markdown }];
    const outcome = of(cell);
    if (!outcome) return [];
    const query = { kind: 'query', name: cell.name, query: cell.text } as const;
    if ('error' in outcome) return [{ ...query, answer: undefined, failure: describeError(outcome.error) }];
    const { table, said, ranAt } = outcome;
    const answer = {
      table,
      said,
      ranAt,
      settings: readViewSettings(cell.view),
      isStale: false,
      hasFailed: false,
    };
    return [{ ...query, answer }];
  });
  return reportPage({
    title: file.title,
    language: 'en',
    writtenAt: Date.now(),
    range: range ?? file.range ?? defaultRange,
    zone: file.zone,
    cells,
  });
}

/** Says which query failed and which is not as expected. */
function sayOutcome({ warn }: CliRun, outcomes: readonly CellOutcome[]): ExitCode {
  let code: ExitCode = exitCodes.fine;
  const fail = (sentence: Inert, ended: ExitCode) => {
    warn(sentence);
    if (code !== exitCodes.error) code = ended;
  };
  for (const outcome of outcomes) {
    const label = labelOf(outcome.cell);
    if ('error' in outcome) {
      fail(shown`${label}: ${terminalWords(outcome.error)}`, exitCodes.error);
      continue;
    }
    for (const judged of outcome.cell.expectations.map(each => judge(each, outcome.table)))
      if (judged.outcome === 'unknown')
        fail(l10n.t('{0}: there is no column for {1}.', label, quoted(judged.expectation)), exitCodes.error);
      else if (judged.outcome === 'unmet' || !outcome.isWhole)
        fail(unmetWords(label, judged, outcome), exitCodes.changes);
  }
  return code;
}

const unmetWords = (
  label: Inert,
  { expectation, outcome, found }: Judged,
  { table }: { readonly table: { readonly rowCount: number } },
): Inert =>
  outcome === 'met'
    ? l10n.t('{0}: {1} cannot be told, because the answer is not whole.', label, quoted(expectation))
    : l10n.t(
        '{0}: expected {1}, and it is {2} ({3} rows).',
        label,
        quoted(expectation),
        quoted(found === null ? 'null' : String(found)),
        table.rowCount,
      );
