import { beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { pointListPath, printPoints } from '../../../src/model/trees/pointList.js';
import type { OperationServices } from '../../../src/operations/operationServices.js';
import type { Refreshing } from '../../../src/records/documents/refreshDocuments.js';

const open = vi.hoisted(() => ({ documents: [] as unknown[] }));

vi.mock('vscode', async () => ({
  ...(await import('../explorer/vscodeOfExplorer.js')),
  workspace: {
    get textDocuments() {
      return open.documents;
    },
  },
}));
const { overrideKind } = await import('../../../src/operations/trees/domainDocuments.js');
const { userListKind } = await import('../../../src/operations/users/showUsers.js');
const { refreshFromTree } = await import('../../../src/records/documents/refreshDocuments.js');
const { Uri } = await import('../explorer/vscodeOfExplorer.js');

const domain = (...names: readonly string[]) => ({
  uuid: '7',
  name: 'Madrid',
  type: 1,
  domain_type: 1,
  access_points: names.map((name, at) => ({ mac_address: `00:00:00:00:00:0${at}`, name })),
});
const treeOf = (...children: readonly object[]) =>
  new SensorIndex({ uuid: 'top', name: 'Top', type: 1, children });
const textOf = (...names: readonly string[]) => printPoints(readSensorTree(domain(...names)));

/** A document of the access points, or of users, and the texts that it was given. */
function opened(
  path: string,
  kind: typeof overrideKind | typeof userListKind,
  text: string,
  isDirty = false,
) {
  const uri = Uri.parse(`netsensor://lab${path}`) as unknown as vscode.Uri;
  const document = { uri, isDirty, isClosed: false, getText: () => text };
  open.documents = [document];
  const shown: string[] = [];
  const parts = {
    connections: { client: async () => ({}) },
    table: { find: () => ({ ...kind({} as OperationServices), read: async () => 'as it is now' }) },
    files: { show: (_uri: unknown, stored: string) => shown.push(stored), showExisting: () => undefined },
  } as unknown as Refreshing;
  return async (tree: SensorIndex) => {
    await refreshFromTree(parts, 'lab', tree);
    return shown.splice(0);
  };
}

beforeEach(() => {
  open.documents = [];
});

it('shows the access points of a domain anew once the tree tells of others, but for edited ones', async () => {
  const path = pointListPath('7', 'Madrid');
  const shows = opened(path, overrideKind, textOf('A', 'B'));
  expect(await shows(treeOf(domain('A', 'B')))).toEqual([]);
  expect(await shows(treeOf(domain('A', 'C')))).toEqual(['as it is now']);
  expect(await shows(treeOf())).toEqual(['as it is now']);
  const edited = opened(path, overrideKind, textOf('A', 'B'), true);
  expect(await edited(treeOf(domain('A', 'C')))).toEqual([]);
});

it('shows the users anew once the tree was read since, and not for every change of it', async () => {
  let treeReadAt = Date.now() + 60_000;
  const services = { connections: { get: () => undefined }, treeReadAt: () => treeReadAt };
  const kind = userListKind(services as unknown as OperationServices);
  const shows = opened('/users/Users.json', () => kind, '[]');
  expect(await shows(treeOf())).toEqual(['as it is now']);
  const uri = Uri.parse('netsensor://lab/users/Users.json') as unknown as vscode.Uri;
  const client = { users: { list: async () => ({ rows: [], unread: [] }) } };
  treeReadAt = Date.now() - 1;
  await kind.read({ client, uri } as unknown as Parameters<typeof kind.read>[0]);
  expect(await shows(treeOf())).toEqual([]);
});
