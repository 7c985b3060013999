import type { TableColumn } from '../../model/tables/tableColumns.js';
import { countText as count, t } from '../../model/charts/chartWords.js';

const inLanguage = () => ({
  none: t('None'),
  noValue: t('No value'),
  changed: t('changed'),
  isNew: t('new'),
  problem: (sentence: string) => t('problem: {0}', sentence),
  warning: (sentence: string) => t('warning: {0}', sentence),
  filteredOut: t('It is in a record that the filter hides.'),
  rows: (shown: number, all: number) =>
    shown < all
      ? t('{0} of {1}', count(shown), count(all))
      : all === 1
        ? t('1 record')
        : t('{0} records', count(all)),
  changes: {
    changed: (number: number) => t('{0} changed', count(number)),
    added: (number: number) => t('{0} new', count(number)),
    going: (number: number) => t('{0} to be deleted', count(number)),
    problem: (number: number) => (number === 1 ? t('1 problem') : t('{0} problems', count(number))),
    warning: (number: number) => (number === 1 ? t('1 warning') : t('{0} warnings', count(number))),
    conflict: (number: number) => (number === 1 ? t('1 conflict') : t('{0} conflicts', count(number))),
    nothing: t('Nothing to save'),
  },
  selected: (cells: number) => t('{0} cells selected', count(cells)),
  fillsAll: (cells: number) => t('Ctrl+Enter fills all {0} cells', count(cells)),
  conflict: (sentence: string) => t('conflict: {0}', sentence),
  conflicts: {
    both: (mine: string, theirs: string, base: string) =>
      t('{0} here, {1} on the manager now (it was {2})', mine, theirs, base),
    isGone: t('Deleted on the manager, and changed here'),
    goneThere: t('deleted'),
    keep: t('Keep mine'),
    take: t('Take theirs'),
    keepAll: t('Keep mine everywhere'),
    takeAll: t('Take theirs everywhere'),
  },
  openRecord: t('Open record'),
  goToReference: t('Go to what it refers to'),
  edit: t('Edit'),
  fillDown: t('Fill down'),
  fillSeries: t('Fill series'),
  fromAbove: t('Take from above'),
  oneRow: t('Select several rows: they count on from the first.'),
  clear: t('Clear'),
  copyJson: t('Copy as JSON'),
  addBelow: t('Add below'),
  add: t('Add'),
  duplicate: t('Duplicate'),
  deleteRows: t('Delete'),
  readOnly: ({ isUnknown, field }: TableColumn) =>
    isUnknown
      ? t('{0} is not a field that Netsensor knows, so it cannot be edited.', field)
      : t('The manager sets {0}, so it cannot be edited.', field),
  nothingAbove: t('There is nothing above. Select a cell further down.'),
  filterOf: (column: string) => t('Filter: {0}', column),
  clearFilters: t('Clear filters'),
  onlyThese: t('Show these rows alone, or all again'),
  again: t('Sort and filter again'),
  gone: (typed: string) => t('The record is gone meanwhile, so this was not entered: {0}', typed),
  replace: t('Replace…'),
  replaceIn: (field: string) => t('Replace in {0}…', field),
  exportCsv: t('Export CSV…'),
  replacing: {
    column: (field: string) => t('Replace in {0}', field),
    find: t('Find'),
    replace: t('Replace with'),
    all: t('Replace all'),
    close: t('Close'),
    hint: t('Type what is to be found in the rows below. Find nothing to fill what is empty.'),
    count: (cells: number, misfits: number) =>
      [
        cells === 1 ? t('1 cell changes') : t('{0} cells change', count(cells)),
        misfits === 0 ? '' : t('{0} stay, because the new value would not fit', count(misfits)),
      ]
        .filter(Boolean)
        .join(', '),
  },
  changedMeanwhile: t('The text has changed meanwhile. Look again, then do it once more.'),
  save: t('Save…'),
  readOnlyTable: t('Read-only'),
  leads: { picture: t('Show in Picture'), uses: t('Find Records That Use It'), tree: t('Reveal in Tree') },
  showAll: t('Show All'),
  shownOnly: t('Nothing is edited here.'),
  locked: t('Read-only: nothing can be edited.'),
  unlock: t('Unlock'),
  tryAgain: t('Try again'),
  openText: t('Open as Text'),
  columns: t('Columns…'),
  uses: t('How many records refer to it'),
  notRead: (types: string) => t('Not read yet: {0}', types),
  findColumn: t('Find a column'),
  layout: t('Layout…'),
});

/** Every text that the page of a table shows besides those of the grid. */
export let tableStrings = inLanguage();

/** Takes over the translations that `translate` of `renderer/strings.ts` was given before. */
export const translateTable = (): void => {
  tableStrings = inLanguage();
};
