import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { Connections } from '../../../../src/connections/connection.js';
import { InventoryLists, isReadInPart } from '../../../../src/explorer/inventory/inventoryLists.js';
import { ReadCache } from '../../../../src/explorer/readCache.js';
import type { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { eventually } from '../../../support/eventually.js';

describe('the list of an inventory type that is being read', () => {
  const tag = (name: string): InventoryRecord => ({ id: 1, name });
  /** Lists of a manager that answers when a test says so. */
  const heldBack = () => {
    const answers: ((records: InventoryRecord[]) => void)[] = [];
    const listRecords = async () => ({
      rows: await new Promise<InventoryRecord[]>(resolve => answers.push(resolve)),
      unread: [],
    });
    const client = { listRecords };
    const connections = { client: () => Promise.resolve(client) } as unknown as Connections;
    const answer = async (turn: number, ...records: InventoryRecord[]) => {
      await eventually(() => assert.ok(answers[turn]));
      answers[turn]!(records);
    };
    return { lists: new InventoryLists(connections), answer, asked: () => answers.length };
  };

  it('is read again when a record is saved or removed meanwhile, since the answer may be older than that', async () => {
    for (const [change, name] of [
      [(lists: InventoryLists) => lists.put('mine', 'tags', tag('After')), 'After'],
      [(lists: InventoryLists) => lists.remove('mine', 'tags', 1), undefined],
    ] as const) {
      const { lists, answer } = heldBack();
      const reading = lists.read('mine', 'tags');
      change(lists);
      await answer(0, tag('Before'));
      await answer(1, ...(name === undefined ? [] : [tag(name)]));
      assert.equal((await reading).name(1), name);
      assert.equal(lists.get('mine', 'tags')?.name(1), name);
    }
  });

  it('is asked for once, and is no list of another type or connection', async () => {
    const { lists, answer, asked } = heldBack();
    const both = Promise.all([lists.read('mine', 'tags'), lists.read('mine', 'tags')]);
    await answer(0, tag('One'));
    const [one, other] = await both;
    assert.equal(one, other);
    assert.equal(asked(), 1);
    const known = inventoryTypeNames.filter(type => lists.get('mine', type) ?? lists.get('other', type));
    assert.deepEqual(known, ['tags']);
    lists.forget('other');
    assert.ok(lists.get('mine', 'tags'));
    lists.forget('mine', 'tags');
    assert.equal(lists.get('mine', 'tags'), undefined);
  });
});

it('reads again what could not be read again of one connection alone, and throws the first failure', async () => {
  const asked: string[] = [];
  let isDown = false;
  const client = (id: string) => ({
    listRecords: async (type: string) => {
      asked.push(`${id}/${type}`);
      if (isDown) throw new Error(`${type} failed`);
      return { rows: [], unread: [] };
    },
  });
  const connections = { client: async (id: string) => client(id) } as unknown as Connections;
  const lists = new InventoryLists(connections);
  const read = [
    ['mine', 'tags'],
    ['mine', 'racks'],
    ['other', 'tags'],
  ] as const;
  for (const [id, type] of read) await lists.read(id, type);
  isDown = true;
  await lists.refresh();
  asked.splice(0);
  await assert.rejects(lists.retry('mine'), /tags failed/);
  assert.deepEqual(asked, ['mine/tags', 'mine/racks']);
  isDown = false;
  asked.splice(0);
  await lists.retry();
  assert.deepEqual(asked, ['mine/tags', 'mine/racks', 'other/tags']);
});

describe('a connection', () => {
  it('is read in part as long as an entry is missing, or a list or the tree could not be read again, and it is told', async () => {
    let answer: () => Promise<unknown> = async () => ({ rows: [], unread: [] });
    let tree: () => Promise<unknown> = async () => ({ unread: [] });
    const client = { listRecords: () => answer() };
    const connections = { client: async () => client } as unknown as Connections;
    const lists = new InventoryLists(connections);
    const trees = new ReadCache<SensorIndex>(async () => (await tree()) as SensorIndex);
    const told: boolean[] = [];
    const tell = () => {
      const isPart = isReadInPart({ trees, lists }, 'mine');
      if (isPart !== (told.at(-1) ?? false)) told.push(isPart);
    };
    trees.onDidChange(tell);
    lists.onDidChange(tell);
    const fail = () => Promise.reject(new Error('no'));
    const readAgain = async () => {
      await trees.update('mine').catch(() => undefined);
      await lists.refresh('mine');
    };
    await trees.read('mine');
    await lists.read('mine', 'tags');
    assert.deepEqual(told, []);
    const whole = { answer, tree };
    for (const part of [
      { answer: async () => ({ rows: [], unread: [], total: 9 }) },
      { answer: fail },
      { tree: async () => ({ unread: [{}] }) },
      { tree: fail },
    ]) {
      ({ answer, tree } = { ...whole, ...part });
      await readAgain();
      ({ answer, tree } = whole);
      await readAgain();
      assert.deepEqual(told.splice(-2), [true, false]);
    }
  });
});
