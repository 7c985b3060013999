import { queryStretches } from 'netsensor-contract/query/timeBuckets';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { oneLine, shortened } from 'netsensor-contract/text/plainText';
import type { ResultTable } from '../query/queryResult.js';

/** A moment that is marked over a chart. */
export interface ChartMark {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  /** What happened, in one line; may be empty. */
  readonly text: string;
  /** How often it happened. */
  readonly count: number;
}

/** Marks in order, and how many there are besides them. */
export interface ChartMarks {
  readonly marks: readonly ChartMark[];
  readonly more: number;
}

/** Stands for the rows of a cell in the settings of a view, as names do in queries. */
export const cellSource = (name: string): string => `\${${name}}`;

/** The cell whose rows are marks; undefined for the events of the manager. */
export const sourceCell = (source: string): string | undefined => /^\$\{(.+)\}$/.exec(source)?.[1];

/** Of one bucket. */
const messages = 3;
/** More are not told apart on a screen. */
const mostBuckets = 1500;

/** Buckets of the contract that marks are read by, and their lengths in milliseconds (contract 002, Granularity values). */
const granularities = [
  ['second', 1000],
  ['minute', 60_000],
  ['fifteen_minute', 900_000],
  ['hour', 3_600_000],
] as const;

/**
 * Asks for what happened in the time of another query: the most frequent messages of intrusion events, bucket by bucket. An
 * order of a groupBy is one within each time, and its limit would cut the last times off (field notes §2.7). Undefined where
 * the times of the query cannot be read.
 * @param query as it is sent
 */
export function eventQuery(query: unknown): object | undefined {
  const stretches = isRecord(query) ? queryStretches(query) : [];
  if (!isRecord(query) || stretches.length === 0) return undefined;
  const length = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  const [granularity = 'day'] = granularities.find(([, size]) => length / size <= mostBuckets) ?? [];
  return {
    queryType: 'topN',
    dataSource: 'rb_event',
    granularity,
    intervals: query['intervals'],
    dimension: 'msg',
    metric: 'events',
    threshold: messages,
    aggregations: [{ type: 'longSum', name: 'events', fieldName: 'events' }],
  };
}

/** As many as `eventQuery` may bring, at most, and a page may keep. */
const mostMarks = mostBuckets * messages;
const longestText = 120;

/**
 * The rows whose times are within these stretches, as marks that say what the rows hold besides. One computed column alone
 * is taken for how often it happened.
 */
export function marksOf({ columns, rowCount }: ResultTable, stretches: readonly Stretch[]): ChartMarks {
  const times = columns.find(({ kind }) => kind === 'time')?.values ?? [];
  const computed = columns.filter(({ kind }) => kind === 'value');
  const counted = computed.length === 1 ? computed[0] : undefined;
  const found: ChartMark[] = [];
  for (let row = 0; row < rowCount; row += 1) {
    const time = Date.parse(String(times[row]));
    if (!stretches.some(({ start, end }) => time >= start && time < end)) continue;
    const count = Number(counted?.values[row] ?? 1);
    const isCount = Number.isSafeInteger(count) && count > 0;
    const words = columns.flatMap(({ name, kind, values }) => {
      const value = values[row] ?? null;
      if (kind === 'time' || value === null || value === '') return [];
      if (kind === 'dimension') return String(value);
      return isCount && computed.length === 1 ? [] : `${name} ${String(value)}`;
    });
    const text = shortened(oneLine(words.join(' · ')), longestText);
    found.push({ time, text, count: isCount ? count : 1 });
  }
  const marks = found.toSorted((one, other) => one.time - other.time).slice(0, mostMarks);
  return { marks, more: found.length - marks.length };
}
