import { describe, expect, it } from 'vitest';
import { resultCaption } from '../../../../src/model/results/caption.js';
import { queryFacts, queryTitle } from '../../../../src/model/results/queryFacts.js';

const query = {
  queryType: 'topN',
  dimension: 'wan_ip',
  metric: 'bytes',
  threshold: 10,
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
  intervals: ['2026-11-20T08:00:00Z/2026-11-20T09:00:00Z'],
  filter: { type: 'selector', dimension: 'application', value: 'netflix' },
};
const output = { asks: queryTitle(query), manager: 'Lab', facts: queryFacts(query) };
const asked = 'Top 10 wan_ip by bytes · application = netflix';
const inMadrid = { zone: 'Europe/Madrid' };
const hour = '2026-11-20 09:00 – 10:00 (Europe/Madrid)';

describe('what a result says of itself', () => {
  it('is what its query asks, and below that its manager, its range and the zone', () => {
    expect(resultCaption(output, inMadrid)).toEqual({ title: asked, subtitle: `Lab · ${hour}`, notes: [] });
  });

  it('has the name of its cell as its title, and what that does not say below', () => {
    const named = { ...output, name: 'topHosts' };
    expect(resultCaption(named, { ...inMadrid, drawn: 'bytes by wan_ip' })).toMatchObject({
      title: 'topHosts',
      subtitle: `${asked} · Lab · ${hour}`,
    });
  });

  it('names what is drawn where that is something else', () => {
    const drawn = 'Maximum of clients by wan_ip';
    expect(resultCaption(output, { ...inMadrid, drawn }).subtitle).toBe(`${drawn} · Lab · ${hour}`);
    const unasked = { facts: queryFacts({}) };
    expect(resultCaption(unasked, { zone: 'UTC', drawn: 'bytes' })).toEqual({
      title: 'bytes',
      subtitle: '',
      notes: [],
    });
  });

  it('has times in the zone that is looked at, and counts intervals beyond the second', () => {
    expect(resultCaption(output, { zone: 'sent' }).subtitle).toBe('Lab · 2026-11-20 08:00 – 09:00 (UTC)');
    const days = [1, 3, 5, 7].map(day => `2026-11-0${day}/P1D`);
    const subtitle = resultCaption(
      { facts: queryFacts({ ...query, intervals: days }) },
      { zone: 'UTC' },
    ).subtitle;
    expect(subtitle).toBe(
      '2026-11-01 00:00 – 2026-11-02 00:00 (UTC), 2026-11-03 00:00 – 2026-11-04 00:00 (UTC), +2',
    );
  });

  it('has no more of a long filter than one reads', () => {
    const { title } = resultCaption({ ...output, asks: 'host = a, '.repeat(100) }, inMadrid);
    expect([title.length, title.at(-1)]).toEqual([201, '…']);
  });

  it('says in one line each what is not in it', () => {
    const notes = ['The limit\nof 25 rows is reached.'];
    expect(resultCaption({ ...output, name: 'a\nb', notes }, inMadrid)).toMatchObject({
      title: 'a b',
      notes: ['The limit of 25 rows is reached.'],
    });
  });
});
