import fc from 'fast-check';
import { MockAgent } from 'undici';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { flattenTree } from '../../../src/model/trees/flatTree.js';
import { inventoryType, inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { nodeFields, placedAccessPoint, placedSensor } from '../../../src/model/sensors/nodeDocument.js';
import { printPoints } from '../../../src/model/trees/pointList.js';
import { toResultTable } from '../../../src/model/query/queryResult.js';
import { RecordList, sortedRecords } from '../../../src/model/inventory/recordList.js';
import { printFields, printRaw, printRecord } from '../../../src/model/inventory/recordText.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { type SensorRecord, walkTree } from 'netsensor-contract/sensors/sensors';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';
import { mutation, strangeValue } from '../../../packages/manager/test/fuzz/mutations.js';
import { runs } from '../../support/depth.js';

/** What is answered to every request, without a network. */
const answering = { text: '' };
const agent = new MockAgent();
agent.disableNetConnect();
for (const method of ['GET', 'POST'])
  agent
    .get('http://manager.example')
    .intercept({ path: () => true, method })
    .reply(200, () => answering.text, { headers: { 'content-type': 'application/json' } })
    .persist();

const options = { address: 'http://manager.example', key: 'the-key', trust: {}, timeout: 600_000 };
const client = new ManagerClient({ ...options, log: () => undefined }, agent);

const point = (id: number) => ({
  id,
  name: `AP ${id}`,
  mac_address: `aa:bb:cc:00:00:0${id}`,
  status: 1,
  enrichment: {},
});
const sensor = (uuid: string, children: unknown[] = []) => ({
  id: 1,
  uuid,
  name: `Node ${uuid}`,
  type: 1,
  domain_type: 2,
  latitude: 1.5,
  property: { path: '' },
  access_points: [point(Number(uuid) % 10)],
  children,
});
const row = (minute: number) => ({
  timestamp: `2026-11-22T10:0${minute}:00.000Z`,
  result: { bytes: minute, name: 'x' },
});
const record = (id: number) => ({ id, name: `Record ${id}`, u_height: 42, created_at: '2026-11-22' });

const placed = (tree: SensorRecord) => {
  for (const { sensor: each } of walkTree(tree)) {
    printFields(nodeFields('flow', placedSensor(each, '1')));
    for (const one of each.access_points)
      printFields(nodeFields('accessPoint', placedAccessPoint(one, each.uuid)));
  }
};

/** What is asked, the answer that it begins with, and what the editor makes of it. */
const reads: readonly (readonly [answer: unknown, read: () => Promise<unknown>])[] = [
  ...inventoryTypeNames.map(
    type =>
      [
        { query: true, [type]: [record(1), record(2)], meta: { total: 2 } },
        async () => {
          const { rows, ...remainder } = await client.listRecords(type);
          const list = new RecordList(type, rows, { readAt: 0, remainder });
          for (const each of sortedRecords(type, list.children(), 'name')) printRecord(type, each);
          printRaw(remainder.unread.map(({ raw }) => raw));
        },
      ] as const,
  ),
  [{ rack: record(1) }, async () => printRecord('racks', await client.getRecord('racks', 1))],
  [{ [inventoryType('tags').key]: record(1) }, async () => client.createRecord('tags', {})],
  [
    { query: true, sensor: sensor('1', [sensor('2', [sensor('3')]), sensor('4')]) },
    async () => {
      const tree = await client.sensors.tree();
      placed(tree);
      flattenTree(tree);
      printPoints(tree);
    },
  ],
  [
    { sensor: sensor('1', [sensor('2', [sensor('3')])]) },
    async () => {
      const index = new SensorIndex(await client.sensors.rawTree());
      for (let number = 0; number < index.size; number += 1)
        index.label(number).concat(index.identity(number));
    },
  ],
  [{ mse: [sensor('1')] }, () => client.sensors.listMse('1')],
  [{ sensor: sensor('9') }, () => client.sensors.create('flow', { name: 'New' })],
  [{ query: true, access_points: [point(1), point(2)] }, () => client.accessPoints.list()],
  [{ ap: point(1) }, () => client.accessPoints.create({ name: 'New' })],
  [{ users: [{ id: 1, login: 'a', authentication_token: 'k' }] }, () => client.users.list()],
  [{ query: true, auth_token: 'new' }, () => client.users.renewKey(1)],
  [[row(1), row(2)], async () => toResultTable((await client.runQuery({})).rows, ['name'], 100)],
  ['Name,Email\na,b\n', () => client.users.csv()],
];

const failure = async (read: () => Promise<unknown>): Promise<unknown> =>
  read().then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an answer that was changed at random', () => {
  it('is read, or refused by an ApiError', { timeout: 1_800_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...reads),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        async ([answer, read], changes) => {
          answering.text = changes.reduce((text, change) => change(text), JSON.stringify(answer));
          const error = await failure(read);
          if (error !== undefined) expect(error).toBeInstanceOf(ApiError);
        },
      ),
      { numRuns: runs({ broad: 400, deep: 30_000 }) },
    );
  });

  it('loses no good entry beside odd ones', { timeout: 600_000 }, async () => {
    const odd = fc.array(fc.tuple(fc.nat(), strangeValue), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...inventoryTypeNames), odd, async (type, inserted) => {
        const good = [1, 2, 3, 4, 5].map(record);
        const entries = good.map(each => JSON.stringify(each));
        for (const [at, text] of inserted) entries.splice(at % entries.length, 0, text);
        answering.text = `{"${type}":[${entries.join()}]}`;
        const { rows, unread } = await client.listRecords(type);
        expect(
          good.filter(({ id }) => !rows.some(each => each.id === id && each.name === `Record ${id}`)),
        ).toEqual([]);
        expect(rows.length + unread.length).toBe(entries.length);
        const nodes = ['2', '3', '4'].map(uuid => JSON.stringify(sensor(uuid)));
        for (const [at, text] of inserted) nodes.splice(at % nodes.length, 0, text);
        answering.text = `{"sensor":{"uuid":"1","name":"Top","type":1,"children":[${nodes.join()}]}}`;
        const top = await client.sensors.rawTree();
        const index = new SensorIndex(top);
        for (const uuid of ['2', '3', '4'])
          expect(index.find({ connectionId: 'c', uuid })).toBeGreaterThan(0);
        expect([...flattenTree(readSensorTree(top)).nodes.keys()]).toEqual(
          expect.arrayContaining(['2', '3', '4']),
        );
      }),
      { numRuns: runs({ broad: 80, deep: 1500 }) },
    );
  });
});
