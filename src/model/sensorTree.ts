import { accessPoint, type AccessPoint } from './accessPoints.js';
import { integerOf, textOf } from './looseValues.js';
import { present, recordName, recordType, recordUuid, recordsIn, type RawRecord } from './nodeRecord.js';
import { treeFields, type SensorRecord } from './sensors.js';
import { understood } from './tolerant.js';

/** A sensor while its children are added. */
type Growing = SensorRecord & { readonly children: SensorRecord[] };

/**
 * A sensor with all its subordinates, whatever the manager sent: one odd field or record hides no other. Records of any
 * depth are fine; what is no record is left out.
 */
export function readSensorTree(top: RawRecord): SensorRecord {
  const tree = readSensor(top);
  const waiting: { raw: RawRecord; sensor: Growing }[] = [{ raw: top, sensor: tree }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const raw of recordsIn(node.raw.children)) {
      const sensor = readSensor(raw);
      node.sensor.children.push(sensor);
      waiting.push({ raw, sensor });
    }
  }
  return tree;
}

/** A sensor without its children. */
export function readSensor(raw: RawRecord): Growing {
  return {
    ...understood(treeFields, raw),
    ...present(raw, ['id', 'domain_type'], integerOf),
    uuid: recordUuid(raw) ?? '',
    name: recordName(raw),
    type: recordType(raw),
    children: [],
    access_points: [...recordsIn(raw.access_points)].map(readAccessPoint),
  };
}

/** An access point, whatever the manager sent. */
export function readAccessPoint(raw: RawRecord): AccessPoint {
  return {
    ...understood(accessPoint.shape, raw),
    ...present(raw, ['id'], integerOf),
    ...present(raw, ['name', 'mac_address', 'sensor_uuid'], textOf),
  };
}
