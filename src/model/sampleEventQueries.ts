import { equals, highest, matches, sum, type SampleQuery, type SampleRange } from './sampleQuery.js';

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
