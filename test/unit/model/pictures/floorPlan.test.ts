import { describe, expect, it } from 'vitest';
import { floorPoints } from '../../../../src/model/pictures/floors/floorPlan.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import type { OpenDocument } from '../../../../src/model/pictures/editedRecords.js';

const points = [
  { id: 7, name: 'Lobby', mac_address: '00:1e:bd:00:00:07', status: 1, clients: 4, x: 10, y: 20 },
  { id: 8, name: 'Stairs', mac_address: '00:1e:bd:00:00:08', status: 0, clients: 0, x: '30', y: 40 },
  { id: 9, name: '', mac_address: '00:1e:bd:00:00:09', status: 5, clients: null, x: 50, y: null },
];
const documentOf = (path: string, fields: object, isDirty = true): OpenDocument => ({
  key: path,
  path,
  query: '',
  isDirty,
  text: JSON.stringify(fields),
});

/** The floor with the points, and another one. */
const tree = new SensorIndex({
  uuid: '1',
  type: 1,
  access_points: [],
  children: [
    { uuid: '3', type: 1, access_points: points },
    { uuid: '4', type: 1, access_points: [{ id: 20, name: 'Attic', status: 0, clients: 3, x: 1, y: 1 }] },
    { uuid: '5', type: 5 },
  ],
});

describe('the access points of a floor', () => {
  it('have the place, state and clients of their records, and wait without both coordinates', () => {
    expect(floorPoints(points, [])).toMatchObject([
      { key: '7', name: 'Lobby', state: 'up', clients: 4, place: { x: 10, y: 20 }, isEdited: false },
      { key: '8', state: 'down', place: { x: 30, y: 40 } },
      { key: '9', name: '00:1e:bd:00:00:09', state: 'unknown', clients: undefined, place: undefined },
    ]);
  });

  it('stand where an open document says, by id or by MAC address, and are edited where that is not saved', () => {
    const documents = [
      documentOf('/access_points/Lobby.7.json', { x: 11, y: 22 }),
      documentOf('/access_points/Stairs.00-1E-BD-00-00-08.json', { x: 33 }),
      documentOf('/access_points/Other.9.json', { x: 1, y: 2 }, false),
    ];
    expect(floorPoints(points, documents)).toMatchObject([
      { place: { x: 11, y: 22 }, isEdited: true },
      { place: { x: 33, y: 40 }, isEdited: true },
      { place: { x: 1, y: 2 }, isEdited: false },
    ]);
  });

  it('are drawn as drafts before they exist, on the floor that these name', () => {
    const draftOf = (title: string, fields: object): OpenDocument => ({
      ...documentOf(`/new/accessPoint/${title}.json`, fields, false),
      query: 'parent=3',
    });
    const drafts = [
      draftOf('New access point', { sensor_uuid: '3', name: 'Roof', mac_address: '', x: 5, y: 6 }),
      draftOf('New access point 2', { sensor_uuid: '3', name: '', mac_address: '' }),
      draftOf('New access point 3', { sensor_uuid: '4', name: 'Elsewhere', x: 1, y: 1 }),
    ];
    const [, , , roof, waiting, ...others] = floorPoints(points, drafts, { uuid: '3', tree });
    expect(roof).toMatchObject({ name: 'Roof', state: 'unknown', place: { x: 5, y: 6 } });
    expect(roof).toMatchObject({
      key: '/new/accessPoint/New access point.json',
      isKnown: true,
      isEdited: true,
    });
    expect(waiting).toMatchObject({ place: undefined, isEdited: true });
    expect(others).toEqual([]);
  });

  it('stand on the floor that their document names, as soon as that is one', () => {
    const moved = (path: string, uuid: string) => documentOf(path, { sensor_uuid: uuid, x: 70, y: 80 });
    const documents = [
      moved('/access_points/Lobby.7.json', '4'),
      moved('/access_points/Attic.20.json', '3'),
      // A floor that is being typed, and what is no domain.
      moved('/access_points/Stairs.8.json', '42'),
      moved('/access_points/Other.9.json', '5'),
    ];
    const keysOn = (uuid: string, records: readonly RawRecord[]) =>
      floorPoints(records, documents, { uuid, tree }).map(({ key }) => key);
    expect(keysOn('3', points)).toEqual(['8', '9', '20']);
    expect(keysOn('4', [{ id: 20, name: 'Attic' }])).toEqual(['7']);
    const attic = floorPoints(points, documents, { uuid: '3', tree }).at(-1);
    expect(attic).toMatchObject({ name: 'Attic', state: 'down', place: { x: 70, y: 80 }, isEdited: true });
  });

  it('are one on their new floor where they are open by id and by MAC address, as the document says that is not saved', () => {
    const byId = documentOf('/access_points/Lobby.7.json', { sensor_uuid: '4', x: 1, y: 1 }, false);
    const byMac = documentOf('/access_points/Lobby.00-1E-BD-00-00-07.json', { sensor_uuid: '4', x: 2, y: 2 });
    for (const documents of [
      [byId, byMac],
      [byMac, byId],
    ])
      expect(floorPoints([], documents, { uuid: '4', tree })).toMatchObject([
        { name: 'Lobby', place: { x: 2, y: 2 }, isEdited: true },
      ]);
  });

  it('stay where they are stored while their document is no JSON', () => {
    const typing = { ...documentOf('/access_points/Lobby.7.json', {}), text: '{ "x": ' };
    expect(floorPoints(points, [typing])[0]).toMatchObject({ place: { x: 10, y: 20 }, isEdited: false });
  });

  it('have no document when another one goes by the same, or nothing at all', () => {
    const twins = floorPoints([{ id: 7 }, { id: 7 }, {}], []);
    expect(twins.map(({ isKnown }) => isKnown)).toEqual([true, false, false]);
    expect(new Set(twins.map(({ key }) => key)).size).toBe(3);
  });

  it('are set apart where they lie so far away that the others would be one dot', () => {
    const near = Array.from({ length: 10 }, (_, index) => ({ id: index, x: 10 * index, y: 5 * index }));
    const far = floorPoints([...near, { id: 50, x: 2_147_483_647, y: 0 }, { id: 51, x: 400, y: 300 }], []);
    expect(far.filter(({ isFarAway }) => isFarAway).map(({ key }) => key)).toEqual(['50']);
  });
});
