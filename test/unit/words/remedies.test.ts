import { expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { remedyFor } from '../../../src/words/remedies.js';

it('what a sentence names as help is offered', () => {
  const saved = { source: 'saved' } as const;
  const failed = (info: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
    new ApiError({ reason: 'unreachable', method: 'POST', path: '/api/data', ...info });
  const offered = (...[info, connection = saved]: [object, Parameters<typeof remedyFor>[1]?]) =>
    remedyFor(failed(info), connection);
  expect(offered({ reason: 'timeout' })).toBe('timeLimit');
  expect(offered({ reason: 'timeout', status: 504 })).toBeUndefined();
  expect(offered({ stage: 'proxy' })).toBe('proxy');
  for (const info of [{ stage: 'dns' }, { stage: 'noTls' }, { reason: 'badResponse' }]) {
    expect(offered(info)).toBe('address');
    expect(offered(info, { source: 'environment' })).toBeUndefined();
  }
  expect(offered({ stage: 'connect' })).toBeUndefined();
  expect(offered({ reason: 'tls' })).toBe('certificate');
  expect(offered({ reason: 'unauthorized' })).toBe('key');
  const closed = { stage: 'closed', neverSent: true };
  expect(offered(closed, { ...saved, isSignedOut: true })).toBe('key');
  expect(offered(closed)).toBeUndefined();
});
