import { MockAgent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { walkTree } from 'netsensor-contract/sensors/sensors';

const address = 'http://manager.test';
const node = (uuid: string, fields: object = {}) => ({ uuid, name: `N${uuid}`, type: 1, ...fields });
const point = (id: number, fields: object = {}) => ({ id, name: `P${id}`, status: 0, ...fields });

const marks = [
  ...[true, 'true', 'True', 1, '1'].map(is_deleted => ({ is_deleted })),
  { deleted: true },
  { deleted_at: '2026-11-20T08:00:00Z' },
];
const noMarks = { is_deleted: false, deleted: 0, deleted_at: '0000-00-00 00:00:00' };

describe.each(marks)('what a manager marks with %j', mark => {
  const agents: MockAgent[] = [];
  afterEach(async () => {
    await Promise.all(agents.splice(0).map(agent => agent.close()));
  });

  function clientFor(path: string, body: object): ManagerClient {
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent
      .get(address)
      .intercept({ path, query: { auth_token: 'k' } })
      .reply(200, body);
    const options = { address, key: 'k', trust: {}, timeout: 5_000, log: () => undefined };
    agents.push(agent);
    return new ManagerClient(options, agent);
  }

  const tree = node('0', {
    children: [
      node('1', { ...mark, children: [node('2')], access_points: [point(7)] }),
      node('1', { name: 'Its twin', access_points: [point(8), point(9, mark)] }),
    ],
  });

  it('is in no tree, with what stands below it, and is nobody’s twin', async () => {
    const client = clientFor('/api/v1/sensors/tree', { sensor: tree });
    const names = [...walkTree(await client.sensors.tree())].map(({ sensor }) => sensor.name);
    expect(names).toEqual(['N0', 'Its twin']);
    const index = new SensorIndex(tree);
    expect(index.counts(0)).toEqual({ domains: 1, sensors: 0, accessPoints: 1, down: 1 });
    expect([1, 2].map(number => index.isTwin(number))).toEqual([false, false]);
  });

  it('is not found when it is asked for', async () => {
    const below = clientFor('/api/v1/sensors/1/tree', { sensor: node('1', mark) });
    await expect(below.sensors.rawTree('1')).rejects.toMatchObject({ reason: 'notFound' });
    const record = clientFor('/api/v1/inventory/racks/3', { rack: { id: 3, name: 'R', ...mark } });
    await expect(record.getRecord('racks', 3)).rejects.toMatchObject({ reason: 'notFound' });
  });

  it('is in no list, and leaves the others their places there', async () => {
    const racks = [{ id: 3, name: 'R', ...mark }, { id: 3, name: 'R', ...noMarks }, null];
    const answer = await clientFor('/api/v1/inventory/racks', { racks }).listRecords('racks');
    expect(answer.rows.map(({ id }) => id)).toEqual([3]);
    expect(answer.unread).toEqual([{ position: 3, reason: 'noRecord', raw: null }]);
  });
});
