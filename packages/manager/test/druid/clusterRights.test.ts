import { describe, expect, it } from 'vitest';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { flows, startClusterManager, type ClusterManager } from './clusterManager.js';
import { answering, type FakeBroker } from './fakeBroker.js';
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

describe('where brokers are', { timeout: 20_000 }, () => {
  const { brokerWith, managerOf } = useCluster();
  const keyOf = ({ stores }: ClusterManager, login: string): string =>
    stores.users.all().find(user => user.login === login)!.authentication_token;

  it.each<[string, (broker: FakeBroker) => unknown, string]>([
    [
      'is gone',
      broker => broker.stop(),
      'No broker of the Druid cluster can be asked: … takes no connections',
    ],
    [
      'breaks the connection',
      broker => (broker.answer = response => void response.destroy()),
      'The Druid cluster at … closed the connection before its answer was whole',
    ],
    [
      'ends in the middle of an answer',
      broker => (broker.answer = answering('[{"timestamp"')),
      'The Druid cluster at … failed in the middle of its answer (the answer is cut off)',
    ],
    [
      'is no broker',
      broker => (broker.answer = answering('', 404)),
      '… is neither a router nor a broker of Druid: it answers 404 to what they are asked',
    ],
    [
      'says where others are',
      broker =>
        (broker.answer = answering(
          JSON.stringify({
            error:
              'Query failed (url[http://data7.lan:8083/druid/v2/], 10.1.2.3:8083, data7:8083, [fd00::7]:8083)',
          }),
          500,
        )),
      'Query failed (url[…], …, …, …)',
    ],
  ])('is told only to administrators where one %s', async (_what, fail, told) => {
    const broker = await brokerWith({ sumOfNothing: null });
    const manager = await managerOf({ addresses: [broker.url] });
    await fail(broker);
    const { status, body } = await manager.ask(flows);
    expect(body).toMatchObject({ host: new URL(broker.url).host });
    for (const login of ['operations', 'hotels.reception']) {
      const reader = await manager.ask(flows, keyOf(manager, login));
      expect(reader.status).toBe(status);
      expect(reader.body.errorMessage).toBe(told);
      expect(JSON.stringify(reader.body)).not.toContain(String(broker.port));
    }
  });

  it('stands in what is asked without a key only as numbers', async () => {
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url, 'http://127.0.0.1:1'] });
    const problem = 'takes no connections';
    const brokers = [
      { broker: 1, up: true, problem: null },
      { broker: 2, up: false, problem },
    ];
    const reader = keyOf(manager, 'hotels.reception');
    for (const query of ['', '?auth_token=wrong', `?auth_token=${reader}`])
      expect(JSON.parse(await manager.get(`/health${query}`))).toEqual({ up: true, brokers });
    expect(await manager.health()).toMatchObject({ brokers: [{ address: broker.url }, { problem }] });
    expect(await manager.get('/metrics')).not.toContain(String(broker.port));
  });
});
