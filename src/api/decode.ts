import { isRecord } from '../model/listAnswer.js';
import type { RawRecord } from '../model/nodeRecord.js';
import { ApiError } from './apiError.js';

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
  throw unexpected(`a list of ${plural}`, list, answered);
}

/**
 * A record in any of the wrappers that managers are known to use (field notes §4).
 * @param singulars names of its key, outermost first
 * @throws {ApiError} `badResponse` when it is none
 */
export function recordIn(body: unknown, singulars: readonly string[], answered: Answered): RawRecord {
  const record = singulars.reduce((outer, singular) => firstOf(outer, [singular, 'data']), body);
  if (isRecord(record)) return record;
  throw unexpected(`a record of ${singulars[0]}`, record, answered);
}

/** The failure of an answer that is JSON of another kind. */
export function unexpected(wanted: string, value: unknown, answered: Answered): ApiError {
  const detail = `${kindOf(value)} in place of ${wanted}`;
  return new ApiError({ ...answered, reason: 'badResponse', detail });
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'Nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'A list';
  if (typeof value !== 'object') return `A ${typeof value === 'string' ? 'text' : typeof value}`;
  const names = Object.keys(value).slice(0, 5);
  return names.length > 0 ? `An object with ${names.join(', ')}` : 'An empty object';
}

function firstOf(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const name = names.find(candidate => {
    const value = Object.hasOwn(body, candidate) ? (body as Record<string, unknown>)[candidate] : undefined;
    return typeof value === 'object' && value !== null;
  });
  return name === undefined ? body : (body as Record<string, unknown>)[name];
}
