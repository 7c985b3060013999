import { expect, it } from 'vitest';
import { cellsByLabel } from '../../../src/notebook/cellLabels.js';
import { plainNotebook, type PlainCell } from './plainNotebook.js';

/** What the cells of a notebook are called, with their places. */
const labels = (...cells: PlainCell[]) =>
  Object.fromEntries(
    [...cellsByLabel(plainNotebook(cells).notebook)].map(([label, { index }]) => [label, index]),
  );

const query = { queryType: 'timeseries', dataSource: 'rb_flow' };

it('a cell is called by its name; of two with one name the upper one', () => {
  const metadata = { name: 'hosts' };
  expect(labels({ query, metadata }, { metadata })).toEqual({ hosts: 0 });
});

it('a cell without a name is called by what it asks, with its number where another asks the same', () => {
  expect(labels({ query })).toEqual({ timeseries: 0 });
  expect(labels({ query }, { query })).toEqual({ timeseries: 0, 'timeseries (2)': 1 });
});

it('a cell that asks nothing yet is called by its number, and text between the cells is none', () => {
  expect(labels({ isMarkup: true }, { query: '' })).toEqual({ 'cell 2': 1 });
});
