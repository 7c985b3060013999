import { expect, it, vi } from 'vitest';
import type { OperationServices } from '../../../src/operations/operationServices.js';

vi.mock('vscode', () => import('../explorer/vscodeOfExplorer.js'));
const { deleteChosen } = await import('../../../src/operations/operationCommands.js');

const record = { kind: 'record', recordId: 1, type: 'racks', connectionId: 'lab' };
const point = { kind: 'accessPoint', uuid: 'p', name: 'AP', connectionId: 'lab' };

/** A tree of a locked connection, which nobody unlocks, so that what is asked to go is refused. */
const selecting = (selection: { readonly nodes?: readonly object[]; readonly records?: readonly object[] }) =>
  ({
    selected: async () => selection.nodes ?? [],
    selectedRecords: async () => selection.records ?? [],
    connections: { get: () => ({ id: 'lab', name: 'Lab', isLocked: true }) },
  }) as unknown as OperationServices;

it('the key that deletes means the selected records where no node is selected', async () => {
  await expect(deleteChosen(selecting({ records: [record] }))).rejects.toThrow(/^Nothing was sent/);
  await expect(deleteChosen(selecting({ nodes: [point] }))).rejects.toThrow(/^Nothing was sent/);
  await expect(deleteChosen(selecting({}))).rejects.toThrow(/^Select a domain, a sensor or an access point/);
});
