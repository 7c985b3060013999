import type { ResultTable } from '../../query/queryResult.js';
import { chartResult, type ViewedAs } from '../chartResult.js';
import { chartWords } from '../chartWords.js';
import { shownTable } from '../shownTable.js';
import { chosenView, groups, isOverTime } from '../viewChoice.js';
import { seriesData, seriesOff, type Series } from './seriesData.js';

/** What is on the screen of a result, and what of it is not there, a sentence each. */
export interface DrawnTable {
  readonly table: ResultTable;
  readonly notes: readonly string[];
}

/**
 * A result as it is on the screen, and of a chart over time the rows of the series that are drawn alone: not of those that are
 * switched off, and not of those that have no line of their own. Without groups, series are columns.
 */
export function drawnTable(all: ResultTable, look: ViewedAs): DrawnTable {
  const table = shownTable(all, look);
  const result = chartResult(all, look);
  const view = chosenView(result);
  if (!isOverTime(view)) return { table, notes: [] };
  const { series, count } = seriesData(result, view);
  const off = seriesOff(look.settings, series);
  const drawn = series.filter(({ id }) => !off.includes(id));
  const grouped = groups(result);
  if (grouped.length === 0) return { table: withoutColumns(table, off), notes: offNotes(off.length) };
  const shown = new Set(drawn.flatMap(keyOf));
  const isShown = Array.from({ length: table.rowCount }, (_, row) =>
    shown.has(JSON.stringify(grouped.map(({ values }) => values[row] ?? null))),
  );
  const bySize = count.by === 'sum' ? chartWords.seriesBySum : chartWords.seriesByMaximum;
  return {
    table: withRows(table, isShown),
    notes: [
      ...(count.drawn < count.all ? [bySize(count.drawn, count.all)] : []),
      ...offNotes(new Set(series.flatMap(keyOf)).size - shown.size),
    ],
  };
}

/** Tells the group of a series from others; nothing for several of them that are added up. */
const keyOf = ({ parts }: Series): string[] =>
  parts.length === 0 ? [] : [JSON.stringify(parts.map(({ value }) => value))];

const offNotes = (number: number): string[] => (number > 0 ? [chartWords.seriesOff(number)] : []);

const withoutColumns = ({ columns, ...table }: ResultTable, names: readonly string[]): ResultTable => ({
  ...table,
  columns: columns.filter(({ name }) => !names.includes(name)),
});

function withRows({ columns }: ResultTable, isKept: readonly boolean[]): ResultTable {
  const rowCount = isKept.filter(Boolean).length;
  return {
    columns: columns.map(({ values, ...column }) => ({
      ...column,
      values: values.filter((_, row) => isKept[row]),
    })),
    rowCount,
    totalRows: rowCount,
  };
}
