import { expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { describeError } from '../../../src/words/describeError.js';

it.each([
  ['Query timeout', 'The manager said: Query timeout. Try again.'],
  [undefined, 'A gateway before the manager gave up waiting for it (504). Try again.'],
])('tells a time limit of the engine from a gateway: %s', (detail, sentence) => {
  const call = { method: 'POST', path: '/api/data' } as const;
  const error = new ApiError({ ...call, reason: 'timeout', status: 504, detail });
  expect(describeError(error)).toBe(sentence);
});
