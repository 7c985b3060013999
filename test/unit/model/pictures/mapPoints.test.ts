import { describe, expect, it } from 'vitest';
import { mapNodes, shownRecord } from '../../../../src/model/pictures/maps/mapPoints.js';
import type { OpenDocument } from '../../../../src/model/pictures/editedRecords.js';
import { isOffEarth, recordPlace } from '../../../../src/model/sensors/earthPlace.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';

const lisbon = { latitude: 38.7, longitude: -9.1 };
const point = (id: number, status: number, place: object = {}) => ({
  id,
  name: `AP ${id}`,
  status,
  ...place,
});
const tree = new SensorIndex({
  uuid: '1',
  name: 'root',
  type: 1,
  latitude: null,
  longitude: null,
  children: [
    {
      uuid: '2',
      name: 'Lisbon',
      type: 1,
      ...lisbon,
      children: [
        { uuid: '3', name: 'Hall', type: 1, access_points: [point(1, 1), point(2, 0)] },
        { uuid: '4', name: 'Router', type: 5, latitude: '38.8', longitude: '-9.2' },
      ],
      access_points: [point(3, 0, lisbon), point(4, 7, { latitude: 91, longitude: 0 })],
    },
    { uuid: '5', name: 'Nowhere', type: 1, access_points: [point(5, 1), point(6, 1, { latitude: 3 })] },
  ],
});
const documentOf = (path: string, fields: object): OpenDocument => ({
  key: path,
  path,
  query: '',
  isDirty: true,
  text: JSON.stringify(fields),
});

describe('nodes on a map', () => {
  const { points, placeless } = mapNodes(tree, 0, []);

  it('are domains, sensors and access points with both coordinates, as numbers or as text', () => {
    expect(points.map(({ kind, name, latitude }) => [kind, name, latitude])).toEqual([
      ['domain', 'Lisbon', 38.7],
      ['sensor', 'Router', 38.8],
      ['accessPoint', 'AP 3', 38.7],
    ]);
    expect(points.map(({ opens }) => opens)).toEqual([
      { type: 'sensor', key: '2' },
      { type: 'sensor', key: '4' },
      { type: 'accessPoint', key: '3' },
    ]);
  });

  it('count each access point once: at its own place, else at the nearest one above it', () => {
    expect(points.map(({ counts }) => counts)).toEqual([
      { up: 1, down: 1, unknown: 1 },
      { up: 0, down: 0, unknown: 0 },
      { up: 0, down: 1, unknown: 0 },
    ]);
    expect(points[0]?.below).toEqual({ total: 4, down: 2 });
  });

  it('leave no access point out that has a place neither of its own nor above it', () => {
    expect(placeless.map(({ name }) => name)).toEqual(['AP 5', 'AP 6']);
  });

  it('are those below a domain, itself among them', () => {
    const below = mapNodes(tree, tree.find({ connectionId: '', uuid: '4' })!, []);
    expect(below.points.map(({ name }) => name)).toEqual(['Router']);
    expect(below.domains).toEqual([{ name: 'Router', parent: -1 }]);
  });

  it('stand where a document says that was not saved', () => {
    const documents = [
      documentOf('/access_points/AP 5.5.json', { latitude: 1, longitude: 2 }),
      documentOf('/sensors/flow/Router.4.json', { latitude: null, longitude: null }),
    ];
    const edited = mapNodes(tree, 0, documents);
    expect(edited.points.map(({ name, isEdited }) => [name, isEdited])).toEqual([
      ['Lisbon', false],
      ['AP 3', false],
      ['AP 5', true],
    ]);
  });

  it('stand where an open document has them, which was read later than the tree', () => {
    const saved = {
      ...documentOf('/access_points/AP 3.3.json', { latitude: 1, longitude: 2 }),
      isDirty: false,
    };
    const moved = mapNodes(tree, 0, [saved]).points.find(({ name }) => name === 'AP 3');
    expect(moved).toMatchObject({ latitude: 1, longitude: 2, isEdited: false });
  });

  it('are off the earth with one coordinate, or with one beyond a pole or the date line', () => {
    const off = [{ latitude: 200, longitude: 2 }, { latitude: 1, longitude: '-181' }, { latitude: 3 }];
    expect(off.filter(record => !isOffEarth(record) || recordPlace(record))).toEqual([]);
    const others = [lisbon, {}, { latitude: null, longitude: '' }];
    expect(others.filter(isOffEarth)).toEqual([]);
    const document = documentOf('/access_points/AP 5.5.json', { latitude: 200, longitude: 2 });
    const number = tree.find({ connectionId: '', accessPointId: 5 })!;
    expect(isOffEarth(shownRecord(tree, number, [document]))).toBe(true);
  });

  it('have no document where another one goes by the same', () => {
    const twins = new SensorIndex({
      uuid: '1',
      type: 1,
      access_points: [point(1, 1, lisbon), point(1, 1, lisbon)],
    });
    const found = mapNodes(twins, 0, []).points;
    expect(found.map(({ opens }) => opens !== undefined)).toEqual([true, false]);
    expect(new Set(found.map(({ key }) => key)).size).toBe(2);
  });
});
