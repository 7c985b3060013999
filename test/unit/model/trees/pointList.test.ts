import { describe, expect, it } from 'vitest';
import {
  elementFields,
  listElements,
  mergeElements,
  parsePointListPath,
  pointListPath,
  printPoints,
  printPointsIn,
  type PointElement,
} from '../../../../src/model/trees/pointList.js';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import { sensorRecord } from 'netsensor-contract/sensors/sensors';
import { point, treeOf } from './flatTrees.js';

describe('the address of the access points of a domain', () => {
  it('says the domain and its name, and nothing else is one', () => {
    const path = pointListPath('7106963634872672634', 'Madrid');
    expect(path).toBe('/override/Madrid (access points).7106963634872672634.json');
    expect(parsePointListPath(path)).toBe('7106963634872672634');
    expect(parsePointListPath('/sensors/domain/Madrid.7106963634872672634.json')).toBeUndefined();
    expect(parsePointListPath('/override/Madrid.json')).toBeUndefined();
  });
});

describe('the elements of an override', () => {
  it.each([
    [6, 'service_provider_uuid'],
    [7, 'deployment_uuid'],
    [2, 'organization_uuid'],
    [1, 'namespace_uuid'],
    [5, 'namespace_uuid'],
  ])('are placed in a domain of kind %i by its %s', (kind, key) => {
    const tree = treeOf([{ id: 'U', name: 'Org', domain_type: kind }], [point('AA', 'U', { name: 'P' })]);
    expect(listElements(tree)).toEqual([{ mac_address: 'AA', name: 'P', [key]: 'U' }]);
    expect(elementFields).toContain(key);
  });

  it('are placed nowhere in the domain itself, or when nobody knows where they are', () => {
    const points = [point('AA', 'top', { name: 'P' }), point('BB', 'nowhere')];
    expect(listElements(treeOf([], points))).toEqual([
      { mac_address: 'AA', name: 'P' },
      { mac_address: 'BB' },
    ]);
    expect(listElements(treeOf([], points), points.slice(1))).toEqual([{ mac_address: 'BB' }]);
  });

  it('may say a name and a container by uuid or name', () => {
    expect(elementFields).toEqual(
      expect.arrayContaining([
        'mac_address',
        'name',
        'enrichment',
        'deployment_name',
        'service_provider_name',
      ]),
    );
  });

  it('are the document of the domain', () => {
    const tree = sensorRecord.parse({
      id: 1,
      uuid: 'U',
      name: 'Madrid',
      type: 1,
      children: [],
      access_points: [{ id: 5, mac_address: 'AA', name: 'P', sensor_uuid: 'U' }],
    });
    expect(printPoints(tree)).toBe(
      '{\n  "access_points": [\n    {\n      "mac_address": "AA",\n      "name": "P"\n    }\n  ]\n}\n',
    );
  });
});

describe('two edits of one list of access points', () => {
  const at = (fields: object = {}): PointElement[] => [{ mac_address: 'AA', name: 'P', ...fields }];
  const nothing = { elements: [], conflicts: [] };

  it('give each what either of them changed', () => {
    expect(mergeElements(at(), at({ name: 'Mine' }), at({ status: 1 }))).toEqual({
      elements: at({ name: 'Mine', status: 1 }),
      conflicts: [],
    });
    expect(mergeElements(at(), at(), at({ status: 1 }))).toEqual({
      elements: at({ status: 1 }),
      conflicts: [],
    });
    expect(mergeElements(at(), at({ status: 1 }), at())).toEqual({
      elements: at({ status: 1 }),
      conflicts: [],
    });
  });

  it('take away a field that I took away', () => {
    const { elements, conflicts } = mergeElements(at({ status: 1 }), at(), at({ status: 1 }));
    expect([elements[0]?.['status'], conflicts]).toEqual([undefined, []]);
  });

  it('are one when both changed a field alike, and contradict each other when not', () => {
    const both = at({ name: 'Both' });
    expect(mergeElements(at(), both, both)).toEqual({ elements: both, conflicts: [] });
    expect(mergeElements(at(), at({ name: 'Mine' }), at({ name: 'Theirs' }))).toEqual({
      elements: at({ name: 'Mine' }),
      conflicts: [{ name: 'P', field: 'name', mine: 'Mine', theirs: 'Theirs' }],
    });
  });

  it('know an access point by its address, however it is written', () => {
    expect(mergeElements(at(), [{ mac_address: 'aa', name: 'P' }], at())).toEqual({
      elements: at(),
      conflicts: [],
    });
  });

  it('keep what either of them added; mine when both did', () => {
    expect(mergeElements([], at(), []).elements).toEqual(at());
    expect(mergeElements([], [], at()).elements).toEqual(at());
    expect(mergeElements([], at({ name: 'Mine' }), at({ name: 'Theirs' }))).toEqual({
      elements: at({ name: 'Mine' }),
      conflicts: [],
    });
  });

  it('drop what either of them deleted, unless the other changed it', () => {
    expect([mergeElements(at(), [], at()), mergeElements(at(), at(), [])]).toEqual([nothing, nothing]);
    expect(mergeElements(at(), [], [])).toEqual(nothing);
    const changed = at({ status: 1 });
    expect(mergeElements(at(), [], changed)).toEqual({
      elements: changed,
      conflicts: [{ name: 'P', field: 'existence', mine: 'deleted', theirs: 'changed' }],
    });
    expect(mergeElements(at(), changed, [])).toEqual({
      elements: changed,
      conflicts: [{ name: 'P', field: 'existence', mine: 'changed', theirs: 'deleted' }],
    });
  });

  it('name an access point without a name by its address', () => {
    const bare = [{ mac_address: 'AA' }];
    expect(mergeElements(bare, [], [{ ...bare[0]!, status: 1 }]).conflicts).toMatchObject([{ name: 'AA' }]);
  });
});

it('the access points below a domain of a tree are printed without a look at what has none', async () => {
  const accessPoint = (mac: string) => ({ mac_address: mac, name: mac });
  let read = 0;
  const sensor = {
    uuid: 'S',
    type: 2,
    get name() {
      read += 1;
      return 'Sensor';
    },
  };
  const organization = {
    uuid: 'O',
    type: 1,
    domain_type: 2,
    name: 'Org',
    children: [sensor, { uuid: 'V', type: 2, name: 'Vendor', access_points: [accessPoint('CC')] }],
    access_points: [accessPoint('BB')],
  };
  const domain = { uuid: 'D', type: 1, children: [sensor, organization], access_points: [accessPoint('AA')] };
  const tree = new SensorIndex({
    uuid: 'T',
    type: 1,
    children: [domain],
    access_points: [accessPoint('DD')],
  });
  expect(await printPointsIn(tree, 1)).toBe(printPoints(readSensorTree(domain)));
  read = 0;
  await printPointsIn(tree, 1);
  expect(read).toBe(0);
});
