import { describe, expect, it, vi } from 'vitest';
import { actedOn, rowsOf, type NodeTarget } from '../../../src/model/sensors/nodeTarget.js';
import {
  chosenConnection,
  chosenDomain,
  chosenList,
  chosenNodes,
  chosenOrPickedList,
  chosenRecords,
  type ListTarget,
} from '../../../src/operations/chosenTargets.js';
import type { OperationServices } from '../../../src/operations/operationServices.js';
import { GivenUpError, NothingToDoError, SentenceError } from '../../../src/words/sentenceErrors.js';

const picked = vi.hoisted(() => vi.fn());
vi.mock('../../../src/ui/doors.js', () => ({ window: { showQuickPick: picked } }));

const node = (kind: string, uuid: string, connectionId = 'office', isTwin = false) =>
  ({ kind, uuid, name: uuid, connectionId, isTwin }) as unknown as NodeTarget;
const record = (recordId: number, type = 'racks', connectionId = 'office') =>
  ({ kind: 'record', recordId, type, connectionId }) as unknown as ListTarget & { kind: 'record' };
const typeOf = (type: string) =>
  ({ kind: 'inventoryType', type, connectionId: 'office' }) as unknown as ListTarget;

const domain = node('sensor', 'd');
const other = node('sensor', 'e');
const point = node('accessPoint', 'p');

/** A tree in which something is selected. */
const selecting = (...selected: unknown[]) =>
  ({ selected: async () => selected, selectedRecords: async () => selected }) as unknown as OperationServices;

describe('the nodes that a command acts on', () => {
  it('are all that are selected where the clicked one is among them, else the clicked one, else the selection', async () => {
    const tree = selecting(other);
    expect(await chosenNodes(tree, domain, [domain, point])).toEqual([domain, point]);
    expect(await chosenNodes(tree, domain, [])).toEqual([domain]);
    expect(await chosenNodes(tree, domain)).toEqual([domain]);
    expect(await chosenNodes(tree, undefined)).toEqual([other]);
  });

  it('are sensors and access points, whatever else is selected with them', async () => {
    expect(await chosenNodes(selecting(node('range', 'r'), point), undefined)).toEqual([point]);
  });

  it('are asked for where there are none, as something that is still to be done', async () => {
    const chosen = chosenNodes(selecting(node('range', 'r')), undefined);
    await expect(chosen).rejects.toThrow('Select a domain, a sensor or an access point in the tree first.');
    await expect(chosen).rejects.toBeInstanceOf(NothingToDoError);
  });

  it('belong to one manager', async () => {
    const chosen = chosenNodes(selecting(), domain, [domain, node('sensor', 'f', 'factory')]);
    await expect(chosen).rejects.toThrow('Select nodes of one manager only.');
  });

  it('are none that no call can reach', async () => {
    const twin = node('sensor', 'd', 'office', true);
    await expect(chosenNodes(selecting(), twin)).rejects.toBeInstanceOf(SentenceError);
  });
});

it('what several rows show is acted on once, and what no call can tell apart stays as it is', async () => {
  const twice = [record(1), { ...record(1), row: 'recently' }, record(2), record(1, 'sites')];
  expect(await chosenRecords(selecting(), twice[0], twice)).toEqual([
    record(1),
    record(2),
    record(1, 'sites'),
  ]);
  expect(await chosenList(selecting(), typeOf('racks'), [typeOf('racks'), typeOf('racks')])).toHaveLength(1);
  const point = (macAddress: string | undefined, id?: number) =>
    ({ ...node('accessPoint', ''), macAddress, id }) as unknown as NodeTarget;
  const nodes = [
    domain,
    { ...domain },
    point('AA-01-00-00-00-01'),
    point('aa:01:00:00:00:01', 7),
    point(undefined),
  ];
  expect(await chosenNodes(selecting(), domain, nodes)).toEqual([nodes[0], nodes[2], nodes[4]]);
  const nameless = [point(undefined), point(undefined)];
  expect(actedOn(nameless[0], nameless)).toEqual(nameless);
  expect(rowsOf(domain, [domain, domain])).toHaveLength(2);
  const twins = [node('sensor', 'd', 'office', true), node('sensor', 'd', 'office', true)];
  expect(actedOn(domain, [domain, domain, ...twins])).toEqual([domain, ...twins]);
});

it('the domain that a command acts on is the first of what is chosen', async () => {
  expect(await chosenDomain(selecting(point, other, domain), undefined)).toBe(other);
  await expect(chosenDomain(selecting(point), undefined)).rejects.toThrow(
    'Select a domain in the tree first.',
  );
});

it('the records that a command acts on are of one manager, and no types', async () => {
  expect(await chosenRecords(selecting(typeOf('racks'), record(1)), undefined, undefined)).toEqual([
    record(1),
  ]);
  await expect(chosenRecords(selecting(typeOf('racks')), undefined, undefined)).rejects.toThrow(
    'Select an inventory record in the tree first.',
  );
  const elsewhere = [record(1), record(2, 'racks', 'factory')];
  await expect(chosenRecords(selecting(), elsewhere[0], elsewhere)).rejects.toThrow(
    'Select records of one manager only.',
  );
});

describe('the list that a command acts on', () => {
  it('is a type, or records of one', async () => {
    expect(await chosenList(selecting(), typeOf('racks'))).toEqual([typeOf('racks')]);
    expect(await chosenList(selecting(record(1), record(2)), undefined)).toEqual([record(1), record(2)]);
    await expect(chosenList(selecting(domain), undefined)).rejects.toThrow(
      'Select an inventory type or records in the tree first.',
    );
  });

  it.each([
    ['records of two types', [record(1), record(1, 'tags')]],
    ['records of two managers', [record(1), record(1, 'racks', 'factory')]],
    ['a type and one of its records', [typeOf('racks'), record(1)]],
    ['two types', [typeOf('racks'), typeOf('tags')]],
  ])('is not %s', async (_, targets) => {
    await expect(chosenList(selecting(), undefined, targets)).rejects.toThrow(
      'Select records of one type and one manager only.',
    );
  });
});

it('the connection that a command acts on is picked only where nothing was clicked', async () => {
  const connections = { get: (id: string) => ({ id }) };
  const services = {
    connections,
    pickConnection: async () => ({ id: 'picked' }),
  } as unknown as OperationServices;
  expect(await chosenConnection(services, { connectionId: 'clicked' })).toEqual({ id: 'clicked' });
  expect(await chosenConnection(services, undefined)).toEqual({ id: 'picked' });
});

describe('a list that is picked', () => {
  const offered = (wanted: string) => {
    let labels: string[] = [];
    picked.mockImplementation(async (items: readonly { label: string; type: string }[]) => {
      labels = items.map(({ label }) => label);
      return items.find(({ type }) => type === wanted);
    });
    return () => labels;
  };
  const services = (...selected: unknown[]) =>
    Object.assign(selecting(...selected), {
      connections: { get: (id: string) => ({ id }) },
      pickConnection: async () => ({ id: 'picked' }),
    });

  it('is one of the group that was clicked, whatever is selected', async () => {
    const labels = offered('power_feeds');
    const group = {
      kind: 'inventoryGroup',
      connectionId: 'office',
      types: ['power_panels', 'power_feeds'],
    } as const;
    const chosen = await chosenOrPickedList(services(record(1)), group);
    expect(chosen).toEqual([{ kind: 'inventoryType', connectionId: 'office', type: 'power_feeds' }]);
    expect(labels()).toEqual(['Power panels', 'Power feeds']);
  });

  it('is one of all types of the connection whose inventory was clicked, and of a picked one without anything', async () => {
    const labels = offered('tags');
    const folder = { kind: 'inventory', connectionId: 'office' } as const;
    expect(await chosenOrPickedList(services(), folder)).toEqual([typeOf('tags')]);
    expect(labels()).toHaveLength(14);
    expect(await chosenOrPickedList(services(), undefined)).toEqual([
      { ...typeOf('tags'), connectionId: 'picked' },
    ]);
  });

  it('is not asked for where something is selected, and is nothing when given up', async () => {
    expect(await chosenOrPickedList(services(record(1)), undefined)).toEqual([record(1)]);
    offered('none');
    await expect(chosenOrPickedList(services(), undefined)).rejects.toBeInstanceOf(GivenUpError);
  });
});
