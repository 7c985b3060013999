import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import type { Connection, Connections } from '../../../../src/connections/connection.js';
import { showDownView } from '../../../../src/explorer/downView.js';
import type { DownNode } from '../../../../src/explorer/sensors/downNodes.js';
import { ArrivingTrees, sensorTrees, VendorSensors } from '../../../../src/explorer/sensors/sensorTrees.js';
import { Command, ContextKey } from '../../../../src/ids.js';
import type { Log } from '../../../../src/ui/doors.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';
import { eventually } from '../../../support/eventually.js';
import { storedState } from '../../storedState.js';
import { ran, setSetting, views } from '../vscodeOfExplorer.js';

vi.mock('vscode', () => import('../vscodeOfExplorer.js'));

const point = (name: string, campus: string, status = 0) => ({
  name,
  mac_address: `00:00:00:00:00:${name.padStart(2, '0')}`,
  status,
  campus,
  campus_uuid: `uuid of ${campus}`,
});
type Row = ReturnType<typeof point>;

/** What is down at managers of which nobody has read a tree; each answers its list when a test says so. */
function downAt(managers: Readonly<Record<string, Partial<Connection>>>) {
  const changed = new Emitter<void>();
  const asked = new Map<
    string,
    {
      readonly filters: unknown;
      readonly signal: AbortSignal;
      readonly answer: (rows: readonly Row[], total?: number) => void;
      readonly fail: (error: Error) => void;
    }
  >();
  const all = Object.entries(managers).map(([id, other]) => ({ id, name: id, ...other }));
  const list = (id: string) => (filters: unknown, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      asked.set(id, {
        filters,
        signal,
        answer: (rows, total) => resolve({ rows, unread: [], total }),
        fail: reject,
      });
    });
  const trees: Record<string, object> = {};
  const client = async (id: string) => ({
    accessPoints: { list: list(id) },
    sensors: { rawTree: async () => trees[id] },
  });
  const connections = {
    all,
    get: (id: string) => all.find(each => each.id === id),
    client,
    onDidChange: changed.event,
  } as unknown as Connections;
  const read = sensorTrees(connections, new VendorSensors(storedState()), new ArrivingTrees());
  const log = { error: (words: string) => assert.fail(words) } as unknown as Log;
  const down = showDownView(connections, read, log);
  changed.fire();
  const view = views.at(-1)!;
  const provider = view.options?.treeDataProvider as vscode.TreeDataProvider<DownNode>;
  const nodes = async () => (await provider.getChildren()) ?? [];
  const rows = async () =>
    (await Promise.all((await nodes()).map(async node => provider.getTreeItem(node)))).map(
      ({ label, description }) => [label, description].filter(Boolean).join(' · '),
    );
  const isShown = () => ran.findLast(([, key]) => key === ContextKey.hasDown)?.[2];
  const askedOf = (id: string) => eventually(() => asked.get(id) ?? assert.fail(`${id} is not asked`));
  return { all, asked, askedOf, changed, down, isShown, nodes, provider, read, rows, trees, view };
}

const unreachable = new ApiError({
  method: 'GET',
  path: '/api/v1/access_points.json',
  reason: 'unreachable',
  stage: 'connect',
});

it('tells what is down at all managers by their lists of what is down, two at a time, and says until then that they are not read', async () => {
  const { asked, askedOf, down, rows, view } = downAt({ Bern: {}, Oslo: {}, Rome: {} });
  const bern = await askedOf('Bern');
  await askedOf('Oslo');
  expect(bern.filters).toEqual({ status: '0' });
  expect([...asked.keys()]).toEqual(['Bern', 'Oslo']);
  expect(await rows()).toEqual(['3 managers not read yet']);
  // A manager may send all, whatever it is asked for.
  bern.answer([point('1', 'North'), point('2', 'North'), point('3', 'South', 1)]);
  const rome = await askedOf('Rome');
  await eventually(() =>
    expect(view.badge).toEqual({ value: 2, tooltip: '2 access points are down · 2 managers not read yet' }),
  );
  expect(await rows()).toEqual(['2 managers not read yet', 'North · 2 down · Bern']);
  rome.answer([point('4', 'Roma')]);
  asked.get('Oslo')!.answer([]);
  await eventually(() => expect(view.badge).toEqual({ value: 3, tooltip: '3 access points are down' }));
  expect(await rows()).toEqual(['North · 2 down · Bern', 'Roma · 1 down · Rome']);
  down.disposable.dispose();
});

it('says of which managers it is not known what is down, and why, and shows that although nothing is down', async () => {
  const { asked, askedOf, down, isShown, nodes, rows } = downAt({
    Bern: {},
    Oslo: { isSignedOut: true },
    Rome: {},
  });
  (await askedOf('Bern')).fail(unreachable);
  asked.get('Rome')!.answer([point('1', 'Roma', 1)], 9000);
  await eventually(async () => expect((await rows()).at(-1)).toMatch(/^Rome/));
  const [bern, oslo, rome] = await rows();
  expect(bern).toMatch(/^Bern: The manager cannot be reached/);
  expect([oslo, rome]).toEqual(['Oslo: Enter API key', 'Rome: 1 of 9,000 were sent']);
  expect(asked.has('Oslo')).toBe(false);
  await eventually(() => expect(isShown()).toBe(true));
  asked.delete('Bern');
  const [failed] = await nodes();
  expect(failed?.kind).toBe('error');
  const reading = (await down.lists()).readNow(['Bern']);
  (await askedOf('Bern')).answer([]);
  await reading;
  expect((await rows())[0]).toBe('Oslo: Enter API key');
  down.disposable.dispose();
});

it('reads by itself, once a manager is back, what could not be read again while it was away', async () => {
  const { asked, askedOf, changed, down, rows, view } = downAt({ Bern: {} });
  (await askedOf('Bern')).answer([point('1', 'North')]);
  await eventually(() => expect(view.badge?.value).toBe(1));
  asked.delete('Bern');
  const refreshed = (await down.lists()).refresh();
  (await askedOf('Bern')).fail(unreachable);
  await refreshed;
  expect((await rows())[0]).toMatch(/^As of .+ The manager cannot be reached/);
  asked.delete('Bern');
  changed.fire();
  (await askedOf('Bern')).answer([point('1', 'North'), point('2', 'North')]);
  await eventually(() => expect(view.badge?.value).toBe(2));
  expect(await rows()).toEqual(['North · 2 down']);
  down.disposable.dispose();
});

it('lets go of a list once the tree tells more, and ends its reading where the connection goes', async () => {
  const { all, askedOf, changed, down, isShown, read, rows, trees, view } = downAt({ Bern: {}, Oslo: {} });
  const oslo = await askedOf('Oslo');
  (await askedOf('Bern')).answer([point('1', 'North')]);
  await eventually(() => expect(view.badge?.value).toBe(1));
  trees.Bern = { name: 'root', uuid: '1', type: 1, access_points: [point('1', ''), point('2', '', 1)] };
  await read.read('Bern');
  expect(await rows()).toEqual(['Oslo: not read yet', 'root · 1 of 2 down · Bern']);
  all.splice(1, 1);
  changed.fire();
  expect(oslo.signal.aborted).toBe(true);
  expect(await rows()).toEqual(['root · 1 of 2 down']);
  trees.Bern = { name: 'root', uuid: '1', type: 1 };
  await read.update('Bern');
  await eventually(() => expect([view.badge, isShown()]).toEqual([undefined, false]));
  down.disposable.dispose();
});

it('opens what is down by the commands of all records, which read the tree for its id', async () => {
  const { askedOf, down, nodes, provider, view } = downAt({ Bern: {} });
  (await askedOf('Bern')).answer([point('1', 'North')]);
  await eventually(() => expect(view.badge?.value).toBe(1));
  const [site] = await nodes();
  const [node] = (await provider.getChildren(site)) ?? [];
  const item = await provider.getTreeItem(node!);
  const resolved = await provider.resolveTreeItem?.(item, node!, {} as vscode.CancellationToken);
  expect(resolved?.command?.command).toBe(Command.openRecord);
  down.disposable.dispose();
});

it('says of managers that are not asked at the start that they are not read, and reads them with a click', async () => {
  setSetting('readAtStart', false);
  try {
    const { asked, askedOf, changed, down, isShown, rows, view } = downAt({ Bern: {}, Oslo: {} });
    await eventually(() => expect(isShown()).toBe(true));
    expect(await rows()).toEqual(['2 managers not read yet']);
    expect(asked.size).toBe(0);
    const reading = (await down.lists()).readNow(['Bern']);
    (await askedOf('Bern')).fail(unreachable);
    await reading;
    expect((await rows())[0]).toBe('Oslo: not read yet');
    // It is back, which is told as a change of its connection; the other was never asked for.
    asked.delete('Bern');
    changed.fire();
    (await askedOf('Bern')).answer([point('1', 'North')]);
    await eventually(() => expect(view.badge?.value).toBe(1));
    expect([...asked.keys()]).toEqual(['Bern']);
    setSetting('readAtStart', true);
    (await askedOf('Oslo')).answer([]);
    await eventually(async () => expect(await rows()).toEqual(['North · 1 down · Bern']));
    down.disposable.dispose();
  } finally {
    setSetting('readAtStart', true);
  }
});
