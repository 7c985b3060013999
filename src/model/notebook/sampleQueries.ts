import type { z } from 'zod';
import type { dataQuery } from '../query/query.js';

type Query = z.input<typeof dataQuery>;

/** One cell pair of the sample notebook: what it is about, then the query. */
export interface SampleQuery {
  readonly title: string;
  readonly text: string;
  readonly query: Query;
}

/** What the sample queries look at. */
export interface SampleValues {
  /** Start of the whole interval, which buckets are counted from. */
  readonly start: string;
  readonly intervals: string[];
  /** A device whose applications are listed. */
  readonly clientMac: string;
  /** Two addresses that Dropbox alerts go to. */
  readonly dropboxAddresses: readonly [string, string];
}

/** A device that the local manager generates traffic of. */
export const sampleClientMac = 'f0:18:98:4d:aa:99';

/** Two addresses that the local manager generates Dropbox alerts about. */
export const sampleDropboxAddresses = ['162.125.19.131', '162.125.68.18'] as const;

/** The published example queries over traffic, then those over intrusion events (field notes §2.10). */
export const sampleQueries = (values: SampleValues): SampleQuery[] =>
  samples.map(({ query, ...about }) => ({ ...about, query: query(values) }));

const sum = (name: string, fieldName: string) => ({ type: 'longSum' as const, name, fieldName });
const matches = (dimension: string, pattern: string) => ({ type: 'regex' as const, dimension, pattern });
const equals = (dimension: string, value: string) => ({ type: 'selector' as const, dimension, value });

/** At most 25 rows, the highest value of a column first. */
const highest = (dimension: string) => ({
  type: 'default' as const,
  limit: 25,
  columns: [{ dimension, direction: 'DESCENDING' as const }],
});

const traffic = { dataSource: 'rb_flow', granularity: 'all' } as const;
const events = { dataSource: 'rb_event', granularity: 'all' } as const;
const bytes = [sum('bytes', 'sum_bytes')];
const eventCount = [sum('events', 'events')];
const ofCampuses = { dimensions: ['campus'], aggregations: bytes, orderBy: highest('bytes') };
const youTube = matches('host', '(?i)^.*youtube.com.*$');
const videos = {
  type: 'or' as const,
  fields: [youTube, matches('host', '(?i)^.*instagram.com.*$')],
};
const dropbox = matches('msg', '(?i)^.*dropbox.*$');

const samples: readonly {
  readonly title: string;
  readonly text: string;
  readonly query: (values: SampleValues) => Query;
}[] = [
  {
    title: 'Flows of each sensor',
    text: 'A topN sorts by one dimension: here, which sensor exported the most flows.',
    query: ({ intervals }) => ({
      queryType: 'topN',
      ...traffic,
      intervals,
      dimension: 'sensor_name',
      aggregations: [sum('flows', 'events')],
      metric: 'flows',
      threshold: 1000,
    }),
  },
  {
    title: 'Traffic of each campus',
    text: 'A groupBy with an order: the campus with the most bytes comes first.',
    query: ({ intervals }) => ({ queryType: 'groupBy', ...traffic, intervals, ...ofCampuses }),
  },
  {
    title: 'YouTube traffic of each campus',
    text: 'The same, for hosts that match a regular expression; `(?i)` ignores upper and lower case.',
    query: ({ intervals }) => ({
      queryType: 'groupBy',
      ...traffic,
      intervals,
      filter: youTube,
      ...ofCampuses,
    }),
  },
  {
    title: 'YouTube or Instagram',
    text: 'Filters combine: `or` wants any of its `fields` to match.',
    query: ({ intervals }) => ({
      queryType: 'groupBy',
      ...traffic,
      intervals,
      filter: videos,
      ...ofCampuses,
    }),
  },
  {
    title: 'Access points that carried it',
    text: [
      'A timeseries in buckets of five minutes, cut in the time zone of Berlin. The number of distinct access points',
      'is an estimate, so it has decimals.',
    ].join('\n'),
    query: ({ start, intervals }) => ({
      queryType: 'timeseries',
      dataSource: 'rb_flow',
      granularity: { type: 'period', period: 'pt5m', timeZone: 'Europe/Berlin', origin: start },
      intervals,
      filter: videos,
      aggregations: [{ type: 'cardinality', name: 'result', fieldNames: ['wireless_station'] }],
    }),
  },
  {
    title: 'Applications of one device',
    text: 'An empty value stands for “none”: `not` with it leaves the flows whose application is known.',
    query: ({ intervals, clientMac }) => ({
      queryType: 'groupBy',
      ...traffic,
      intervals,
      dimensions: ['application_id_name'],
      filter: {
        type: 'and',
        fields: [equals('client_mac', clientMac), { type: 'not', field: equals('application_id_name', '') }],
      },
      aggregations: bytes,
      orderBy: highest('bytes'),
    }),
  },
  {
    title: 'Most frequent alerts',
    text: 'Intrusion events by message, the 25 most frequent ones.',
    query: ({ intervals }) => ({
      queryType: 'groupBy',
      ...events,
      intervals,
      dimensions: ['msg'],
      aggregations: eventCount,
      orderBy: highest('events'),
    }),
  },
  {
    title: 'Events of each source address',
    text: 'Without an order, all rows come, sorted by the dimension.',
    query: ({ intervals }) => ({
      queryType: 'groupBy',
      ...events,
      intervals,
      dimensions: ['src'],
      aggregations: eventCount,
    }),
  },
  {
    title: 'Dropbox alerts over the day',
    text: 'One row per hour. A timeseries takes no notice of `orderBy`: its rows are in order of time.',
    query: ({ intervals }) => ({
      queryType: 'timeseries',
      dataSource: 'rb_event',
      granularity: 'hour',
      intervals,
      filter: dropbox,
      aggregations: eventCount,
      orderBy: highest('events'),
    }),
  },
  {
    title: 'Who talks to two Dropbox addresses',
    text: '`and` and `or` nest: alerts about Dropbox that went to either of two addresses.',
    query: ({ intervals, dropboxAddresses }) => ({
      queryType: 'groupBy',
      ...events,
      intervals,
      dimensions: ['src'],
      filter: {
        type: 'and',
        fields: [dropbox, { type: 'or', fields: dropboxAddresses.map(address => equals('dst', address)) }],
      },
      aggregations: eventCount,
      orderBy: highest('events'),
    }),
  },
  {
    title: 'Different alerts in each minute',
    text: 'How many distinct messages there were, minute by minute.',
    query: ({ start, intervals }) => ({
      queryType: 'timeseries',
      dataSource: 'rb_event',
      granularity: { type: 'period', period: 'pt1m', timeZone: 'Europe/Berlin', origin: start },
      intervals,
      aggregations: [{ type: 'cardinality', name: 'result', fieldNames: ['msg'] }],
    }),
  },
];
