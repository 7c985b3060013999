import type { Unit } from '../model/results/queryFacts.js';
import type { ViewName } from '../model/results/viewSettings.js';
import type { Quantity } from './quantity.js';
import type { Session, SessionColumn } from './session.js';

/** The ways that a result can be looked at, in the order in which they are offered. */
export function possibleViews(session: Session): ViewName[] {
  const hasMeasure = measures(session).length > 0;
  const hasTimes = hasMeasure && hasSeveralTimes(session);
  const isGrouped = groups(session).length > 0;
  const hasPiles = viewMeasures(session, 'stacked').length > 0;
  const possible: Readonly<Record<ViewName, boolean>> = {
    table: true,
    number: hasMeasure && session.rows.count === 1,
    line: hasTimes,
    area: hasTimes,
    stacked: hasTimes && isGrouped && hasPiles,
    bars: hasTimes && (!isGrouped || hasPiles),
    list: hasMeasure && isGrouped,
    heat: hasTimes,
    map: hasMeasure && places(session).length > 0,
  };
  return (Object.keys(possible) as ViewName[]).filter(view => possible[view]);
}

/** Whether a view draws values over time. */
export const isOverTime = (view: ViewName): boolean => timeViews.includes(view);

const timeViews: readonly ViewName[] = ['line', 'area', 'stacked', 'bars'];

/** The view that is shown: the one chosen for the cell, else what suits the query type. */
export function chosenView(session: Session): ViewName {
  const possible = possibleViews(session);
  const { view } = session.settings;
  if (view && possible.includes(view)) return view;
  if (possible.includes('number') && isOneValue(session)) return 'number';
  const { queryType } = session.facts;
  const canStack = possible.includes('stacked') && isSum(session, chosenMeasure(session)?.name ?? '');
  const suitsLines =
    queryType === 'timeseries' ||
    queryType === 'topN' ||
    (queryType === 'groupBy' && session.rows.count <= mostRowsOfLines);
  if (suitsLines && possible.includes('line'))
    return canStack && queryType !== 'groupBy' ? 'stacked' : 'line';
  return queryType === 'topN' && possible.includes('list') ? 'list' : 'table';
}

/** Of a groupBy with more rows the table is shown, which is there before they have all come. */
const mostRowsOfLines = 10_000;

/** Whether there is nothing but a number, and its time. */
const isOneValue = (session: Session): boolean =>
  measures(session).length === 1 &&
  session.columns.every(({ kind, isNumeric }) => kind === 'time' || isNumeric);

/** Columns of numbers, which can be drawn, and the one that the query asks for, though it may have none. */
export const measures = ({ columns, facts }: Session): SessionColumn[] =>
  columns.filter(({ isNumeric, kind, name }) => isNumeric || (kind === 'value' && name === facts.metric));

/** The columns that a view can draw: no pile is made of what cannot be added up, such as a maximum or a distinct count. */
export function viewMeasures(session: Session, view: ViewName): SessionColumn[] {
  const isPile = view === 'stacked' || (view === 'bars' && groups(session).length > 0);
  const cannotAdd = ({ name }: SessionColumn) =>
    session.facts.measures.some(measure => measure.name === name && !measure.isSum);
  return measures(session).filter(column => !isPile || !cannotAdd(column));
}

/** The column that is drawn: the chosen one, else the one that the query ranks by, else bytes, else the first. */
export function chosenMeasure(session: Session, view: ViewName = 'line'): SessionColumn | undefined {
  const all = viewMeasures(session, view);
  return (
    all.find(({ name }) => name === session.settings.measure) ??
    all.find(({ name }) => name === session.facts.metric) ??
    all.find(({ name }) => unitOf(session, name) === 'bytes') ??
    all[0]
  );
}

/**
 * The columns that a view draws, the chosen one first. Lines of several may lie over each other: the second one that is
 * chosen, and without groups all others of the same unit; piles of different things would mean nothing.
 */
export function drawnMeasures(session: Session, view: ViewName): SessionColumn[] {
  const chosen = chosenMeasure(session, view);
  if (!chosen) return [];
  const second = secondMeasures(session, view).find(({ name }) => name === session.settings.second);
  const wanted = second ? [chosen, second] : [chosen];
  if (groups(session).length > 0 || !isOverlaid(view)) return wanted;
  const units = wanted.map(({ name }) => unitOf(session, name));
  const alike = units.flatMap(unit => measures(session).filter(({ name }) => unitOf(session, name) === unit));
  return [...new Set([chosen, ...alike])];
}

/** The columns that can be drawn over the chosen one. */
export function secondMeasures(session: Session, view: ViewName): SessionColumn[] {
  const chosen = chosenMeasure(session, view);
  if (!chosen || !isOverlaid(view)) return [];
  const isGrouped = groups(session).length > 0;
  const unit = unitOf(session, chosen.name);
  return measures(session).filter(
    column => column !== chosen && (isGrouped || unitOf(session, column.name) !== unit),
  );
}

const isOverlaid = (view: ViewName): boolean => view === 'line' || view === 'area';

/** What a column counts. */
export const unitOf = ({ facts }: Session, name: string): Unit =>
  facts.measures.find(measure => measure.name === name)?.unit ?? 'number';

/** How the numbers of a column are written. */
export const quantityOf = (session: Session, name: string): Quantity => ({
  unit: unitOf(session, name),
  prefixes: session.settings.prefixes ?? 'si',
});

/** Whether values of a column may be added up. */
export const isSum = ({ facts }: Session, name: string): boolean =>
  facts.measures.find(measure => measure.name === name)?.isSum ?? false;

/** Columns that tell rows of the same time apart. */
export const groups = ({ columns }: Session): SessionColumn[] =>
  columns.filter(({ kind }) => kind === 'dimension');

/** Columns of countries or coordinates (field notes §2.8). */
export const places = (session: Session): SessionColumn[] =>
  groups(session).filter(
    ({ name, values }) => /country_code|_map$|latlong/.test(name) && values.some(value => isPlace(value)),
  );

/** The column that a map is drawn by: the chosen one, else the first. */
export function chosenPlace(session: Session): SessionColumn | undefined {
  const all = places(session);
  return all.find(({ name }) => name === session.settings.dimension) ?? all[0];
}

/** Whether a value is a country (ISO 3166 alpha-2) or a pair of coordinates. */
export const isPlace = (value: unknown): boolean =>
  typeof value === 'string' && (/^[A-Z]{2}$/i.test(value) || /^-?\d+(\.\d+)?,\s*-?\d+(\.\d+)?$/.test(value));

/** Until all rows have come, the query says whether there are several times. */
export function hasSeveralTimes({ columns, rows, facts }: Session): boolean {
  const times = columns.find(({ kind }) => kind === 'time')?.values ?? [];
  return (
    times.some(time => time !== undefined && time !== times[0]) || (!rows.isComplete && facts.isBucketed)
  );
}
