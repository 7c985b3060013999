import { describe, expect, it } from 'vitest';
import { redact, toDetail } from '../../../src/api/networkFailure.js';

const key = 'k3y/with +odd%chars"';

describe('text that leaves the client', () => {
  it.each([
    ['plainly', key],
    ['percent-encoded', encodeURIComponent(key)],
    ['as in a query', new URLSearchParams({ k: key }).toString().slice(2)],
    ['as JSON', JSON.stringify(key).slice(1, -1)],
  ])('has no key in it that is written %s', (_how, spelling) => {
    expect(redact(`first ${spelling}, again ${spelling}.`, { key })).toBe('first [key], again [key].');
  });

  it('has no secret in it, however it is written', () => {
    const secret = 'p"ss w\\rd';
    const text = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].join(' and ');
    expect(redact(text, { key, secrets: [secret] })).toBe('[secret] and [secret] and [secret]');
  });

  it('has the whole of a secret hidden, of which another one is a part', () => {
    expect(redact('open sesame', { key: 'sesame', secrets: ['open', 'open sesame'] })).toBe('[secret]');
    expect(redact('sesame open', { key: 'sesame open', secrets: ['sesame'] })).toBe('[key]');
  });

  it('stays as it is when there is nothing to hide', () => {
    expect(redact('nothing here', { key: '', secrets: [''] })).toBe('nothing here');
    expect(redact('nothing here', { key })).toBe('nothing here');
  });
});

describe('the words of a manager', () => {
  it('are one line without the key', () => {
    expect(toDetail(`  first\r\n\t second  ${key}\n`, { key })).toBe('first second [key]');
  });

  it('are cut when they are too long', () => {
    expect(toDetail('x'.repeat(300), { key })).toBe('x'.repeat(300));
    expect(toDetail('x'.repeat(301), { key })).toBe(`${'x'.repeat(300)}…`);
  });
});
