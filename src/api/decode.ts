import type * as z from 'zod';
import { ApiError } from './apiError.js';

/** The call an answer belongs to, for the error when it cannot be read. */
export interface Answered {
  readonly method: string;
  readonly path: string;
}

/**
 * Reads an answer as what it should be.
 * @throws {ApiError} `badResponse`, naming the first field that is wrong
 */
export function decode<T>(schema: z.ZodType<T>, value: unknown, answered: Answered): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.map(String).join('.') || 'the answer';
  throw new ApiError({
    ...answered,
    reason: 'badResponse',
    detail: `${where}: ${issue?.message ?? 'not readable'}`,
  });
}

/** A list in any of the wrappers that managers are known to use (field notes §4); the value itself otherwise. */
export function unwrapList(body: unknown, plural: string): unknown {
  return Array.isArray(body) ? body : firstOf(body, [plural, 'data', 'results']);
}

/** A record in any of the wrappers that managers are known to use (field notes §4); the value itself otherwise. */
export function unwrapRecord(body: unknown, singular: string): unknown {
  return firstOf(body, [singular, 'data']);
}

function firstOf(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const name = names.find(candidate => {
    const value = Object.hasOwn(body, candidate) ? (body as Record<string, unknown>)[candidate] : undefined;
    return typeof value === 'object' && value !== null;
  });
  return name === undefined ? body : (body as Record<string, unknown>)[name];
}
