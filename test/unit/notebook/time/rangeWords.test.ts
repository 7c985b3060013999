import { describe, expect, it } from 'vitest';
import { readTypedRange } from 'netsensor-contract/query/typedRange';
import { bucketWords, describeRangeProblem, shortRange } from '../../../../src/notebook/time/rangeWords.js';

/** What somebody is told who types a range. */
function said(range: string, zone = 'UTC') {
  const result = readTypedRange(range, { now: Date.parse('2026-11-20T08:00:00Z'), zone });
  return 'problem' in result ? describeRangeProblem(result.problem) : undefined;
}

it.each([
  ['last 3 hours', undefined],
  ['2026-11-19 08:00 / 2026-11-19 18:00', undefined],
  ['9999-12-31', /^This range reaches beyond the years 0 to 9999\.$/],
  ['soon', /^Not a range of time\. Write last 3 hours, yesterday/],
  ['2026-11-19T18:00:00Z/2026-11-19T08:00:00Z', /^The end of this range lies before its start\.$/],
  ['2026-11-19T08:00:00Z/2026-11-19T08:00:00Z', /^This range has no length/],
])('a range that is typed is one, or it is said why not: %s', (range, sentence) => {
  if (sentence) expect(said(range)).toMatch(sentence);
  else expect(said(range)).toBeUndefined();
});

it('a time zone that nobody knows is named as what is wrong', () => {
  expect(said('today', 'Mars/Olympus')).toBe(
    'The time zone of the notebook is not known. Choose another one.',
  );
});

describe('a range where there is little room', () => {
  it('is two fixed times on the clock of the notebook', () => {
    const short = shortRange('2026-11-19T08:00:00Z/2026-11-19T18:00:00Z', 'Asia/Tokyo');
    expect(short).toMatch(/17:00.*03:00/);
    expect(short).not.toContain('Z');
  });

  it.each(['last 3 hours', 'now-7d/now', '2026-11-19/2026-11-20'])(
    'is as it is written otherwise: %s',
    range => {
      expect(shortRange(range, 'Asia/Tokyo')).toBe(range);
    },
  );

  it('does nothing that stands in the file of a notebook', () => {
    expect(shortRange('$(key)', 'UTC')).toBe('$\u2060(key)');
  });
});

it('the buckets that were chosen are said in one unit', () => {
  const period = (text: string) => ({ type: 'period', period: text });
  expect(['all', 'minute', 'fifteen_minute', period('PT2M'), period('P1M')].map(bucketWords)).toEqual([
    'one bucket',
    '1 minute a bucket',
    '15 minutes a bucket',
    '2 minutes a bucket',
    '1 month a bucket',
  ]);
  for (const odd of [undefined, 'none', period('PT1H30M')]) expect(bucketWords(odd)).toBeUndefined();
});
