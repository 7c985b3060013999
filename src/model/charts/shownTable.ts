import { chartResult, type ChartColumn, type ChartResult, type ViewedAs } from './chartResult.js';
import { chosenView } from './viewChoice.js';
import type { ResultTable, ResultValue } from '../query/queryResult.js';
import type { Sorting, ViewSettings } from '../results/viewSettings.js';
import { timeText } from '../text/timeText.js';
import { rowOrder } from './rowOrder.js';

/** The column of times of several rows that all have the same one, which a table says once. */
export function columnOfOneTime<Column extends ChartColumn>({
  columns,
  rows,
  facts,
}: Pick<ChartResult, 'rows' | 'facts'> & { readonly columns: readonly Column[] }): Column | undefined {
  const isKnown = rows.isComplete || !facts.isBucketed;
  const column = columns.find(({ kind }) => kind === 'time');
  const { values = [] } = column ?? {};
  const isOne = rows.count > 1 && values.every(time => time === undefined || time === values[0]);
  return isKnown && isOne && columns.length > 1 ? column : undefined;
}

/** The columns of a table in the order that a person gave them. */
export function orderedColumns<Column extends Pick<ChartColumn, 'name'>>(
  columns: readonly Column[],
  { order }: ViewSettings,
): readonly Column[] {
  if (!order) return columns;
  const places = new Map(order.map((name, place) => [name, place]));
  const placeOf = ({ name }: Column) => places.get(name) ?? order.length;
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The columns of a table that are not hidden, in their order. */
export function shownColumns<Column extends ChartColumn>(
  columns: readonly Column[],
  { settings, sameTime }: Pick<ViewedAs, 'settings'> & { readonly sameTime: Column | undefined },
): Column[] {
  const chosen = new Map((settings.columns ?? []).map(column => [column.name, column]));
  return orderedColumns(columns, settings).filter(
    column => !(chosen.get(column.name)?.isHidden ?? column === sameTime),
  );
}

/** What rows are sorted by: by the first, and among equal ones by the next. */
export const sortsOf = ({ sort }: ViewSettings): readonly Sorting[] =>
  sort ? [sort, ...(sort.then ?? [])] : [];

/** The most columns that rows are sorted by. */
const mostSorts = 10;

/** What stands in settings for {@link sortsOf}. */
export function sortOf([first, ...others]: readonly Sorting[]): ViewSettings['sort'] {
  if (!first) return undefined;
  const { column, isDescending } = first;
  return { column, isDescending, ...(others.length > 0 ? { then: others.slice(0, mostSorts - 1) } : {}) };
}

/** The rows of a table by position, as they are filtered and sorted; undefined for all of them as they came. */
export function tableOrder({
  columns,
  rows,
  settings,
  zone,
}: Omit<ChartResult, 'facts'>): Uint32Array | undefined {
  const filters = (settings.columns ?? []).flatMap(({ name, filter }) => {
    const column = columns.find(each => each.name === name);
    return filter && column ? [{ columns: [column], text: filter }] : [];
  });
  if (settings.search) filters.push({ columns: [...columns], text: settings.search });
  const sorts = sortsOf(settings).flatMap(({ column: name, isDescending }) => {
    const column = columns.find(each => each.name === name);
    return column ? [{ column, isDescending }] : [];
  });
  return rowOrder({ count: rows.count, zone, filters, sorts });
}

/**
 * A result as it is on the screen: the rows that pass the filters of its table, in the order of that, without what is hidden,
 * and times in its zone. A time that the screen says once above the rows stands in each. A chart is drawn of all rows and
 * columns, and so all are there while one is shown.
 */
export function shownTable(table: ResultTable, look: ViewedAs): ResultTable {
  const result = chartResult(table, look);
  const { columns, order } = chosenView(result) === 'table' ? arranged(result) : { columns: result.columns };
  const names = columns.map(({ name }) => name);
  const rowCount = order?.length ?? table.rowCount;
  const shown = orderedColumns(
    table.columns.filter(({ name }) => names.includes(name)),
    { order: names },
  );
  return {
    columns: shown.map(({ values, ...column }) => {
      const inOrder = order ? Array.from(order, row => values[row] ?? null) : values;
      return { ...column, values: column.kind === 'time' ? inOrder.map(inZone(look.zone)) : inOrder };
    }),
    rowCount,
    totalRows: rowCount,
  };
}

const arranged = (result: ChartResult) => ({
  columns: shownColumns(result.columns, { settings: result.settings, sameTime: undefined }),
  order: tableOrder(result),
});

const inZone =
  (zone: string) =>
  (value: ResultValue): ResultValue =>
    typeof value === 'string' ? timeText(value, zone) : value;
