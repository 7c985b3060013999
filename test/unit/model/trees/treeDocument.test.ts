import { describe, expect, it } from 'vitest';
import { planOverwrite } from '../../../../src/changes/trees/overwrite.js';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';
import { sensorRecord } from 'netsensor-contract/sensors/sensors';
import {
  inOrder,
  parseSubtreePath,
  printSubtree,
  subtreePath,
  toBody,
  type TreeBody,
} from '../../../../src/model/trees/treeDocument.js';
import { flattenTree } from '../../../../src/model/trees/flatTree.js';
import { node, noChanges, point, treeOf } from './flatTrees.js';

const given = {
  id: 1,
  uuid: 'T',
  name: 'Top',
  type: 1,
  access_points: [
    {
      id: 5,
      mac_address: 'AA:01',
      name: 'P',
      status: 0,
      description: null,
      enrichment: {},
      sensor_uuid: 'T',
    },
    { id: 6, name: 'without an address', sensor_uuid: 'T' },
  ],
  children: [
    {
      id: 2,
      uuid: 'A',
      name: 'A',
      type: 1,
      domain_type: 2,
      children: [{ id: 3, uuid: 'S', name: 'S', type: 8 }],
    },
    {
      id: 4,
      uuid: 'B',
      name: 'B',
      type: 5,
      access_points: [{ id: 7, mac_address: 'AA:02', enrichment: { a: 1 } }],
    },
  ],
};
const record = () => sensorRecord.parse(given);

describe('the address of a subtree', () => {
  it('says its top and the name of it, and nothing else is one', () => {
    const path = subtreePath('7106963634872672634', 'Madrid/2');
    expect(path).toBe('/subtree/Madrid 2 (subtree).7106963634872672634.json');
    expect(parseSubtreePath(path)).toBe('7106963634872672634');
    expect(parseSubtreePath('/sensors/domain/Madrid.7106963634872672634.json')).toBeUndefined();
    expect(parseSubtreePath('/subtree/Madrid.json')).toBeUndefined();
  });
});

describe('a subtree with odd records', () => {
  const odd = readSensorTree({
    uuid: 'T',
    name: 'Top',
    type: 1,
    children: [
      { uuid: 'A', name: null, type: 1 },
      { uuid: 'B', name: 'B', type: 1 },
      { name: 'C', type: 1, children: [{ uuid: 'D', name: 'D', type: 5 }] },
      { name: 'C', type: 1 },
    ],
  });

  it('is overwritten without a name, a uuid or a record that it does not have, and without losing one', () => {
    const edited = JSON.parse(printSubtree(odd).replace('"B",\n', '"Renamed",\n')) as TreeBody;
    const { body, changes } = planOverwrite(edited, flattenTree(odd));
    expect(changes).toEqual({
      ...noChanges,
      nodes: { ...noChanges.nodes, updated: [expect.objectContaining({ name: 'Renamed' })] },
    });
    expect(body.sensor.children).toEqual([
      { uuid: 'A', type: 1, domain_type: 1 },
      { name: 'Renamed', uuid: 'B', type: 1, domain_type: 1 },
      {
        name: 'C',
        type: 1,
        domain_type: 1,
        children: [{ name: 'D', uuid: 'D', type: 5, domain_type: 1 }],
      },
      { name: 'C', type: 1, domain_type: 1 },
    ]);
  });
});

describe('the document of a subtree', () => {
  it('holds everything that an overwrite can say about it', () => {
    expect(printSubtree(record())).toBe(
      `${JSON.stringify(
        {
          sensor: {
            name: 'Top',
            uuid: 'T',
            type: 1,
            domain_type: 1,
            access_points: [{ mac_address: 'AA:01', name: 'P', status: 0 }],
            children: [
              {
                name: 'A',
                uuid: 'A',
                type: 1,
                domain_type: 2,
                children: [{ name: 'S', uuid: 'S', type: 8, domain_type: 1 }],
              },
              {
                name: 'B',
                uuid: 'B',
                type: 5,
                domain_type: 1,
                access_points: [{ mac_address: 'AA:02', enrichment: { a: 1 } }],
              },
            ],
          },
        },
        null,
        2,
      )}\n`,
    );
  });

  it('knows an access point by its address in lower case, and shows it as it is written', () => {
    expect([...flattenTree(record()).points]).toMatchObject([
      ['aa:01', { mac: 'AA:01', owner: 'T' }],
      ['aa:02', { mac: 'AA:02', owner: 'B' }],
    ]);
  });
});

describe('the body that makes a tree', () => {
  const tree = treeOf(
    [{ id: 'A' }, { id: 'new 0.1', name: 'N', type: 5, domain_type: 2 }, { id: 'S', type: 8 }],
    [point('AA', 'A'), point('BB', 'new 0.1', { name: 'P' }), point('CC', 'S')],
  );

  it('gives a new node no uuid, and a sensor that holds none no access points', () => {
    expect(toBody(tree, { pointsOfNode: () => true }).sensor.children).toEqual([
      { name: 'A', uuid: 'A', type: 1, domain_type: 1, access_points: [{ mac_address: 'AA' }] },
      { name: 'N', type: 5, domain_type: 2, access_points: [{ mac_address: 'BB', name: 'P' }] },
      { name: 'S', uuid: 'S', type: 8, domain_type: 1 },
    ]);
  });

  it('lists the access points and the missing children of the nodes that it is told', () => {
    const body = toBody(tree, { pointsOfNode: id => id === 'A', listsChildren: id => id === 'S' });
    expect(body.sensor.children).toEqual([
      { name: 'A', uuid: 'A', type: 1, domain_type: 1, access_points: [{ mac_address: 'AA' }] },
      { name: 'N', type: 5, domain_type: 2 },
      { name: 'S', uuid: 'S', type: 8, domain_type: 1, children: [] },
    ]);
  });

  it('is empty for a tree without a top', () => {
    expect(toBody({ ...tree, top: 'gone' }, { pointsOfNode: () => true })).toEqual({ sensor: { name: '' } });
  });
});

describe('the nodes of a tree in order', () => {
  it('stand each after the one above it, children in their order, without those that hang on nothing', () => {
    const tree = treeOf([
      { id: 'B' },
      { id: 'A' },
      { id: 'A1', parent: 'A' },
      { id: 'B1', parent: 'B' },
      { id: 'B2', parent: 'B' },
      { id: 'lost', parent: 'nowhere' },
    ]);
    expect(inOrder(tree).map(({ id }) => id)).toEqual(['top', 'B', 'B1', 'B2', 'A', 'A1']);
    expect(inOrder({ ...tree, top: 'gone' })).toEqual([]);
    expect(inOrder({ ...tree, top: 'A' })).toEqual([node({ id: 'A' }), node({ id: 'A1', parent: 'A' })]);
  });
});

describe('a tree in which a node repeats the uuid of one above it', () => {
  it('is still a tree: the uuid belongs to the first', () => {
    const leaf = { uuid: 'L', name: 'Leaf', type: 1 };
    const again = { uuid: 'T', name: 'Again', type: 1, children: [leaf] };
    const child = { uuid: 'C', name: 'Child', type: 1, children: [again] };
    const flat = flattenTree(sensorRecord.parse({ uuid: 'T', name: 'Top', type: 1, children: [child] }));
    expect(flat.nodes.get('T')).toMatchObject({ name: 'Top', parent: undefined });
    expect(inOrder(flat).map(({ id }) => id)).toEqual(['T', 'C', 'L']);
  });
});
