import { describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { Mime } from '../../../../src/ids.js';
import { answerOutput, answerSummary, readRunSummary } from '../../../../src/notebook/results/runSummary.js';
import { plainNotebook } from '../plainNotebook.js';

const least = { rowCount: 2, totalRows: 5, ranAt: '2026-11-20T08:00:00Z' };

describe('what an output says about its run', () => {
  it('is nothing where it does not say how many rows there are and when that was', () => {
    expect(readRunSummary(undefined)).toBeUndefined();
    for (const field of Object.keys(least))
      expect(readRunSummary({ ...least, [field]: null })).toBeUndefined();
    expect(readRunSummary({ ...least, ranAt: 'soon' })).toBeUndefined();
  });

  it('is taken as it stands where it can be read', () => {
    const summary = {
      ...least,
      elapsed: 85,
      bytes: 1200,
      isStored: true,
      oddRows: 1,
      connection: 'Office',
      intervals: ['2026-11-20/2026-11-21'],
      granularity: 'hour',
      timeZone: 'Asia/Tokyo',
      variables: { site: 'BSL' },
      asked: 'TXx9Miutsu3Ykk11',
      uses: { top: '2026-11-20T07:00:00Z' },
      remarks: ['slow'],
      isPart: true,
    };
    expect(readRunSummary(summary)).toEqual(summary);
  });

  it('is the least that it can be where other code has written anything into it', () => {
    const odd = Object.fromEntries(
      [
        'elapsed',
        'bytes',
        'isStored',
        'oddRows',
        'connection',
        'timeZone',
        'variables',
        'uses',
        'remarks',
        'isPart',
      ].map(field => [field, field === 'remarks' ? 7 : 'odd']),
    );
    expect(readRunSummary({ ...least, ...odd, intervals: ['a', 1, null] })).toEqual({
      ...least,
      elapsed: undefined,
      bytes: undefined,
      isStored: false,
      oddRows: 0,
      connection: 'odd',
      intervals: ['a'],
      timeZone: 'odd',
      variables: {},
      uses: {},
      remarks: [],
      isPart: false,
    });
  });

  it('is that of the answer, below whatever has happened since', () => {
    const failure = { metadata: {}, items: [] };
    const answer = { metadata: least };
    const cell = (...outputs: unknown[]) => ({ outputs }) as unknown as vscode.NotebookCell;
    expect(answerOutput(cell(failure, answer))).toBe(answer);
    expect(answerOutput(cell(failure))).toBeUndefined();
  });

  it('is read once from what is drawn, which holds all rows', () => {
    const data = vi.fn(() => Buffer.from(JSON.stringify({ id: 'drawn', run: least })));
    const item = {
      mime: Mime.result,
      get data() {
        return data();
      },
    };
    const [cell] = plainNotebook([{ outputs: [{ items: [item] }] }]).cells;
    expect([answerSummary(cell!), answerSummary(cell!)]).toMatchObject([least, least]);
    expect(data).toHaveBeenCalledTimes(1);
  });
});
