import { ApiError } from './apiError.js';

/**
 * An identity as one segment of a path. What a path would swallow is refused: a delete must never reach another address
 * than the one that was meant.
 * @throws {ApiError} `invalid`, with nothing sent
 */
export function pathSegment(identity: string | number): string {
  const text = String(identity);
  if (text === '' || text === '.' || text === '..') {
    throw new ApiError({
      reason: 'invalid',
      method: 'GET',
      path: '/api/v1',
      detail: `“${text}” cannot stand in a path`,
      neverSent: true,
    });
  }
  return encodeURIComponent(text).replaceAll('%3A', ':');
}
