import { equals, highest, matches, sum, type SampleQuery, type SampleRange } from './sampleQuery.js';

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
