import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import {
  earlierRange,
  followsNotebook,
  keepStep,
  lastStep,
  type RangeSteps,
  writtenIntervals,
  writtenQuery,
} from '../../../../src/notebook/time/rangeSteps.js';
import { plainNotebook } from '../plainNotebook.js';

/** A notebook of now `today` with a cell that follows it, one with a range of its own, and one that names its intervals. */
function threeCells() {
  const { notebook, cells } = plainNotebook(
    [{}, { metadata: { timeRange: 'yesterday' } }, { query: { intervals: ['a/b', 'c/d'] } }],
    { timeRange: 'today' },
  );
  const [following, own, written] = cells;
  const steps: RangeSteps = new WeakMap();
  return { notebook, following: following!, own: own!, written: written!, steps };
}

it('a cell follows its notebook unless it has a range or names its intervals', () => {
  const { following, own, written } = threeCells();
  expect([following, own, written].map(followsNotebook)).toEqual([true, false, false]);
  expect(writtenIntervals(written)).toEqual(['a/b', 'c/d']);
  expect(writtenIntervals(plainNotebook([{ query: '{ "intervals": ' }]).cells[0]!)).toBeUndefined();
});

it('the query of a cell is read once for each text: all cells are looked at with every key', () => {
  let text = '{ "threshold": 5 }';
  const cell = { document: { getText: () => text } } as vscode.NotebookCell;
  const before = writtenQuery(cell);
  expect(writtenQuery(cell)).toBe(before);
  text = '{ "threshold": 50 }';
  expect(writtenQuery(cell)).toEqual({ threshold: 50 });
});

describe('the way back from a range', () => {
  it('leads a notebook and the cells that follow it to the range before', () => {
    const { notebook, following, own, steps } = threeCells();
    keepStep(steps, notebook, { range: 'last hour' });
    keepStep(steps, notebook, { range: 'last 2 hours' });
    expect(lastStep({ notebook, cell: undefined }, steps)).toEqual({ range: 'last 2 hours' });
    expect(earlierRange(following, steps)).toBe('last 2 hours');
    expect(earlierRange(own, steps)).toBeUndefined();
  });

  it('leads a cell to its own range before, whatever its notebook looked at meanwhile', () => {
    const { notebook, following, own, steps } = threeCells();
    keepStep(steps, notebook, { cell: own, range: 'last week' });
    keepStep(steps, notebook, { range: 'last hour' });
    expect(earlierRange(own, steps)).toBe('last week');
    expect(earlierRange(following, steps)).toBe('last hour');
    expect(lastStep({ notebook, cell: undefined }, steps)).toEqual({ range: 'last hour' });
  });

  it('leads nowhere where that is the range of now, because it was undone', () => {
    const { notebook, following, own, steps } = threeCells();
    keepStep(steps, notebook, { range: 'today' });
    keepStep(steps, notebook, { cell: own, range: 'yesterday' });
    expect([earlierRange(following, steps), earlierRange(own, steps)]).toEqual([undefined, undefined]);
  });

  it('leads a cell that had none of its own to that of its notebook', () => {
    const { notebook, own, steps } = threeCells();
    keepStep(steps, notebook, { cell: own, range: undefined });
    expect(earlierRange(own, steps)).toBe('today');
  });

  it('leads to the intervals that stood in the text of a cell', () => {
    const { notebook, written, steps } = threeCells();
    keepStep(steps, notebook, { cell: written, intervals: ['a/b', 'c/d'] });
    expect(earlierRange(written, steps)).toBe('a/b, c/d');
  });

  it('is as long as 50 steps', () => {
    const { notebook, steps } = threeCells();
    for (let step = 0; step < 60; step += 1) keepStep(steps, notebook, { range: `last ${step} days` });
    expect(steps.get(notebook)).toHaveLength(50);
    expect(lastStep({ notebook, cell: undefined }, steps)).toEqual({ range: 'last 59 days' });
  });
});
