import type { z } from 'zod';
import type { dataQuery } from '../query/query.js';

/** One cell pair of the sample notebook: what it is about, then the query. */
export interface SampleQuery {
  readonly title: string;
  readonly text: string;
  readonly query: z.input<typeof dataQuery>;
}

/** Times of a sample query: the whole interval and, for buckets, its start. */
export interface SampleRange {
  readonly start: string;
  readonly intervals: string[];
}

/** A sum under a name. */
export const sum = (name: string, fieldName: string) => ({ type: 'longSum' as const, name, fieldName });

/** At most 25 rows, the highest value of a column first. */
export const highest = (dimension: string) => ({
  type: 'default' as const,
  limit: 25,
  columns: [{ dimension, direction: 'DESCENDING' as const }],
});

/** A filter by regular expression. */
export const matches = (dimension: string, pattern: string) => ({
  type: 'regex' as const,
  dimension,
  pattern,
});

/** A filter by value. */
export const equals = (dimension: string, value: string) => ({ type: 'selector' as const, dimension, value });

/** A device that the local manager generates traffic of. */
export const sampleClientMac = 'f0:18:98:4d:aa:99';

/** Two addresses that the local manager generates Dropbox alerts about. */
export const sampleDropboxAddresses = ['162.125.19.131', '162.125.68.18'] as const;

const bytes = [sum('bytes', 'sum_bytes')];

const videoHosts = {
  type: 'or' as const,
  fields: [matches('host', '(?i)^.*youtube.com.*$'), matches('host', '(?i)^.*instagram.com.*$')],
};

/** The published example queries over traffic (field notes §2.10). */
export function sampleFlowQueries(range: SampleRange, clientMac: string): SampleQuery[] {
  return [flowsPerSensor(range), ...bytesPerCampus(range), stations(range), applications(range, clientMac)];
}

const flowsPerSensor = ({ intervals }: SampleRange): SampleQuery => ({
  title: 'Flows of each sensor',
  text: 'A topN sorts by one dimension: here, which sensor exported the most flows.',
  query: {
    queryType: 'topN',
    dataSource: 'rb_flow',
    granularity: 'all',
    intervals,
    dimension: 'sensor_name',
    aggregations: [sum('flows', 'events')],
    metric: 'flows',
    threshold: 1000,
  },
});

function bytesPerCampus({ intervals }: SampleRange): SampleQuery[] {
  const start = { queryType: 'groupBy', dataSource: 'rb_flow', granularity: 'all', intervals } as const;
  const rest = { dimensions: ['campus'], aggregations: bytes, orderBy: highest('bytes') };
  return [
    {
      title: 'Traffic of each campus',
      text: 'A groupBy with an order: the campus with the most bytes comes first.',
      query: { ...start, ...rest },
    },
    {
      title: 'YouTube traffic of each campus',
      text: 'The same, for hosts that match a regular expression; `(?i)` ignores upper and lower case.',
      query: { ...start, filter: matches('host', '(?i)^.*youtube.com.*$'), ...rest },
    },
    {
      title: 'YouTube or Instagram',
      text: 'Filters combine: `or` wants any of its `fields` to match.',
      query: { ...start, filter: videoHosts, ...rest },
    },
  ];
}

const stations = ({ start, intervals }: SampleRange): SampleQuery => ({
  title: 'Access points that carried it',
  text: [
    'A timeseries in buckets of five minutes, cut in the time zone of Berlin. The number of distinct access points',
    'is an estimate, so it has decimals.',
  ].join('\n'),
  query: {
    queryType: 'timeseries',
    dataSource: 'rb_flow',
    granularity: { type: 'period', period: 'pt5m', timeZone: 'Europe/Berlin', origin: start },
    intervals,
    filter: videoHosts,
    aggregations: [{ type: 'cardinality', name: 'result', fieldNames: ['wireless_station'] }],
  },
});

const applications = ({ intervals }: SampleRange, clientMac: string): SampleQuery => ({
  title: 'Applications of one device',
  text: 'An empty value stands for “none”: `not` with it leaves the flows whose application is known.',
  query: {
    queryType: 'groupBy',
    dataSource: 'rb_flow',
    granularity: 'all',
    intervals,
    dimensions: ['application_id_name'],
    filter: {
      type: 'and',
      fields: [equals('client_mac', clientMac), { type: 'not', field: equals('application_id_name', '') }],
    },
    aggregations: bytes,
    orderBy: highest('bytes'),
  },
});

const aggregations = [sum('events', 'events')];
const dropbox = matches('msg', '(?i)^.*dropbox.*$');

/**
 * The published example queries over intrusion events (field notes §2.10).
 * @param addresses two addresses that Dropbox alerts go to
 */
export function sampleEventQueries(range: SampleRange, addresses: readonly [string, string]): SampleQuery[] {
  return [...eventGroups(range), dropboxOverTime(range), dropboxSources(range, addresses), messages(range)];
}

function eventGroups({ intervals }: SampleRange): SampleQuery[] {
  const start = { queryType: 'groupBy', dataSource: 'rb_event', granularity: 'all', intervals } as const;
  return [
    {
      title: 'Most frequent alerts',
      text: 'Intrusion events by message, the 25 most frequent ones.',
      query: { ...start, dimensions: ['msg'], aggregations, orderBy: highest('events') },
    },
    {
      title: 'Events of each source address',
      text: 'Without an order, all rows come, sorted by the dimension.',
      query: { ...start, dimensions: ['src'], aggregations },
    },
  ];
}

const dropboxOverTime = ({ intervals }: SampleRange): SampleQuery => ({
  title: 'Dropbox alerts over the day',
  text: 'One row per hour. A timeseries takes no notice of `orderBy`: its rows are in order of time.',
  query: {
    queryType: 'timeseries',
    dataSource: 'rb_event',
    granularity: 'hour',
    intervals,
    filter: dropbox,
    aggregations,
    orderBy: highest('events'),
  },
});

const dropboxSources = (
  { intervals }: SampleRange,
  [first, second]: readonly [string, string],
): SampleQuery => ({
  title: 'Who talks to two Dropbox addresses',
  text: '`and` and `or` nest: alerts about Dropbox that went to either of two addresses.',
  query: {
    queryType: 'groupBy',
    dataSource: 'rb_event',
    granularity: 'all',
    intervals,
    dimensions: ['src'],
    filter: {
      type: 'and',
      fields: [dropbox, { type: 'or', fields: [equals('dst', first), equals('dst', second)] }],
    },
    aggregations,
    orderBy: highest('events'),
  },
});

const messages = ({ start, intervals }: SampleRange): SampleQuery => ({
  title: 'Different alerts in each minute',
  text: 'How many distinct messages there were, minute by minute.',
  query: {
    queryType: 'timeseries',
    dataSource: 'rb_event',
    granularity: { type: 'period', period: 'pt1m', timeZone: 'Europe/Berlin', origin: start },
    intervals,
    aggregations: [{ type: 'cardinality', name: 'result', fieldNames: ['msg'] }],
  },
});
