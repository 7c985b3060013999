import { floorPoints } from '../../src/model/pictures/floors/floorPlan.js';
import { mapNodes } from '../../src/model/pictures/maps/mapPoints.js';
import type { FloorPicture } from '../../src/model/pictures/floors/floorPicture.js';
import type { MapPicture } from '../../src/model/pictures/maps/mapPicture.js';
import type { PictureMessage } from '../../src/model/pictures/pictureMessages.js';
import type { RackPicture } from '../../src/model/pictures/racks/rackPicture.js';
import type { TopologyPicture } from '../../src/model/pictures/topology/topologyPicture.js';
import { rackElevations, type PicturedRecord } from '../../src/model/pictures/racks/rackElevation.js';
import type { ShownPicture } from '../../src/model/pictures/shownPicture.js';
import { topologyOf } from '../../src/model/pictures/topology/topology.js';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import { saidFloor } from '../../src/words/floorWords.js';
import { saidMap } from '../../src/words/mapWords.js';
import { saidRacks } from '../../src/words/rackWords.js';
import { saidTopology } from '../../src/words/topologyWords.js';
import { count } from './page/data.js';
import type { PictureToDraw } from './page/pictureTimes.js';

/** What a page is sent for each picture that is measured, and of which kind that is. */
export function picturesToDraw(): Readonly<Record<string, PictureToDraw>> {
  return {
    oneRack: { kind: 'racks', message: messageOf(racks(1)) },
    racks: { kind: 'racks', message: messageOf(racks(500)) },
    onePoint: { kind: 'floor', message: messageOf(floor(1)) },
    points: { kind: 'floor', message: messageOf(floor(5_000)) },
    map: { kind: 'map', message: messageOf(map(5_250)) },
    topology: { kind: 'topology', message: messageOf(topology()) },
  };
}

const messageOf = (picture: ShownPicture): PictureMessage => ({
  type: 'picture',
  picture,
  table: { columns: [], rows: [] },
  isEditable: true,
  isLocked: false,
  words: {
    hint: '',
    nothing: '',
    noMatch: '',
    copied: '',
    failed: '',
    tooLarge: '',
  },
});

const record = (id: number, fields: PicturedRecord['fields']): PicturedRecord => ({
  key: String(id),
  id,
  fields,
  isEdited: false,
});

/** Racks of 42 units with six reservations each, of which two clash. */
function racks(size: number): RackPicture {
  const all = count(size, index => record(index + 1, { name: `Rack ${index}`, u_height: 42, width: 19 }));
  const reservations = count(6 * size, index =>
    record(index + 1, {
      rack_id: Math.floor(index / 6) + 1,
      units: [0, 1, 2].map(unit => 6 * (index % 6) + unit + 1 - Number(index % 6 === 5) * 4).join(','),
      description: `Reservation ${index}`,
    }),
  );
  return { title: 'Racks', ...saidRacks(rackElevations(all, reservations)) };
}

/** An access point; every twentieth is down. */
const pointRecord = (id: number, place: object) => ({
  id,
  name: `AP ${id}`,
  mac_address: `02:00:00:00:${id >> 8}:${id & 255}`,
  clients: id % 30,
  status: id % 20 === 0 ? 0 : 1,
  ...place,
});

function floor(size: number): FloorPicture {
  const side = Math.ceil(Math.sqrt(size));
  const records = count(size, index =>
    pointRecord(index + 1, { x: (index % side) * 30 + (index % 7), y: Math.floor(index / side) * 30 }),
  );
  return { title: 'Floor', floor: saidFloor(floorPoints(records, [])) };
}

const domain = (name: string, domainType: number, more: object) => ({
  name,
  uuid: name,
  type: 1,
  domain_type: domainType,
  ...more,
});

/** Campuses all over the world, with 50 access points each around them. */
function map(size: number): MapPicture {
  const around = 50;
  const campuses = count(Math.floor(size / around), campus => {
    const at = { latitude: ((campus * 37) % 130) - 55, longitude: ((campus * 101) % 360) - 180 };
    const access_points = count(around, index =>
      pointRecord(campus * around + index + 1, {
        latitude: at.latitude + Math.sin(index) / 50,
        longitude: at.longitude + Math.cos(index * 7) / 50,
      }),
    );
    return domain(`Campus ${campus}`, 4, { ...at, access_points });
  });
  const tree = new SensorIndex(domain('root', 1, { children: campuses }));
  return { title: 'Map', map: saidMap(mapNodes(tree, 0, [])) };
}

/** As many branches of a tree as a picture holds: 30 campuses with their buildings, all open. */
function topology(): TopologyPicture {
  const campuses = count(30, campus =>
    domain(`Campus ${campus}`, 4, {
      children: count(45, building => domain(`Building ${campus}.${building}`, 5, {})),
    }),
  );
  const tree = new SensorIndex(domain('root', 1, { children: campuses }));
  const open = new Set(count(tree.size, number => tree.identity(number)));
  const bytesOf = (number: number) => number * 1e6;
  const said = saidTopology(tree, topologyOf(tree, 0, open), {
    traffic: { bytesOf, total: 1e12, unplaced: 0 },
    when: saidFloor([]).texts.empty as never,
  });
  return { title: 'Topology', topology: { ...said, kept: {} } };
}
