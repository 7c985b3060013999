import { describe, expect, it } from 'vitest';
import { ApiError, isOutcomeUnknown, type ApiErrorReason } from '../../../src/api/apiError.js';
import { networkFailure } from '../../../src/api/networkFailure.js';

const request = {
  method: 'PATCH',
  path: '/racks/1',
  key: 'the-key',
  secrets: ['hunter2'],
  viaProxy: false,
  isRead: true,
};
const coded = (code: string, message = code) => Object.assign(new Error(message), { code });
const named = (name: string) => Object.assign(new Error(name), { name });

describe('a failure of the network', () => {
  it.each([
    ['ENOTFOUND', 'unreachable', 'dns', true],
    ['EAI_AGAIN', 'unreachable', 'dns', true],
    ['ECONNREFUSED', 'unreachable', 'connect', true],
    ['EHOSTUNREACH', 'unreachable', 'connect', true],
    ['ENETUNREACH', 'unreachable', 'connect', true],
    ['EPROTO', 'unreachable', 'noTls', true],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'unreachable', 'noTls', true],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', undefined, true],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', undefined, true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', undefined, true],
    ['ERR_TLS_CERT_CHANGED', 'tls', undefined, true],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', undefined, true],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', undefined, false],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', undefined, false],
    ['ETIMEDOUT', 'timeout', undefined, false],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'badResponse', undefined, false],
    ['ECONNRESET', 'unreachable', 'closed', false],
    ['UND_ERR_SOCKET', 'unreachable', 'closed', false],
  ])('%s is named, and says whether a write may have arrived', (code, reason, stage, neverSent) => {
    const wrapped = Object.assign(new TypeError('fetch failed'), {
      cause: new AggregateError([coded(code, 'first'), coded('EOTHER')]),
    });
    for (const error of [coded(code), wrapped]) {
      const failure = networkFailure(error, request);
      expect(failure).toMatchObject({ method: 'PATCH', path: '/racks/1', reason, detail: code, neverSent });
      expect(failure.stage).toBe(stage);
      expect(isOutcomeUnknown(failure)).toBe(!neverSent);
    }
  });

  it.each([
    ['AbortError', 'cancelled', false],
    ['TimeoutError', 'timeout', true],
  ])('%s is what the caller or the clock ended', (name, reason, isUnknown) => {
    const failure = networkFailure(named(name), request);
    expect(failure.reason).toBe(reason);
    expect(isOutcomeUnknown(failure)).toBe(isUnknown);
  });

  it('is one of the proxy where there is a proxy, until the connection to the manager stands', () => {
    const viaProxy = { ...request, viaProxy: true };
    expect(networkFailure(named('AbortError'), viaProxy).reason).toBe('cancelled');
    const words = Object.assign(named('AbortError'), { message: 'Proxy response (407) for the-key' });
    expect(networkFailure(words, viaProxy)).toMatchObject({
      reason: 'unreachable',
      stage: 'proxy',
      detail: 'Proxy response (407) for [key]',
      neverSent: true,
    });
    expect(networkFailure(coded('ECONNREFUSED'), viaProxy).stage).toBe('proxy');
    expect(networkFailure(coded('ENOTFOUND'), viaProxy).stage).toBe('proxy');
    expect(networkFailure(coded('ECONNRESET'), viaProxy).stage).toBe('closed');
  });

  it('has neither the key nor a secret in its words', () => {
    const failure = networkFailure(new Error('no hunter2 at /racks?auth_token=the-key'), request);
    expect(failure.detail).toBe('no [secret] at /racks?auth_token=[key]');
    expect(failure.message).not.toMatch(/hunter2|the-key/);
  });
});

describe('a write that failed', () => {
  it.each<[ApiErrorReason, boolean]>([
    ['unreachable', true],
    ['timeout', true],
    ['badResponse', true],
    ['server', true],
    ['unauthorized', false],
    ['forbidden', false],
    ['notFound', false],
    ['conflict', false],
    ['invalid', false],
    ['rateLimited', false],
    ['tls', false],
    ['cancelled', false],
  ])('with %s may have been stored: %s', (reason, isUnknown) => {
    const info = { reason, method: 'PATCH', path: '/racks/1' };
    expect(isOutcomeUnknown(new ApiError(info))).toBe(isUnknown);
    expect(isOutcomeUnknown(new ApiError({ ...info, neverSent: true }))).toBe(false);
  });
});
