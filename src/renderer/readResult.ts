import type { LimitAction, ResultOutput, RunningOutput } from '../model/results/shownResult.js';
import type { QueryFacts } from '../model/results/queryFacts.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { ResultColumn, ResultValue } from '../model/query/queryResult.js';

const noFacts: QueryFacts = {
  queryType: '',
  dimensions: [],
  inTree: [],
  isBucketed: false,
  measures: [],
};

/** Whether an output item stands in the place of a result that has not come yet. */
export const isRunning = (value: unknown): value is RunningOutput =>
  isRecord(value) && value['isRunning'] === true;

/** Reads what an output item holds; undefined when it is not a result. */
export function readResult(value: unknown): ResultOutput | undefined {
  if (!isRecord(value) || !Array.isArray(value.columns)) return undefined;
  const { rowCount, totalRows, id, facts, settings } = value;
  if (!isCount(rowCount) || !isCount(totalRows) || totalRows < rowCount) return undefined;
  const columns = (value.columns as unknown[]).map(column => readColumn(column, rowCount));
  if (!columns.every(column => column !== undefined)) return undefined;
  return {
    columns,
    rowCount,
    totalRows,
    id: typeof id === 'string' ? id : '',
    question: textIn(value, 'question'),
    name: textIn(value, 'name'),
    asks: textIn(value, 'asks'),
    manager: textIn(value, 'manager'),
    // Made by our own extension; a file that was written by hand has none.
    facts: isRecord(facts) ? { ...noFacts, ...facts } : noFacts,
    settings: isRecord(settings) ? settings : {},
    zone: textIn(value, 'zone'),
    notes: texts(value['notes']),
    hasOddRows: value['hasOddRows'] === true,
    limitActions: (value['limitActions'] ?? []) as LimitAction[],
    isStored: value['isStored'] === true,
    isInTab: value['isInTab'] === true,
    markSources: texts(value['markSources']),
    earlierRange: textIn(value, 'earlierRange'),
  };
}

function readColumn(column: unknown, rowCount: number): ResultColumn | undefined {
  if (!isRecord(column)) return undefined;
  const { name, kind, values } = column;
  if (typeof name !== 'string' || !isKind(kind) || !Array.isArray(values)) return undefined;
  if (values.length !== rowCount) return undefined;
  for (const value of values as unknown[]) if (!isValue(value)) return undefined;
  return { name, kind, values: values as ResultValue[] };
}

const textIn = (value: Readonly<Record<string, unknown>>, field: string): string | undefined =>
  typeof value[field] === 'string' ? value[field] : undefined;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(text => typeof text === 'string') : [];

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isKind = (kind: unknown): kind is ResultColumn['kind'] =>
  kind === 'time' || kind === 'dimension' || kind === 'value';

/** Called for every value of a large result. */
function isValue(value: unknown): value is ResultValue {
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || value === null;
}
