import { expect, it, vi } from 'vitest';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import type { TableMessage } from '../../../src/model/tables/tableMessages.js';
import { PageTable } from '../../../src/tables/pageTable.js';
import type { TableParts } from '../../../src/tables/tableParts.js';
import { Emitter } from '../../../src/ui/lifetimes.js';

vi.mock('vscode', () => import('../explorer/vscodeOfExplorer.js'));
const { ShownNodes } = await import('../../../src/tables/shownNodes.js');

it('tells what the domains of access points are called, reads a tree that nobody has looked at, and follows it', async () => {
  const domain = (name: string) => ({ uuid: 'n-1', name, type: 1, domain_type: 1 });
  const treeOf = (name: string) => new SensorIndex({ uuid: 'top', name: 'Top', children: [domain(name)] });
  const read = new Emitter<string>();
  let tree: SensorIndex | undefined;
  let reads = 0;
  const parts = {
    treeOf: () => tree,
    readTree: async () => void (reads += 1),
    onDidReadTree: read.event,
    log: { error: expect.unreachable },
  } as unknown as TableParts;
  const told: TableMessage[] = [];
  const shown = new PageTable('access_points', () => undefined);
  const points = [
    { mac_address: '00:00:00:00:00:01', name: 'A', namespace_uuid: 'n-1', organization_uuid: 'gone' },
  ];
  shown.show(JSON.stringify({ access_points: points }), { version: 1, baseText: undefined });
  const names = new ShownNodes(parts, { connectionId: 'lab', shown }, message => told.push(message));
  names.tell();
  names.tell();
  expect([told, reads]).toEqual([[], 1]);
  tree = treeOf('Madrid');
  read.fire('other');
  read.fire('lab');
  names.tell();
  expect(told).toEqual([{ type: 'names', of: 'nodes', names: [['n-1', 'Madrid']] }]);
  tree = treeOf('Madrid 2');
  read.fire('lab');
  expect(told.at(-1)).toEqual({ type: 'names', of: 'nodes', names: [['n-1', 'Madrid 2']] });
  names.forget();
  names.tell();
  expect(told).toHaveLength(3);
});
