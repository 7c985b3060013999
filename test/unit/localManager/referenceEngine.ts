import { DateTime } from 'luxon';

/** A row as the reference engine holds it. */
export interface ReferenceRow {
  readonly time: number;
  readonly values: Readonly<Record<string, string | null>>;
  readonly bytes: number;
  readonly events: number;
}

export type ReferenceFilter =
  | { type: 'selector'; dimension: string; value: string }
  | { type: 'regex'; dimension: string; pattern: string }
  | { type: 'in'; dimension: string; values: string[] }
  | { type: 'and' | 'or'; fields: ReferenceFilter[] }
  | { type: 'not'; field: ReferenceFilter };

export interface ReferenceQuery {
  readonly queryType: 'groupBy' | 'topN' | 'timeseries';
  readonly granularity: string | { type: 'period'; period: 'P1D' | 'PT1H'; timeZone: string };
  readonly intervals: readonly string[];
  readonly filter: ReferenceFilter | null;
  readonly dimensions: readonly string[];
  readonly threshold: number;
  readonly limit: number;
}

const hour = 3_600_000;
const widths: Readonly<Record<string, number>> = {
  minute: 60_000,
  fifteen_minute: 900_000,
  hour,
  day: 24 * hour,
};

/** A second, independent answer to a data query: plain loops over rows, written from field notes §2.4 to §2.9. */
export function referenceAnswer(query: ReferenceQuery, rows: readonly ReferenceRow[]): unknown {
  const intervals = query.intervals.map(
    text => text.split('/').map(part => Date.parse(part)) as [number, number],
  );
  const inside = (time: number) => intervals.some(([start, end]) => time >= start && time < end);
  const chosen = rows.filter(row => inside(row.time) && (!query.filter || matches(query.filter, row)));
  const groups = new Map<string, { bucket: number; key: (string | null)[]; bytes: number; flows: number }>();
  const dimensions = query.queryType === 'timeseries' ? [] : query.dimensions;
  for (const row of chosen) {
    const bucket = bucketOf(query, row.time);
    const key = dimensions.map(name => row.values[name] ?? null);
    const id = JSON.stringify([bucket, key]);
    const group = groups.get(id) ?? { bucket, key, bytes: 0, flows: 0 };
    group.bytes += row.bytes;
    group.flows += row.events;
    groups.set(id, group);
  }
  const list = [...groups.values()];
  const named = (group: (typeof list)[number]) => ({
    ...Object.fromEntries(dimensions.map((name, index) => [name, group.key[index]])),
    bytes: group.bytes,
    flows: group.flows,
  });
  list.sort((a, b) => a.bucket - b.bucket || b.bytes - a.bytes || compareKeys(a.key, b.key));
  if (query.queryType === 'groupBy') {
    const first = Math.min(...intervals.map(([start]) => start));
    return list.slice(0, query.limit).map(group => ({
      version: 'v1',
      timestamp: print(query, query.granularity === 'all' ? first : group.bucket),
      event: named(group),
    }));
  }
  return answeredBuckets(query, rows, intervals).map(({ bucket, shown }) => {
    const found = list.filter(group => group.bucket === bucket).map(named);
    const one = found[0] ?? { bytes: 0, flows: 0 };
    return {
      timestamp: print(query, shown),
      result: query.queryType === 'topN' ? found.slice(0, query.threshold) : one,
    };
  });
}

/** Minute by minute: a minute counts when a stored hour spans it and an interval holds it. */
function answeredBuckets(
  query: ReferenceQuery,
  rows: readonly ReferenceRow[],
  intervals: readonly (readonly [number, number])[],
): { bucket: number; shown: number }[] {
  const shown = new Map<number, number>();
  for (const segment of new Set(rows.map(row => Math.floor(row.time / hour) * hour))) {
    const times = rows.map(row => row.time).filter(time => time >= segment && time < segment + hour);
    const last = Math.max(...times);
    for (let time = Math.min(...times); time < segment + hour; time += 60_000) {
      const counted = time <= last || bucketOf(query, time) === bucketOf(query, last);
      if (!counted || !intervals.some(([start, end]) => time >= start && time < end)) continue;
      const bucket = bucketOf(query, time);
      const start = query.granularity === 'all' ? time : bucket;
      shown.set(bucket, Math.min(shown.get(bucket) ?? Infinity, start));
    }
  }
  return [...shown].map(([bucket, start]) => ({ bucket, shown: start })).sort((a, b) => a.shown - b.shown);
}

function bucketOf({ granularity }: ReferenceQuery, time: number): number {
  if (granularity === 'all') return 0;
  if (typeof granularity !== 'string') {
    const unit = granularity.period === 'P1D' ? 'day' : 'hour';
    return DateTime.fromMillis(time, { zone: granularity.timeZone }).startOf(unit).toMillis();
  }
  const width = widths[granularity] ?? NaN;
  return Math.floor(time / width) * width;
}

function print({ granularity }: ReferenceQuery, time: number): string {
  const zone = typeof granularity === 'string' ? 'utc' : granularity.timeZone;
  return DateTime.fromMillis(time, { zone }).toISO() ?? '';
}

function matches(filter: ReferenceFilter, row: ReferenceRow): boolean {
  switch (filter.type) {
    case 'and':
      return filter.fields.every(field => matches(field, row));
    case 'or':
      return filter.fields.some(field => matches(field, row));
    case 'not':
      return !matches(filter.field, row);
    case 'selector':
      return (row.values[filter.dimension] ?? '') === filter.value;
    case 'in':
      return filter.values.includes(row.values[filter.dimension] ?? '');
    case 'regex': {
      const value = row.values[filter.dimension] ?? null;
      return value !== null && new RegExp(filter.pattern).test(value);
    }
  }
}

function compareKeys(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? null;
    if (left === right) continue;
    if (left === null || right === null) return left === null ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
