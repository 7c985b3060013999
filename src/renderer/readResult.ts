import type { ResultColumn, ResultTable, ResultValue } from '../model/queryResult.js';

/** Reads what an output item holds; undefined when it is not a result. */
export function readResult(value: unknown): ResultTable | undefined {
  if (!isObject(value) || !Array.isArray(value.columns)) return undefined;
  const { rowCount, totalRows } = value;
  if (!isCount(rowCount) || !isCount(totalRows) || totalRows < rowCount) return undefined;
  const columns = (value.columns as unknown[]).map(column => readColumn(column, rowCount));
  return columns.every(column => column !== undefined) ? { columns, rowCount, totalRows } : undefined;
}

function readColumn(column: unknown, rowCount: number): ResultColumn | undefined {
  if (!isObject(column)) return undefined;
  const { name, kind, values } = column;
  if (typeof name !== 'string' || !isKind(kind) || !Array.isArray(values)) return undefined;
  if (values.length !== rowCount || !(values as unknown[]).every(isValue)) return undefined;
  return { name, kind, values: values as ResultValue[] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isKind = (kind: unknown): kind is ResultColumn['kind'] =>
  kind === 'time' || kind === 'dimension' || kind === 'value';

const isValue = (value: unknown): value is ResultValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
