import type { JsonObject } from '../../../packages/manager/src/dataQuery/querySchema.js';
import type { FailedTest, SuiteReport } from '../../../test/support/suiteReport.js';
import type { EditionName } from '../druidEditions.js';
import { compareEngines, type Comparison } from './compareEngines.js';
import { presentOfProof } from './evidence.js';

const count = { type: 'count', name: 'rows' };
const registers = { type: 'hyperUnique', name: 'values', fieldName: 'sum_bytes' };
const clients = { type: 'cardinality', name: 'clients', fieldNames: ['client_mac', 'lan_ip', 'url'] };
const clientsSquared = {
  type: 'arithmetic',
  name: 'squared',
  fn: '*',
  fields: [clients, clients].map(({ name }) => ({ type: 'hyperUniqueCardinality', fieldName: name })),
};

/** Rows made by hand, around a night on which clocks change. */
const byHand = {
  dataSource: 'rb_flow',
  intervals: ['2026-10-24T10:00Z/P2D'],
  granularity: 'all',
  aggregations: [count],
};
const generated = { ...byHand, intervals: [`PT2H/${new Date(presentOfProof).toISOString()}`] };
const best = { queryType: 'topN', dimension: 'campus', metric: 'rows', threshold: 3 };
const groups = { queryType: 'groupBy', dimensions: ['campus', 'host', 'direction'] };

/** Queries that show known differences, by their names, and the edition on which they were seen to; the one other still has to be shown. */
const shown: Readonly<Record<string, { readonly edition: EditionName; readonly body: JsonObject }>> = {
  'zone of a time': {
    edition: '33',
    body: {
      ...byHand,
      ...best,
      granularity: { type: 'period', period: 'PT1H', timeZone: 'Europe/Berlin' },
    },
  },
  'refused by Druid alone': {
    edition: '33',
    body: { ...byHand, ...best, metric: 'values', aggregations: [registers] },
  },
  'chosen by an estimate': {
    edition: '33',
    body: {
      ...generated,
      queryType: 'groupBy',
      dimensions: ['sensor_name', 'application_id_name'],
      aggregations: [clients],
      limitSpec: { type: 'default', limit: 200, columns: ['clients'] },
    },
  },
  'computed of an estimate': {
    edition: '33',
    body: {
      ...generated,
      queryType: 'groupBy',
      dimensions: ['sensor_name'],
      aggregations: [clients, count],
      postAggregations: [clientsSquared],
    },
  },
  'hours off the hour': {
    edition: '33',
    body: {
      ...byHand,
      queryType: 'groupBy',
      dimensions: [],
      granularity: { type: 'period', period: 'PT5H', timeZone: 'Asia/Kathmandu' },
    },
  },
  'ordered twice by a dimension': {
    edition: '33',
    body: {
      ...byHand,
      ...groups,
      limitSpec: {
        type: 'default',
        limit: 7,
        columns: [{ dimension: 'host' }, { dimension: 'host', direction: 'DESCENDING' }],
      },
    },
  },
  'missing texts as numbers of 28': {
    edition: '28-sql',
    body: {
      ...byHand,
      queryType: 'groupBy',
      dimensions: ['client_rssi'],
      aggregations: [{ type: 'longMax', name: 'most', fieldName: 'client_rssi' }],
    },
  },
  'missing values in a not of 28': {
    edition: '28-sql',
    body: {
      ...byHand,
      queryType: 'timeseries',
      aggregations: [
        {
          type: 'filtered',
          name: 'few',
          aggregator: { type: 'count', name: 'hidden' },
          filter: { type: 'not', field: { type: 'bound', dimension: 'host', lower: 'b' } },
        },
      ],
    },
  },
  'start of all': {
    edition: '28-sql',
    body: {
      ...byHand,
      queryType: 'timeseries',
      context: { skipEmptyBuckets: true },
      filter: {
        type: 'and',
        fields: Object.entries({ host: 'www.lisbon.pt', client_rssi: '0.5', campus: 'Lisbon' }).map(
          ([dimension, value]) => ({ type: 'selector', dimension, value }),
        ),
      },
    },
  },
  'buckets of a namespace': {
    edition: '33',
    body: {
      ...byHand,
      intervals: ['2026-10-24T10:00Z/PT6H'],
      queryType: 'timeseries',
      granularity: 'minute',
      namespace_uuids: ['n1'],
    },
  },
};

/**
 * Looks whether the known differences are still there, each with a query of its own: a reason that nothing shows any more would hide
 * what it does not mean.
 */
export async function proveReasons(edition: EditionName, comparison: Comparison): Promise<SuiteReport> {
  const failures: FailedTest[] = [];
  const asked = Object.entries(shown).filter(([, { edition: seenOn }]) => seenOn === edition);
  for (const [name, { body }] of asked) {
    const title = `${edition}: “${name}” is shown by its query`;
    const others = comparison.others.slice(0, 1);
    const verdict = await compareEngines([{ name, body }], { ...comparison, others }, () => undefined);
    if (verdict.known.has(name)) continue;
    const reason = 'The engines agree, or differ in another way.';
    failures.push({ suite: edition, title, reason });
  }
  return { passed: asked.length - failures.length, failed: failures.length, skipped: 0, failures };
}
