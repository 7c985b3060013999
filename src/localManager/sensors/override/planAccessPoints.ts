import { isRecord } from '../../../model/text/looseValues.js';
import { checkAccessPoint, newAccessPoint } from '../../accessPoints/accessPointFields.js';
import type { NewAccessPoint, StoredAccessPoint } from '../../accessPoints/accessPointTable.js';
import type { PathProblems } from '../pathProblems.js';
import { isBlank, type Fields, textOf } from '../../http/requestFields.js';
import type { StoredSensor } from '../sensorStore.js';
import { holdsAccessPoints } from '../sensorKinds.js';

/** The access points that an overwrite writes. */
export interface AccessPointPlan {
  readonly changed: readonly StoredAccessPoint[];
  readonly added: readonly NewAccessPoint[];
}

/** A node that names access points: its row after the overwrite, and where it stands in the body. */
export interface OwningNode {
  readonly row: StoredSensor;
  readonly path: string;
  readonly elements: readonly unknown[];
}

/** What is known before the overwrite. */
export interface KnownAccessPoints {
  /** All access points of the manager by MAC address in lower case. */
  readonly byMac: ReadonlyMap<string, StoredAccessPoint>;
  isInTree(sensorId: number): boolean;
  isFlowSensor(uuid: string): boolean;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

const forbidden = ['sensor_id', 'switch_id'];

/**
 * The access points of a body, matched by MAC address: those of the tree are moved to their node and updated, others are
 * added. They are honoured on domains and flow sensors only (contract 001, Overwrite request, rule 5).
 */
export function planAccessPoints(
  owners: readonly OwningNode[],
  known: KnownAccessPoints,
  problems: PathProblems,
): AccessPointPlan {
  const changed: StoredAccessPoint[] = [];
  const added: NewAccessPoint[] = [];
  const seen = new Set<string>();
  for (const { row, path, elements } of owners) {
    if (!holdsAccessPoints(row.type)) continue;
    elements.forEach((element, index) => {
      const report = (field: string, message: string) =>
        problems.add(`${path}.access_points[${index}]${field}`, message);
      if (!isRecord(element)) return report('', 'must be an object');
      const mac = textOf(element['mac_address']).toLowerCase();
      const stored = known.byMac.get(mac);
      if (seen.has(mac)) report('.mac_address', 'is used twice in the body');
      seen.add(mac);
      if (stored && !known.isInTree(stored.sensor_id)) report('.mac_address', 'has already been taken');
      const fields = checkElement(element, { stored, known, report });
      if (!fields) return;
      const point = newAccessPoint(fields, row.id);
      if (stored) changed.push(changedRow(stored, { point, element, now: known.now }));
      else added.push(point);
    });
  }
  return { changed, added };
}

function checkElement(
  element: Fields,
  {
    stored,
    known,
    report,
  }: {
    stored: StoredAccessPoint | undefined;
    known: KnownAccessPoints;
    report: (field: string, message: string) => void;
  },
) {
  for (const id of forbidden) if (Object.hasOwn(element, id)) report(`.${id}`, 'is not allowed');
  const { fields, errors = {} } = checkAccessPoint(stored ? { name: stored.name, ...element } : element);
  for (const [field, messages] of Object.entries(errors)) {
    for (const message of messages) report(`.${field}`, message);
  }
  const flow = fields?.flow_uuid;
  if (!isBlank(flow) && !known.isFlowSensor(textOf(flow))) report('.flow_uuid', 'must be a flow sensor');
  return fields;
}

/** The stored row with the columns that the element gives. */
function changedRow(
  stored: StoredAccessPoint,
  { point, element, now }: { point: NewAccessPoint; element: Fields; now: number },
): StoredAccessPoint {
  const given = Object.entries(point).filter(([column]) =>
    column === 'settings' ? !isBlank(element['flow_uuid']) : !isBlank(element[column]),
  );
  return {
    ...stored,
    ...Object.fromEntries(given),
    sensor_id: point.sensor_id,
    updated_at: new Date(now),
  };
}
