import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inReadingOrder, plainRow } from '../../../../src/explorer/details/fieldRows.js';

describe('a field in the details of a node', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-22T08:00:00Z'), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([null, undefined, ''])('is left out where it holds nothing: %s', value => {
    expect(plainRow('description', value)).toBeUndefined();
  });

  it('keeps what is nothing to a program, but something to people', () => {
    expect(plainRow('clients', 0)).toEqual({ label: 'Clients', text: '0' });
    expect(plainRow('shared', false)).toEqual({ label: 'shared', text: 'false' });
  });

  it('has a time in words before the exact one, whatever the field is called', () => {
    const time = '2026-11-01T08:00:00Z';
    const text = `21 days ago (${time})`;
    expect(plainRow('last_check_in', time)).toEqual({ label: 'Last seen', text });
    expect(plainRow('heard_at', time)).toEqual({ label: 'heard_at', text });
  });

  it('has a count of seconds in words that say that they are a guess, with the number as it came', () => {
    expect(plainRow('uptime', 1_036_800)).toEqual({ label: 'Uptime', text: '12 days (probably) · 1036800' });
    expect(plainRow('uptime', 'since Monday')).toEqual({ label: 'Uptime', text: 'since Monday' });
  });

  it('does nothing that a manager writes into it: no link, no icon, one line, an end', () => {
    expect(plainRow('no$(te)', '[a](command:b)\n$(key)')).toEqual({
      label: 'no$\u2060(te)',
      text: '[a]\u2060(command:b) $\u2060(key)',
    });
    expect(plainRow('note', 'x'.repeat(400))?.text).toBe(`${'x'.repeat(300)}…`);
  });

  it('shows a list or an object in one line', () => {
    expect(plainRow('tags', [1, { a: 2 }])?.text).toBe('[1, { "a": 2 }]');
  });

  it.each(['constructor', '__proto__'])('may be called %s', field => {
    expect(plainRow(field, 'x')).toEqual({ label: field, text: 'x' });
  });
});

it('fields stand in the order in which people look for them, the others as the manager sent them', () => {
  const fields = ['zone', 'uptime', 'about', 'mac_address', 'ip', 'last_check_in', 'clients'];
  const order = inReadingOrder(fields.map(field => [field, 1] as const)).map(([field]) => field);
  expect(order).toEqual(['clients', 'last_check_in', 'ip', 'mac_address', 'uptime', 'zone', 'about']);
});
