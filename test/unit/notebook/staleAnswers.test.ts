import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { Mime } from '../../../src/ids.js';
import { cellFingerprint } from '../../../src/notebook/cellFingerprint.js';
import { asksOtherwise, asksOtherwiseThan, staleCells } from '../../../src/notebook/staleAnswers.js';
import { answerSummary } from '../../../src/notebook/results/runSummary.js';
import { plainNotebook, type PlainCell } from './plainNotebook.js';

const query = { queryType: 'topN', dimension: 'wan_ip' };
const ranAt = '2026-11-20T08:00:00Z';
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const summary = { rowCount: 1, totalRows: 1, ranAt, timeZone };

const isStale = (cell: vscode.NotebookCell) => staleCells(cell.notebook).includes(cell);

/** What a cell asks, in a notebook with some metadata. */
const asked = (cell: PlainCell, metadata = {}) => cellFingerprint(plainNotebook([cell], metadata).cells[0]!);
const answered = (cell: PlainCell, outputMetadata: object) =>
  plainNotebook([{ ...cell, outputs: [{ metadata: { ...summary, ...outputMetadata } }] }]).cells[0]!;

describe('what a cell asks', () => {
  it('is the same however its text is laid out', () => {
    expect(asked({ query: '// traffic\n{ "queryType":"topN", "dimension": "wan_ip", }' })).toBe(
      asked({ query }),
    );
  });

  it('is another with another query or range, and with digits that a number does not hold', () => {
    const others = [
      asked({ query }),
      asked({ query: { ...query, threshold: 5 } }),
      asked({ query }, { timeRange: 'last hour' }),
      asked({ query, metadata: { timeRange: 'last 7 days' } }),
      asked({ query: '{ "threshold": 9007199254740993 }' }),
      asked({ query: '{ "threshold": 9007199254740992 }' }),
      asked({ query: 'no query' }),
    ];
    expect(new Set(others).size).toBe(others.length);
  });

  it('is the same in another range where its text names intervals', () => {
    const own = { query: { ...query, intervals: ['last hour'] } };
    expect(asked(own, { timeRange: 'last 7 days' })).toBe(asked(own));
  });
});

describe('an answer', () => {
  it('is stale once its cell asks otherwise, and not where a file of before does not say what was asked', () => {
    const now = asked({ query });
    expect(isStale(answered({ query }, { asked: now }))).toBe(false);
    expect(isStale(answered({ query: {} }, { asked: now }))).toBe(true);
    expect(isStale(answered({ query: {} }, {}))).toBe(false);
    expect(isStale(answered({ query }, { asked: now, timeZone: 'Antarctica/Troll' }))).toBe(true);
    expect(asksOtherwise(plainNotebook([{ query }]).cells[0]!)).toBe(false);
  });

  it('is stale in a tab once its cell asks otherwise than then, whatever that was answered since', () => {
    const text = '{ "threshold": "${most}" }';
    const run = { variables: { most: 5 }, asked: asked({ query: text }) };
    const [first] = plainNotebook([{ query: text, outputs: [{ metadata: { ...summary, ...run } }] }]).cells;
    const answer = answerSummary(first!)!;
    const isOutdated = (query: string, most: number) =>
      asksOtherwiseThan(
        answer,
        plainNotebook([{ query }], { variables: { most: { value: most } } }).cells[0]!,
      );
    expect([isOutdated(text, 5), isOutdated(text, 6), isOutdated('{}', 5)]).toEqual([false, true, true]);
  });

  it('is stale as well in a copy of its cell, for which VS Code keeps no metadata', () => {
    const copy = (asked: string) => {
      const run = { ...summary, asked };
      const item = { mime: Mime.result, data: new TextEncoder().encode(JSON.stringify({ id: 'a', run })) };
      return plainNotebook([{ query, outputs: [{ items: [item] }] }]).cells[0]!;
    };
    expect(isStale(copy(asked({ query })))).toBe(false);
    expect(isStale(copy(asked({ query }, { timeRange: 'last 7 days' })))).toBe(true);
  });

  it('is stale once a result was answered again that it uses', () => {
    const text = '{ "filter": { "type": "in", "dimension": "wan_ip", "values": ["${top.wan_ip}"] } }';
    const now = asked({ query: text });
    const pair = (topAt: string) => {
      const [, user] = plainNotebook([
        { query, metadata: { name: 'top' }, outputs: [{ metadata: { ...summary, ranAt: topAt } }] },
        { query: text, outputs: [{ metadata: { ...summary, asked: now, uses: { top: ranAt } } }] },
      ]).cells;
      return user!;
    };
    expect(isStale(pair(ranAt))).toBe(false);
    expect(isStale(pair('2026-11-20T09:00:00Z'))).toBe(true);
  });
});
