import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../packages/manager/src/dataQuery/querySchema.js';
import type { Ask } from '../../../tools/druid/proof/answers.js';
import { compareEngines, type Compared } from '../../../tools/druid/proof/compareEngines.js';

const estimate = { type: 'cardinality', name: 'clients', fieldNames: ['client_mac'] };
const total = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
/** Which host comes first is up to an estimate. */
const byEstimate = {
  queryType: 'topN',
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-18/2026-11-19'],
  dimension: 'host',
  metric: 'clients',
  threshold: 1,
  aggregations: [estimate, total],
};

/** Answers with the hosts in the order of their names where no estimate decides. */
const engine =
  (first: string, bytes: number): Ask =>
  query => {
    const hosts = query['metric'] === 'clients' ? [first] : ['a', 'b'];
    const result = hosts.map(host => ({ host, clients: 5, bytes }));
    return Promise.resolve({ status: 200, body: [{ timestamp: '2026-11-18T00:00:00.000Z', result }] });
  };

type Other = Partial<Compared> & Pick<Compared, 'ask'> & { readonly version?: string };

const verdictOn = (body: JsonObject, embedded: Ask, { version = '33.0.0', ...other }: Other) =>
  compareEngines(
    [{ name: 'question', body }],
    { embedded, era: '31', version, others: [{ name: 'other', refuses: true, ...other }] },
    () => undefined,
  );

describe('a difference between engines that is known', () => {
  it('is one that is gone when the query leaves out what it is about', async () => {
    const verdict = await verdictOn(byEstimate, engine('a', 7), { ask: engine('b', 7) });
    expect([verdict.unknown, [...verdict.known]]).toEqual([[], [['chosen by an estimate', 1]]]);
  });

  it('hides no other one', async () => {
    const verdict = await verdictOn(byEstimate, engine('a', 7), { ask: engine('b', 8) });
    expect(verdict.known.size).toBe(0);
    expect(verdict.unknown).toMatchObject([{ difference: { path: '0.result.0.host' } }]);
  });

  it('comes from the cluster when a manager on it shows it, and not from the manager', async () => {
    const ask = engine('b', 7);
    const same = engine('b', 7);
    const other = engine('a', 7);
    expect((await verdictOn(byEstimate, engine('a', 7), { ask, passesOn: same })).unknown).toEqual([]);
    expect((await verdictOn(byEstimate, engine('a', 7), { ask, passesOn: other })).unknown).toHaveLength(1);
    const brokenOff: Ask = () => Promise.resolve({ status: 200, body: '[{"timestamp":' });
    expect((await verdictOn(byEstimate, engine('a', 7), { ask, passesOn: brokenOff })).unknown).toEqual([]);
  });

  it('may be another zone of the same moment, but only UTC', async () => {
    const granularity = { type: 'period', period: 'P1D', timeZone: 'Europe/Berlin' };
    const body = { ...byEstimate, queryType: 'timeseries', granularity };
    const printing =
      (timestamp: string): Ask =>
      () =>
        Promise.resolve({ status: 200, body: [{ timestamp, result: { bytes: 1 } }] });
    const berlin = printing('2026-11-18T00:00:00.000+01:00');
    const inUtc = await verdictOn(body, berlin, { ask: printing('2026-11-17T23:00:00.000Z') });
    expect([...inUtc.known]).toEqual([['zone of a time', 1]]);
    const elsewhere = printing('2026-11-18T01:00:00.000+02:00');
    expect((await verdictOn(body, berlin, { ask: elsewhere })).unknown).toHaveLength(1);
  });

  it('may be a sum of missing texts that is 0 on 28, but not one of present texts', async () => {
    const signal = { type: 'longSum', name: 'signal', fieldName: 'client_rssi' };
    const some = { type: 'like', dimension: 'host', pattern: 'a%' };
    const ofSome = {
      type: 'filtered',
      name: 'some',
      filter: some,
      aggregator: { ...signal, name: 'hidden' },
    };
    const body = { ...byEstimate, queryType: 'timeseries', aggregations: [signal, ofSome, total] };
    const summing =
      (missing: number | null, present: number): Ask =>
      ({ aggregations }) => {
        const saysPresent = JSON.stringify(aggregations).split('"value":null').length - 1;
        const result = { signal: saysPresent === 2 ? null : missing, some: present, bytes: 7 };
        return Promise.resolve({ status: 200, body: [{ timestamp: '2026-11-18T00:00:00.000Z', result }] });
      };
    const on28 = (ask: Ask) => verdictOn(body, summing(null, 5), { ask, version: '28.0.0' });
    expect([...(await on28(summing(0, 5))).known]).toEqual([['missing texts as numbers of 28', 1]]);
    expect((await on28(summing(0, 6))).unknown).toHaveLength(1);
    expect((await verdictOn(body, summing(null, 5), { ask: summing(0, 5) })).unknown).toHaveLength(1);
  });
});
