import type * as vscode from 'vscode';
import { Mime } from '../../ids.js';
import type { BesideAnswer } from '../../model/query/queryResult.js';
import type { ResultOutput } from '../../model/results/shownResult.js';
import { isRecord } from 'netsensor-contract/text/looseValues';

/** A cell that has run. */
export interface EndedRun {
  readonly cell: vscode.NotebookCell;
  readonly connectionId: string;
  readonly outcome: 'answered' | 'failed' | 'stopped';
  /** Why it failed, or was given up; undefined for what somebody has cancelled. */
  readonly error?: unknown;
}

/** What the metadata of an output says about the run that made it. */
export interface RunSummary extends Partial<BesideAnswer> {
  /** Rows in the output. */
  readonly rowCount: number;
  /** Rows that the manager answered. */
  readonly totalRows: number;
  /** Rows of the answer that could not be read. */
  readonly oddRows: number;
  /** Milliseconds from sending the query to having its rows. */
  readonly elapsed?: number | undefined;
  /** Of the answer as it was received. */
  readonly bytes?: number | undefined;
  /** When the query was answered, ISO 8601. */
  readonly ranAt: string;
  /** Whether the result comes from the file of its notebook. */
  readonly isStored: boolean;
  /** Name of the connection that answered. */
  readonly connection: string;
  /** The stretches of time that the query looked at, as intervals in UTC. */
  readonly intervals: readonly string[];
  /** The granularity as it was sent. */
  readonly granularity?: unknown;
  /** Time zone of the notebook when it ran. */
  readonly timeZone: string;
  /** What the variables of the notebook stood for, by name. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** What the cell asked, as `cellFingerprint` names it; undefined where a file of before does not tell. */
  readonly asked?: string | undefined;
  /** When the results that it uses were answered, by the names of their cells: ISO 8601. */
  readonly uses?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads the metadata of an output, which other code may have changed. */
export function readRunSummary(
  metadata: Readonly<Record<string, unknown>> | undefined,
): RunSummary | undefined {
  const {
    rowCount,
    totalRows,
    elapsed,
    bytes,
    ranAt,
    isStored,
    oddRows,
    connection,
    intervals,
    granularity,
    timeZone,
    variables,
    asked,
    uses,
    remarks,
    isPart,
  } = metadata ?? {};
  if (typeof rowCount !== 'number' || typeof totalRows !== 'number') return undefined;
  if (typeof ranAt !== 'string' || Number.isNaN(Date.parse(ranAt))) return undefined;
  return {
    rowCount,
    totalRows,
    elapsed: typeof elapsed === 'number' ? elapsed : undefined,
    bytes: typeof bytes === 'number' ? bytes : undefined,
    ranAt,
    isStored: isStored === true,
    oddRows: typeof oddRows === 'number' ? oddRows : 0,
    connection: textOr(connection, ''),
    intervals: texts(intervals),
    granularity,
    timeZone: textOr(timeZone, 'UTC'),
    variables: isRecord(variables) ? variables : {},
    asked: typeof asked === 'string' ? asked : undefined,
    uses: isRecord(uses) ? uses : {},
    remarks: texts(remarks),
    isPart: isPart === true,
  };
}

/** The output of the last answer that a cell shows; what happened since may stand above it. */
export const answerOutput = ({ outputs }: vscode.NotebookCell): vscode.NotebookCellOutput | undefined =>
  outputs.find(output => outputSummary(output) !== undefined);

/** What the last answer that a cell shows says about its run. */
export function answerSummary(cell: vscode.NotebookCell): RunSummary | undefined {
  const output = answerOutput(cell);
  return output && outputSummary(output);
}

/** VS Code leaves the metadata of outputs out of a copy of their cell (`cloneNotebookCellTextModel`): what is drawn says it too. */
function outputSummary(output: vscode.NotebookCellOutput): RunSummary | undefined {
  return readRunSummary(output.metadata) ?? readRunSummary(drawnRun(output)?.run);
}

const drawnRuns = new WeakMap<vscode.NotebookCellOutput, Pick<ResultOutput, 'id' | 'run'> | undefined>();

/** Which result an output of ours draws, and of which run; its rows are read once for that. */
export function drawnRun(output: vscode.NotebookCellOutput): Pick<ResultOutput, 'id' | 'run'> | undefined {
  if (drawnRuns.has(output)) return drawnRuns.get(output);
  const drawn = drawnResult(output);
  const kept = drawn && { id: drawn.id, run: drawn.run };
  drawnRuns.set(output, kept);
  return kept;
}

/** What an output of ours gives the page to draw. */
export function drawnResult({ items }: vscode.NotebookCellOutput): ResultOutput | undefined {
  const item = items.find(({ mime }) => mime === Mime.result);
  return item && (JSON.parse(new TextDecoder().decode(item.data)) as ResultOutput);
}

/** Where an output says which variable its cell could not be run without. */
export const waitsForField = 'waitsFor';

/** The variable that was without a value when a cell was run last. */
export function awaitedVariable({ outputs: [first] }: vscode.NotebookCell): string | undefined {
  const name: unknown = first?.metadata?.[waitsForField];
  return typeof name === 'string' ? name : undefined;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(text => typeof text === 'string') : [];

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
