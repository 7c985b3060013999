import {
  compareAlphaNumeric,
  compareText,
  matches,
  type ReferenceFilter,
  type ReferenceRow,
} from './referenceFilter.js';
import {
  compareCells,
  outputsOf,
  printCells,
  type Cell,
  type ReferenceAggregation,
  type ReferencePost,
} from './referenceOutputs.js';
import {
  bucketOf,
  printTime,
  type ReferenceGranularity,
  type Stretch,
} from '../../contract/test/query/referenceTime.js';

export type ReferenceHaving =
  | { type: 'equalTo' | 'greaterThan' | 'lessThan'; aggregation: string; value: number }
  | { type: 'dimSelector'; dimension: string; value: string | null }
  | { type: 'and' | 'or'; havingSpecs: ReferenceHaving[] }
  | { type: 'not'; havingSpec: ReferenceHaving }
  | { type: 'always' };

export type ReferenceDimension = string | { type: 'default'; dimension: string; outputName?: string };

export interface ReferenceOrder {
  readonly limit?: number;
  readonly columns: (string | { dimension: string; direction?: string; dimensionOrder?: string })[];
}

export type ReferenceMetric =
  | string
  | { type: 'numeric'; metric: string }
  | { type: 'lexicographic' | 'alphaNumeric'; previousStop?: string }
  | { type: 'inverted'; metric: ReferenceMetric };

export interface ReferenceQuery {
  readonly queryType: 'groupBy' | 'topN' | 'timeseries';
  readonly granularity: ReferenceGranularity;
  readonly stretches: readonly Stretch[];
  readonly namespaces: readonly string[];
  readonly filter: ReferenceFilter | null;
  readonly aggregations: readonly ReferenceAggregation[];
  readonly postAggregations: readonly ReferencePost[];
  readonly dimensions: readonly ReferenceDimension[];
  readonly having: ReferenceHaving | undefined;
  readonly order: ReferenceOrder | undefined;
  readonly metric: ReferenceMetric;
  readonly threshold: number;
  readonly descending: boolean;
  readonly skipEmptyBuckets: boolean;
}

interface Group {
  readonly bucket: number;
  readonly key: readonly (string | null)[];
  readonly cells: ReadonlyMap<string, Cell>;
}

const hour = 3_600_000;

/**
 * The text of a second, independent answer to a data query: plain loops over rows, written from field notes §2.2 to
 * §2.9.
 */
export function referenceAnswer(query: ReferenceQuery, rows: readonly ReferenceRow[]): string {
  const { namespaces, filter, granularity } = query;
  const searched = rows.filter(
    row => namespaces.length === 0 || namespaces.includes(row.values['namespace_uuid'] ?? ''),
  );
  const chosen = searched.filter(
    row => isInside(query, row.time) && (filter === null || matches(filter, row)),
  );
  const groups = groupsOf(query, chosen);
  if (query.queryType === 'groupBy') {
    const first = Math.min(...query.stretches.map(([start]) => start));
    const lines = orderedGroups(query, groups).map(({ bucket, cells }) => {
      const time = printTime(granularity, granularity === 'all' ? first : bucket);
      return `{"version":"v1","timestamp":"${time}","event":${printCells(cells)}}`;
    });
    return `[${lines.join(',')}]`;
  }
  const lines = answeredBuckets(query, searched).flatMap(({ bucket, shown }) => {
    const found = groups.filter(group => group.bucket === bucket);
    const result =
      query.queryType === 'topN' ? `[${topOf(query, found).join(',')}]` : seriesPoint(query, found[0]);
    return result === undefined
      ? []
      : [`{"timestamp":"${printTime(granularity, shown)}","result":${result}}`];
  });
  return `[${(query.queryType === 'timeseries' && query.descending ? lines.reverse() : lines).join(',')}]`;
}

const isInside = ({ stretches }: ReferenceQuery, time: number): boolean =>
  stretches.some(([start, end]) => time >= start && time < end);

function groupsOf(query: ReferenceQuery, rows: readonly ReferenceRow[]): Group[] {
  const { queryType, granularity, aggregations, postAggregations } = query;
  const bucketAt = bucketOf(granularity);
  const named = (queryType === 'timeseries' ? [] : query.dimensions).map(given =>
    typeof given === 'string'
      ? { dimension: given, name: given }
      : { dimension: given.dimension, name: given.outputName ?? given.dimension },
  );
  const members = new Map<string, ReferenceRow[]>();
  for (const row of rows) {
    const id = JSON.stringify([
      bucketAt(row.time),
      ...named.map(({ dimension }) => row.values[dimension] ?? null),
    ]);
    const list = members.get(id);
    if (list) list.push(row);
    else members.set(id, [row]);
  }
  return [...members].map(([id, list]) => {
    const [bucket, ...key] = JSON.parse(id) as [number, ...(string | null)[]];
    const dimensions = named.map(({ name }, index) => [name, key[index] ?? null] as const);
    const outputs = outputsOf(aggregations, postAggregations, list);
    return { bucket, key, cells: new Map<string, Cell>([...dimensions, ...outputs]) };
  });
}

function orderedGroups({ having, order }: ReferenceQuery, groups: readonly Group[]): Group[] {
  const columns = (order?.columns ?? []).map(column =>
    typeof column === 'string' ? { dimension: column } : column,
  );
  const left = groups.filter(({ cells }) => having === undefined || has(having, cells));
  left.sort((a, b) => {
    if (a.bucket !== b.bucket) return a.bucket - b.bucket;
    for (const { dimension, direction = 'ASCENDING', dimensionOrder } of columns) {
      const texts = dimensionOrder === 'alphanumeric' ? compareAlphaNumeric : compareText;
      const result = compareCells(a.cells.get(dimension) ?? null, b.cells.get(dimension) ?? null, texts);
      if (result !== 0) return /^d/i.test(direction) ? -result : result;
    }
    return compareKeys(a, b);
  });
  return left.slice(0, order?.limit);
}

function has(having: ReferenceHaving, cells: ReadonlyMap<string, Cell>): boolean {
  switch (having.type) {
    case 'always':
      return true;
    case 'and':
      return having.havingSpecs.every(each => has(each, cells));
    case 'or':
      return having.havingSpecs.some(each => has(each, cells));
    case 'not':
      return !has(having.havingSpec, cells);
    case 'dimSelector':
      return (cells.get(having.dimension) ?? '') === (having.value ?? '');
    case 'equalTo':
    case 'greaterThan':
    case 'lessThan': {
      const cell = cells.get(having.aggregation) ?? 0;
      const order = compareCells(typeof cell === 'string' ? 0 : cell, having.value, compareText);
      return { equalTo: order === 0, greaterThan: order > 0, lessThan: order < 0 }[having.type];
    }
  }
}

function topOf({ metric, threshold }: ReferenceQuery, groups: readonly Group[]): string[] {
  let sort = metric;
  let inverted = false;
  while (typeof sort === 'object' && sort.type === 'inverted') {
    sort = sort.metric;
    inverted = !inverted;
  }
  const name = typeof sort === 'string' ? sort : 'metric' in sort ? String(sort.metric) : undefined;
  const textOf = ({ key }: Group) => key[0] ?? '';
  const natural = typeof sort === 'object' && sort.type === 'alphaNumeric';
  const compareTexts = natural ? compareAlphaNumeric : compareText;
  const compare = (a: Group, b: Group) =>
    name === undefined
      ? compareTexts(textOf(a), textOf(b))
      : compareCells(b.cells.get(name) ?? null, a.cells.get(name) ?? null, compareText);
  const stop = typeof sort === 'object' && 'previousStop' in sort ? sort.previousStop : undefined;
  const isAfterStop = (group: Group) =>
    stop === undefined ||
    (group.key[0] !== null && (inverted ? -1 : 1) * compareTexts(textOf(group), stop) > 0);
  // No value comes first, also where text is inverted.
  const absent = (group: Group) => Number(name !== undefined || group.key[0] !== null);
  return groups
    .filter(isAfterStop)
    .sort((a, b) => absent(a) - absent(b) || (inverted ? -compare(a, b) : compare(a, b)) || compareKeys(a, b))
    .slice(0, threshold)
    .map(({ cells }) => printCells(cells));
}

function seriesPoint(query: ReferenceQuery, group: Group | undefined): string | undefined {
  if (group) return printCells(group.cells);
  if (query.skipEmptyBuckets) return undefined;
  return printCells(outputsOf(query.aggregations, query.postAggregations, []));
}

const compareKeys = (a: Group, b: Group): number =>
  a.key
    .map((value, index) => compareCells(value, b.key[index] ?? null, compareText))
    .find(order => order !== 0) ?? 0;

/** Minute by minute: a minute counts when a stored hour spans it and an interval holds it. */
function answeredBuckets(
  query: ReferenceQuery,
  rows: readonly ReferenceRow[],
): { bucket: number; shown: number }[] {
  const bucketAt = bucketOf(query.granularity);
  const starts = new Map<number, number>();
  const segments = new Map<number, ReferenceRow[]>();
  for (const row of rows) {
    const segment = Math.floor(row.time / hour) * hour;
    segments.set(segment, [...(segments.get(segment) ?? []), row]);
  }
  // An interval may begin inside of a minute; random queries ask for no bucket that is finer.
  const edges = query.stretches.map(([start]) => start);
  for (const [segment, stored] of segments) {
    const times = stored.map(row => row.time);
    const first = Math.min(...times);
    const last = Math.max(...times);
    const minutes = Array.from({ length: 60 }, (_none, index) => segment + index * 60_000);
    for (const time of [...minutes, ...edges]) {
      if (time < first || time >= segment + hour || !isInside(query, time)) continue;
      const bucket = bucketAt(time);
      if (time > last && bucket !== bucketAt(last)) continue;
      const start = query.granularity === 'all' ? time : bucket;
      // All of it begins in the newest hour where that comes first.
      const isNewer =
        query.queryType === 'timeseries' &&
        query.descending &&
        Math.floor((starts.get(bucket) ?? 0) / hour) * hour !== segment;
      starts.set(
        bucket,
        isNewer ? Math.max(starts.get(bucket) ?? 0, start) : Math.min(starts.get(bucket) ?? Infinity, start),
      );
    }
  }
  return [...starts].map(([bucket, shown]) => ({ bucket, shown })).sort((a, b) => a.shown - b.shown);
}
