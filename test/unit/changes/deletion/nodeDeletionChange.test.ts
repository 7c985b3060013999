import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorInfo } from '../../../../src/api/apiError.js';
import type { ManagerClient } from '../../../../src/api/managerClient.js';
import {
  accessPointDeletionChange,
  nodeDeletionChange,
} from '../../../../src/changes/deletion/nodeDeletionChange.js';
import type { Running } from '../../../../src/changes/change.js';
import type { NamedNode } from '../../../../src/changes/nodePlaces.js';

interface Node {
  readonly uuid: string;
  readonly name: string;
  readonly children: readonly Node[];
  readonly [field: string]: unknown;
}

const node = (uuid: string, children: Node[] = [], points: unknown[] = []): Node => ({
  uuid,
  name: `N${uuid}`,
  type: 1,
  domain_type: 1,
  children,
  access_points: points,
});
const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => node(`${name}${at}`));

const failure = (about: Partial<ApiErrorInfo>) =>
  new ApiError({ reason: 'server', method: 'DELETE', path: '/', ...about });
const cut = failure({ reason: 'unreachable', stage: 'closed' });

function find(tree: Node, uuid: string | undefined): Node | undefined {
  if (uuid === undefined || tree.uuid === uuid) return tree;
  for (const child of tree.children) {
    const found = find(child, uuid);
    if (found) return found;
  }
  return undefined;
}

/** A manager that shows the trees of a list, one read after the other, once it was written to. */
function managerOf(before: Node, afterwards: readonly Node[], took: 'done' | 'accepted' | ApiError = 'done') {
  const asked: string[] = [];
  const shown = { tree: before };
  let later: readonly Node[] = [];
  const write = async (name: string) => {
    asked.push(`DELETE ${name}`);
    later = afterwards;
    if (took instanceof ApiError) throw took;
    return took;
  };
  const sensors = {
    rawTree: async (uuid?: string) => {
      asked.push(uuid ?? 'all');
      [shown.tree = shown.tree, ...later] = later;
      const found = find(shown.tree, uuid);
      if (!found) throw failure({ reason: 'notFound', status: 404 });
      return JSON.parse(JSON.stringify(found)) as Node;
    },
    delete: write,
    deleteAccessPoints: write,
  } as unknown as ManagerClient['sensors'];
  const accessPoints = {
    delete: (list: readonly object[]) => write(JSON.stringify(list)),
  } as unknown as ManagerClient['accessPoints'];
  return { asked, shown, manager: { name: 'Lab', client: { sensors, accessPoints } } };
}

const signal = new AbortController().signal;
const running = { signal, tell: () => undefined };
const sensor = (uuid: string, parentUuid?: string) =>
  ({ kind: 'sensor', uuid, name: `N${uuid}`, ...(parentUuid && { parentUuid }) }) as const;

type Deletion = ReturnType<typeof nodeDeletionChange>;

/** Plans a deletion, plans it again after the answer, sends it, and says what became of it. */
async function carriedOut(change: Deletion, receiving: Running = running) {
  const shown = await change.plan(signal);
  const plan = await change.plan(signal, { shown: shown });
  expect(change.deciding(plan)).toEqual(change.deciding(shown));
  const applied = await change.apply(plan, running);
  return change.receive(plan, applied, receiving);
}

describe('the receipt of deleted nodes', () => {
  const refused = failure({ reason: 'forbidden', status: 403 });
  const doomed = node('1', [node('', [node('')])], [{ name: 'Doomed' }]);
  const other = node('2', [node('')], [{ name: 'Nameless' }]);
  const before = node('0', [doomed, other]);
  const after = node('0', [other]);
  const receiptOf = async (...given: Parameters<typeof managerOf>) => {
    const { manager, asked } = managerOf(...given);
    const told: string[] = [];
    const tell = (words: string) => told.push(words);
    const receipt = await carriedOut(nodeDeletionChange(manager, [sensor('1')]), { signal, tell });
    return { ...receipt, told, looks: asked.slice(asked.indexOf('DELETE 1') + 1).length };
  };

  it('takes nothing without a MAC address, id or uuid elsewhere for what was deleted', async () => {
    expect(await receiptOf(before, [after])).toMatchObject({
      message: 'Deleted 3 domains and sensors and 1 access point.',
      looks: 1,
      next: 'undo',
      told: [],
    });
  });

  it('does not take what has none of them for deleted while it stands where it stood', async () => {
    const { message, looks } = await receiptOf(before, [], refused);
    expect(message).toMatch(/^Nothing was deleted\. Still there: N1, Doomed\. The API key may not do this/);
    expect(looks).toBe(1);
  });

  it.each([
    ['its answer was lost', cut],
    ['it answered 504', failure({ reason: 'timeout', status: 504 })],
    ['it only said that it will', 'accepted'],
    ['it said that it has', 'done'],
    ['it failed by its own word', failure({ status: 500 })],
  ] as const)('waits for a manager that deletes late: %s', async (_, took) => {
    const part = node('0', [{ ...doomed, children: [] }, other]);
    expect(await receiptOf(before, [before, part, after], took)).toMatchObject({
      message: 'Deleted 3 domains and sensors and 1 access point.',
      looks: 3,
      next: 'undo',
      told: ['waiting until it is gone', 'waiting until it is gone'],
    });
  });

  it.each([
    ['its answer was lost', cut],
    ['it answered 504', failure({ reason: 'timeout', status: 504 })],
    ['a gateway answered 502', failure({ status: 502 })],
    ['it failed by its own word', failure({ status: 500 })],
    ['it only said that it will', 'accepted'],
  ] as const)('does not call undone what may still be done: %s', async (_, took) => {
    const { message, looks, next } = await receiptOf(before, [], took);
    expect(message).toMatch(
      /^Still there: N1, Doomed\. ((?!N1).+ )?The manager may still be at it\. Look again before you repeat this\.$/,
    );
    expect(looks).toBe(4);
    expect(next).toBe('look');
  });

  it('does not call undone what the manager took without an error and still shows after a while', async () => {
    const { message, looks, next } = await receiptOf(before, []);
    expect(message).toBe(
      'Still there: N1, Doomed. The manager took this without an error: it may still be at it, or the API key may not manage it. Look again before you repeat this.',
    );
    expect(looks).toBe(4);
    expect(next).toBe('look');
  });

  it('calls nothing deleted that was only answered, where the connection was closed before anybody looked', async () => {
    const { manager } = managerOf(before, []);
    const change = nodeDeletionChange(manager, [sensor('1')]);
    const plan = await change.plan(signal);
    const applied = await change.apply(plan, running);
    const closed = failure({ reason: 'unreachable', stage: 'closed', neverSent: true });
    manager.client.sensors.rawTree = () => Promise.reject(closed);
    expect(await change.receive(plan, applied, running)).toEqual({
      severity: 'warning',
      message:
        'The connection was signed out or deleted in the middle. The manager took the deletion of N1, but it was not looked at again. Sign in and look at the tree before you repeat this.',
      next: 'look',
    });
  });

  it('names once what was not tried after it was cancelled', async () => {
    const { manager } = managerOf(node('0', [doomed, other]), [after]);
    const cancelled = new AbortController();
    const change = nodeDeletionChange(manager, [sensor('1'), sensor('2')]);
    const plan = await change.plan(signal);
    const tell = () => cancelled.abort();
    const applied = await change.apply(plan, { signal: cancelled.signal, tell });
    const receipt = await change.receive(plan, applied, running);
    expect(receipt).toEqual({
      severity: 'warning',
      message: 'Deleted 3 domains and sensors and 1 access point. Not tried: N2.',
      next: 'undo',
    });
  });

  it('gives no verdict when nobody wanted to wait for it', async () => {
    const { manager } = managerOf(before, []);
    const waiting = new AbortController();
    const change = nodeDeletionChange(manager, [sensor('1')]);
    const plan = await change.plan(signal);
    const applied = await change.apply(plan, running);
    const receiving = change.receive(plan, applied, { ...running, signal: waiting.signal });
    setImmediate(() => setImmediate(() => waiting.abort()));
    expect((await receiving).message).not.toMatch(/Nothing was deleted|may not manage/);
  });
});

describe('a deletion from a large tree', () => {
  const large = (below: readonly Node[] = []) =>
    node('0', [...many('a', 1500), node('d', [...many('b', 700), ...below])]);
  const leaf = node('leaf');
  const moved = node('d', many('b', 700));

  it('reads all of it once, and then only the branch that it is about', async () => {
    const { manager, asked } = managerOf(large([leaf]), [large()]);
    const { message } = await carriedOut(nodeDeletionChange(manager, [sensor('leaf', 'd')]));
    expect(message).toBe('Deleted 1 domain or sensor.');
    expect(asked).toEqual(['all', 'd', 'DELETE leaf', 'd']);
  });

  it('reads only the node where everything stands beside it', async () => {
    const flat = (...others: Node[]) => node('0', [...many('a', 2500), ...others]);
    const { manager, asked } = managerOf(flat(leaf), [flat()]);
    const { message } = await carriedOut(nodeDeletionChange(manager, [sensor('leaf', '0')]));
    expect(message).toBe('Deleted 1 domain or sensor.');
    expect(asked).toEqual(['all', 'leaf', 'DELETE leaf', 'leaf']);
  });

  it('keeps to what the branch has now, and says what of it is left', async () => {
    const points = [
      { name: 'P', mac_address: 'aa:01' },
      { name: 'Q', mac_address: 'aa:02' },
    ];
    const floor = (...left: object[]) => node('f', [], left);
    const { manager, asked, shown } = managerOf(large([floor(...points)]), [large([floor(points[1]!)])]);
    const point = { kind: 'accessPoint', id: undefined, sensorUuid: 'f' } as const;
    const chosen = points.map(({ name, mac_address: macAddress }) => ({ ...point, name, macAddress }));
    const renamed = { ...points[0], description: 'Moved to the left' };
    const change = nodeDeletionChange(manager, chosen);
    const planned = await change.plan(signal);
    shown.tree = large([floor(renamed, points[1]!)]);
    const plan = await change.plan(signal, { shown: planned });
    expect(plan.accessPoints[0]?.accessPoint).toEqual(renamed);
    expect(plan.accessPoints[0]?.path).toEqual(['N0', 'Nd', 'Nf', 'P']);
    const { message } = await change.receive(plan, await change.apply(plan, running), running);
    expect(message).toMatch(/^Deleted 1 access point\. Still there: Q\./);
    expect(asked).not.toContain('f');
    expect(asked.filter(each => each === 'all')).toHaveLength(1);
  });

  it.each<[string, NamedNode & { name: string }, Node, RegExp]>([
    ['moved', sensor('leaf', 'd'), node('0', [leaf, ...many('a', 1500), moved]), /stands elsewhere/],
    ['deleted', sensor('leaf', 'd'), large(), /is not on the manager any more/],
  ])('looks at all of it when the branch has the node no more: %s', async (_, chosen, now, sentence) => {
    const { manager, asked, shown } = managerOf(large([leaf]), []);
    const change = nodeDeletionChange(manager, [chosen]);
    const planned = await change.plan(signal);
    shown.tree = now;
    await expect(change.plan(signal, { shown: planned })).rejects.toThrow(sentence);
    expect(asked).toEqual(['all', 'd', 'all']);
  });

  it('looks at all of it afterwards, too, when the manager has no such part', async () => {
    const { manager, asked } = managerOf(large([leaf]), [large()]);
    const { rawTree } = manager.client.sensors;
    Object.assign(manager.client.sensors, {
      rawTree: async (uuid?: string) => {
        const top = await rawTree(uuid);
        if (uuid !== undefined) throw failure({ reason: 'notFound', status: 404 });
        return top;
      },
    });
    await carriedOut(nodeDeletionChange(manager, [sensor('leaf', 'd')]));
    expect(asked).toEqual(['all', 'd', 'all', 'DELETE leaf', 'all']);
  });

  it('of all access points of a domain asks for that domain', async () => {
    const points = [{ name: 'P', mac_address: 'aa:01' }];
    const { manager, asked } = managerOf(large([node('f', [], points)]), [large([node('f')])]);
    const { message } = await carriedOut(accessPointDeletionChange(manager, sensor('f', 'd')));
    expect(message).toBe('Deleted 1 access point.');
    expect(asked).toEqual(['all', 'd', 'DELETE f', 'd']);
  });
});
