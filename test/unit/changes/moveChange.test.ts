import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { carryOut, silently } from '../../../src/changes/change.js';
import { moveChange, type MoveStep, type NodeMoves } from '../../../src/changes/moveChange.js';
import type { NodeTarget, SensorTarget } from '../../../src/model/sensors/nodeTarget.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { startTestManager, type TestManager } from '../../../packages/manager/test/testManager.js';
import { domainsMove, makeByScript, planByScript } from './changeByScript.js';

const target = (node: { uuid: string; name: string }, parentUuid: string): SensorTarget => ({
  kind: 'sensor',
  connectionId: 'lab',
  sensorKind: 'domain',
  type: 1,
  domainType: undefined,
  uuid: node.uuid,
  name: node.name,
  path: ['Top', node.name],
  parentUuid,
});

function script() {
  const printed: string[] = [];
  const keep = () => Promise.reject(new Error('nothing goes'));
  return { printed, print: (text: string) => printed.push(text), keep };
}

describe('moving domains without VS Code', () => {
  let manager: TestManager;
  let client: ManagerClient;
  let top: string;

  beforeAll(async () => {
    manager = await startTestManager();
    const address = await manager.app.listen({ host: '127.0.0.1', port: 0 });
    const trust = {};
    client = new ManagerClient({ address, key: manager.key, trust, timeout: 10_000, log: () => undefined });
    top = (await client.sensors.tree()).uuid;
  });
  afterAll(async () => {
    await client.close();
    await manager.stop();
  });

  const newDomain = (name: string, above: string) =>
    client.sensors.create('domain', { name, domain_type: 1, parent_uuid: above });
  const namesBelow = async (uuid: string) =>
    (await client.sensors.tree(uuid)).children.map(({ name }) => name);

  it('is planned, printed, applied and received by a short script', async () => {
    const goal = await newDomain('Goal', top);
    const one = await newDomain('One', top);
    const other = await newDomain('Other', top);
    const { printed, ...it } = script();
    const nodes = [target(one, top), target(other, top)];
    const change = await domainsMove(client, nodes, goal.uuid);
    const file = await planByScript(change, it);
    expect(printed[0]).toMatch(/^Move 2 nodes to Goal\?\n• One\n• Other\nTo: Goal/);
    expect(await namesBelow(goal.uuid)).toEqual([]);
    await makeByScript(change, file, it);
    expect(printed.slice(1)).toEqual(['One', 'Other', 'Moved 2 nodes to Goal.']);
    expect(await namesBelow(goal.uuid)).toEqual(['One', 'Other']);
  });

  it('sends nothing of a plan once somebody moved a node', async () => {
    const goal = await newDomain('Home', top);
    const away = await newDomain('Away', top);
    const one = await newDomain('Lost', top);
    const it = script();
    const change = await domainsMove(client, [target(one, top)], goal.uuid);
    const file = await planByScript(change, it);
    await client.sensors.modify('domain', one.uuid, { fields: { parent_uuid: away.uuid } });
    await expect(makeByScript(change, file, it)).rejects.toThrow('Somebody moved or deleted Lost since');
    expect(await namesBelow(away.uuid)).toEqual(['Lost']);
  });
});

describe('a move', () => {
  const domain = (uuid: string, ...children: RawRecord[]): RawRecord => ({
    uuid,
    name: uuid.toUpperCase(),
    type: 1,
    domain_type: 1,
    children,
    access_points: [],
  });
  const tree = domain('top', domain('a', domain('x'), domain('y')), domain('b'));
  const nodes = [target({ uuid: 'x', name: 'X' }, 'a'), target({ uuid: 'y', name: 'Y' }, 'a')];

  /** A move of some nodes to B; tells what was read, asked and moved, in this order. */
  function moving(
    moved: readonly NodeTarget[],
    more: Partial<NodeMoves> & { readonly now?: RawRecord[] } = {},
  ) {
    const told: string[] = [];
    const now = [...(more.now ?? [])];
    const rawTree = async () => (told.push('read'), now.shift() ?? tree);
    const change = moveChange({
      manager: 'Lab',
      index: new SensorIndex(tree),
      request: { connectionId: 'lab', nodes: moved, uuid: 'b' },
      client: async () => ({ sensors: { rawTree } }) as unknown as ManagerClient,
      emptiedBy: async () => [],
      move: async ({ node }: MoveStep) => void told.push(node.name),
      ...more,
    });
    const made = carryOut(change, {
      ...silently(),
      agree: async ({ lines }) => (told.push(lines.filter(Boolean).join(' · ')), true),
    });
    return { told, made };
  }

  it('is planned of the tree that was there, and read again once it was agreed to', async () => {
    const { told, made } = moving(nodes.slice(0, 1));
    expect((await made)?.receipt).toMatchObject({ severity: 'info', message: 'Moved X to B.' });
    expect(told).toEqual(['• X · To: B', 'read', 'X']);
  });

  it('is asked about again when it does something else by then', async () => {
    const named = { name: 'AP', mac_address: 'aa:bb:cc:dd:ee:01', enrichment: { floor_uuid: 'a' } };
    const late = domain(
      'top',
      domain('a', { ...domain('x'), access_points: [named] }, domain('y')),
      domain('b'),
    );
    const { told, made } = moving(nodes.slice(0, 1), { now: [late, late] });
    await made;
    expect(told).toEqual([
      '• X · To: B',
      'read',
      'The tree has changed while you were asked. This is what happens now: · • X · To: B · The enrichment of AP still names A; the API cannot change it.',
      'read',
      'X',
    ]);
  });

  it('ends at the first node that could not be moved, and knows those that were', async () => {
    const error = new Error('no');
    const move = async ({ node }: MoveStep) => {
      if (node.name === 'Y') throw error;
    };
    const { made } = moving(nodes, { move });
    expect((await made)?.receipt).toMatchObject({
      severity: 'error',
      message: 'Moved 1 of 2 nodes to B.',
      moved: [{ node: { name: 'X' } }],
      failed: { error },
    });
  });

  it('names what is emptied, and moves nothing of which the manager demands that', async () => {
    const asVendor = nodes.map(node => ({ ...node, sensorKind: 'vendor' as const }));
    const emptiedBy = async () => ['description'];
    const emptied = moving(asVendor.slice(0, 1), { emptiedBy });
    await emptied.made;
    expect(emptied.told[0]).toContain(
      'Moving X empties fields that the manager does not return: description.',
    );
    const demanding = { emptiedBy: async () => ['name'] };
    const alone = moving(asVendor.slice(0, 1), demanding);
    await expect(alone.made).rejects.toThrow(
      'The manager does not return name and refuses to move X without it.',
    );
    expect(alone.told).not.toContain('X');
    const several = moving(asVendor, demanding);
    await expect(several.made).rejects.toThrow(/^The manager refuses to move X without name/);
    expect(several.told).toEqual([]);
  });
});
