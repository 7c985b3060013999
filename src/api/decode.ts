import { isRecord } from '../model/listAnswer.js';
import { kindOf } from '../model/queryRows.js';
import type { RawRecord } from '../model/sensors/nodeRecord.js';
import { ApiError } from './apiError.js';

/** Fields that a sentence names. */
const mostNames = 5;

/** The call an answer belongs to, for the error when it cannot be read. */
export interface Answered {
  readonly method: string;
  readonly path: string;
}

/**
 * A list in any of the wrappers that managers are known to use (field notes §4).
 * @throws {ApiError} `badResponse` when it is none
 */
export function listIn(body: unknown, plural: string, answered: Answered): readonly unknown[] {
  const list = Array.isArray(body) ? body : firstOf(body, [plural, 'data', 'results']);
  if (Array.isArray(list)) return list;
  throw unexpected('a list', list, answered);
}

/**
 * A record in any of the wrappers that managers are known to use (field notes §4).
 * @param singulars names of its key, outermost first
 * @throws {ApiError} `badResponse` when it is none
 */
export function recordIn(body: unknown, singulars: readonly string[], answered: Answered): RawRecord {
  const record = unwrapped(body, singulars);
  if (isRecord(record)) return record;
  throw unexpected('a record', record, answered);
}

/** As `recordIn`, of an answer that need not hold a record: then it is empty. */
export function recordIfAny(body: unknown, singulars: readonly string[]): RawRecord {
  const record = unwrapped(body, singulars);
  return isRecord(record) ? record : {};
}

const unwrapped = (body: unknown, singulars: readonly string[]): unknown =>
  singulars.reduce((outer, singular) => firstOf(outer, [singular, 'data']), body);

/** The failure of an answer that is JSON of another kind. */
export function unexpected(wanted: string, value: unknown, answered: Answered): ApiError {
  const fields = isRecord(value) ? Object.keys(value).slice(0, mostNames) : [];
  const named = fields.length === 0 ? '' : ` with ${fields.join(', ')}`;
  const detail = `expected ${wanted}, received ${kindOf(value)}${named}`;
  return new ApiError({ ...answered, reason: 'badResponse', detail });
}

function firstOf(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const name = names.find(candidate => {
    const value = Object.hasOwn(body, candidate) ? (body as Record<string, unknown>)[candidate] : undefined;
    return typeof value === 'object' && value !== null;
  });
  return name === undefined ? body : (body as Record<string, unknown>)[name];
}
