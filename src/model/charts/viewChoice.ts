import type { Unit } from '../results/queryFacts.js';
import type { Rate, ViewName } from '../results/viewSettings.js';
import type { Quantity } from './quantity.js';
import type { ChartColumn, ChartResult } from './chartResult.js';

/** The ways that a result can be looked at, in the order in which they are offered. */
export function possibleViews(result: ChartResult): ViewName[] {
  const hasMeasure = measures(result).length > 0;
  const hasTimes = hasMeasure && hasSeveralTimes(result);
  const isGrouped = groups(result).length > 0;
  const canPile = viewMeasures(result, 'stacked').length > 0;
  const possible: Readonly<Record<ViewName, boolean>> = {
    table: true,
    number: hasMeasure && result.rows.count === 1,
    line: hasTimes,
    area: hasTimes,
    stacked: hasTimes && isGrouped && canPile,
    bars: hasTimes && (!isGrouped || canPile),
    list: hasMeasure && isGrouped,
    heat: hasTimes,
    map: hasMeasure && places(result).length > 0,
  };
  return (Object.keys(possible) as ViewName[]).filter(view => possible[view]);
}

/** Whether a view draws values over time. */
export const isOverTime = (view: ViewName): view is 'line' | 'area' | 'stacked' | 'bars' =>
  timeViews.includes(view);

const timeViews: readonly ViewName[] = ['line', 'area', 'stacked', 'bars'];

/** The view that is shown: the one chosen for the cell, else what suits the query type. */
export function chosenView(result: ChartResult): ViewName {
  const possible = possibleViews(result);
  const { view } = result.settings;
  if (view && possible.includes(view)) return view;
  if (possible.includes('number') && isOneValue(result)) return 'number';
  const { queryType } = result.facts;
  const canStack = possible.includes('stacked') && isSum(result, chosenMeasure(result)?.name ?? '');
  const suitsLines =
    queryType === 'timeseries' ||
    queryType === 'topN' ||
    (queryType === 'groupBy' && result.rows.count <= mostRowsOfLines);
  if (suitsLines && possible.includes('line'))
    return canStack && queryType !== 'groupBy' ? 'stacked' : 'line';
  return queryType === 'topN' && possible.includes('list') ? 'list' : 'table';
}

/** Of a groupBy with more rows the table is shown, which is there before they have all come. */
const mostRowsOfLines = 10_000;

/** Whether there is nothing but a number, and its time. */
const isOneValue = (result: ChartResult): boolean =>
  measures(result).length === 1 &&
  result.columns.every(({ kind, isNumeric }) => kind === 'time' || isNumeric);

/** Columns of numbers, which can be drawn, and the one that the query asks for, though it may have none. */
export const measures = ({ columns, facts }: ChartResult): ChartColumn[] =>
  columns.filter(({ isNumeric, kind, name }) => isNumeric || (kind === 'value' && name === facts.metric));

/** The columns that a view can draw: no pile is made of what cannot be added up, such as a maximum or a distinct count. */
export function viewMeasures(result: ChartResult, view: ViewName): ChartColumn[] {
  const cannotAdd = ({ name }: ChartColumn) =>
    result.facts.measures.some(measure => measure.name === name && !measure.isSum);
  return measures(result).filter(column => !hasPiles(result, view) || !cannotAdd(column));
}

/** Whether a view puts the values of groups on each other. */
export const hasPiles = (result: ChartResult, view: ViewName): boolean =>
  view === 'stacked' || (view === 'bars' && groups(result).length > 0);

/** The column that is drawn: the chosen one, else the one that the query ranks by, else bytes, else the first. */
export function chosenMeasure(result: ChartResult, view: ViewName = 'line'): ChartColumn | undefined {
  const all = viewMeasures(result, view);
  return (
    all.find(({ name }) => name === result.settings.measure) ??
    all.find(({ name }) => name === result.facts.metric) ??
    all.find(({ name }) => unitOf(result, name) === 'bytes') ??
    all[0]
  );
}

/**
 * The columns that a view draws, the chosen one first. Lines of several may lie over each other: the second one that is
 * chosen, and without groups all others of the same unit; piles of different things would mean nothing.
 */
export function drawnMeasures(result: ChartResult, view: ViewName): ChartColumn[] {
  const chosen = chosenMeasure(result, view);
  if (!chosen) return [];
  const second = secondMeasures(result, view).find(({ name }) => name === result.settings.second);
  const wanted = second ? [chosen, second] : [chosen];
  if (groups(result).length > 0 || !isOverlaid(view)) return wanted;
  const axes = wanted.map(({ name }) => axisOf(result, name));
  const alike = axes.flatMap(axis => measures(result).filter(({ name }) => axisOf(result, name) === axis));
  return [...new Set([chosen, ...alike])];
}

/** The columns that can be drawn over the chosen one. */
export function secondMeasures(result: ChartResult, view: ViewName): ChartColumn[] {
  const chosen = chosenMeasure(result, view);
  if (!chosen || !isOverlaid(view)) return [];
  const isGrouped = groups(result).length > 0;
  const axis = axisOf(result, chosen.name);
  return measures(result).filter(
    column => column !== chosen && (isGrouped || axisOf(result, column.name) !== axis),
  );
}

const isOverlaid = (view: ViewName): boolean => view === 'line' || view === 'area';

/** What a column counts. */
export const unitOf = ({ facts }: ChartResult, name: string): Unit =>
  facts.measures.find(measure => measure.name === name)?.unit ?? 'number';

/** How the numbers of a column are written. */
export const quantityOf = (result: ChartResult, name: string): Quantity => ({
  unit: unitOf(result, name),
  prefixes: result.settings.prefixes ?? 'si',
  sign: unitOf(result, name) === 'value' ? valueSign(result) : undefined,
});

/** What the values of a column are per second over time: only what can be added up is, over buckets of a known length. */
export function rateOf(result: ChartResult, name: string): Rate | undefined {
  const { rate } = result.settings;
  if (!rate || !canRate(result, name)) return undefined;
  return unitOf(result, name) === 'bytes' ? rate : 'second';
}

/** Whether the values of a column have a meaning per second: they can be added up, and how long their buckets are is known. */
export const canRate = (result: ChartResult, name: string): boolean =>
  isSum(result, name) && result.facts.bucketLength !== undefined;

/** Tells columns apart that are drawn against axes of their own. */
export const axisOf = (result: ChartResult, name: string): string =>
  `${unitOf(result, name)} ${rateOf(result, name) ?? ''}`;

/** Longer texts are no units. */
const longestSign = 12;

/** The unit of what monitors measure, where all rows have the same one or the query asks for one. */
function valueSign({ columns, facts }: ChartResult): string | undefined {
  const { values = [] } = columns.find(({ kind, name }) => kind === 'dimension' && name === 'unit') ?? {};
  const isOne = values.length > 0 && values.every(value => value === values[0]);
  const sign = isOne ? values[0] : facts.valueUnit;
  return typeof sign === 'string' && sign.length <= longestSign ? sign : undefined;
}

/** Whether values of a column may be added up. */
export const isSum = ({ facts }: ChartResult, name: string): boolean =>
  facts.measures.find(measure => measure.name === name)?.isSum ?? false;

/** Columns that tell rows of the same time apart. */
export const groups = ({ columns }: ChartResult): ChartColumn[] =>
  columns.filter(({ kind }) => kind === 'dimension');

/** Columns of countries or coordinates (field notes §2.8). */
export const places = (result: ChartResult): ChartColumn[] =>
  groups(result).filter(
    ({ name, values }) => /country_code|_map$|latlong/.test(name) && values.some(value => isPlace(value)),
  );

/** The column that a map is drawn by: the chosen one, else the first. */
export function chosenPlace(result: ChartResult): ChartColumn | undefined {
  const all = places(result);
  return all.find(({ name }) => name === result.settings.dimension) ?? all[0];
}

/** Whether a value is a country (ISO 3166 alpha-2) or a pair of coordinates. */
export const isPlace = (value: unknown): boolean =>
  typeof value === 'string' && (/^[A-Z]{2}$/i.test(value) || /^-?\d+(\.\d+)?,\s*-?\d+(\.\d+)?$/.test(value));

/** Until all rows have come, the query says whether there are several times. */
export function hasSeveralTimes({ columns, rows, facts }: ChartResult): boolean {
  const times = columns.find(({ kind }) => kind === 'time')?.values ?? [];
  return (
    times.some(time => time !== undefined && time !== times[0]) || (!rows.isComplete && facts.isBucketed)
  );
}
