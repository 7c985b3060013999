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

it('is asked about once while its plan is read, however often its key is pressed, in whatever order that was selected, and again once that is given up', async () => {
  const { makeDeletion } = await import('../../../src/operations/makeChange.js');
  const plans: ((answer: undefined) => void)[] = [];
  const change = {} as Parameters<typeof makeDeletion>[2];
  vi.spyOn(await import('../../../src/changes/change.js'), 'carryOut').mockImplementation(
    () => new Promise(resolve => plans.push(resolve as never)),
  );
  const operations = { deleting: new Set() } as unknown as OperationServices;
  const connection = { id: 'lab' } as Parameters<typeof makeDeletion>[1]['connection'];
  const press = (...targets: string[]) => makeDeletion(operations, { connection, targets }, change);
  const first = press('AP 1');
  expect(await press('AP 1')).toBeUndefined();
  void press('AP 2');
  void press('AP 1', 'AP 2');
  expect(await press('AP 2', 'AP 1')).toBeUndefined();
  expect(plans).toHaveLength(3);
  plans[0]!(undefined);
  await first;
  void press('AP 1');
  expect(plans).toHaveLength(4);
});
