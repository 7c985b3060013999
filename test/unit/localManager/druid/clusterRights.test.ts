import { describe, expect, it } from 'vitest';
import { dataSourceNames } from '../../../../src/model/query/dataSources.js';
import { flows, startClusterManager } from './clusterManager.js';
import { answering } from './fakeBroker.js';
import { rows, useCluster } from './useCluster.js';

describe('a user of a cluster who may read data sources and nothing else', { timeout: 20_000 }, () => {
  const { brokerWith, managerOf } = useCluster();
  const readable = dataSourceNames;

  it('is enough for a manager, which says what it takes the cluster for', async () => {
    const broker = await brokerWith({ readable, version: '27.0.0', sumOfNothing: null });
    const manager = await managerOf({ addresses: [broker.url] });
    expect(manager.said.slice(0, 2)).toEqual([
      `Druid of unknown version at ${broker.url} answers data queries; its nulls are as in SQL.`,
      'Queries are written as for Druid 28 and later; to read the version, the user of the manager needs READ on STATE.',
    ]);
    expect(await manager.ask(flows)).toEqual({ status: 200, body: JSON.parse(rows) });
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['are not there yet', readable, []],
    ['have other names', ['my_flows'], ['my_flows']],
  ])('is enough to start while the data sources %s', async (_how, readable, dataSources) => {
    const broker = await brokerWith({ readable, dataSources, sumOfNothing: null });
    const { said } = await managerOf({ addresses: [broker.url] });
    expect(said[0]).toMatch(/as in SQL/);
  });

  it('does not hide that a password is wrong', async () => {
    const broker = await brokerWith({ readable, fails: 401 });
    await expect(startClusterManager({ addresses: [broker.url] })).rejects.toThrow(
      /^The Druid cluster at http:\S+ refuses the manager: user and password, or the token, are missing or wrong$/,
    );
  });

  it.each([
    [undefined, []],
    [0, [{ timestamp: '2026-11-18T00:00:00.000Z', result: { flows: 0 } }]],
    [null, [{ timestamp: '2026-11-18T00:00:00.000Z', result: { flows: null } }]],
  ] as const)(
    'gives clients nothing of an unknown data source, as the cluster whose sum of nothing is %s',
    async (sumOfNothing, nothing) => {
      const broker = await brokerWith({ readable, sumOfNothing });
      const manager = await managerOf({ addresses: [broker.url] });
      broker.answer = answering('[]');
      const unknown = { ...flows, dataSource: 'rb_nothing' };
      expect(await manager.ask({ ...unknown, granularity: 'all' })).toEqual({ status: 200, body: nothing });
      expect(await manager.ask(unknown)).toEqual({ status: 200, body: [] });
      expect(broker.asked).toEqual([]);
    },
  );
});
