import { fieldsWhere } from 'netsensor-contract/text/collections';
import { isRecord, scalarText } from 'netsensor-contract/text/looseValues';
import { checkAccessPoint, newAccessPoint } from '../../accessPoints/accessPointFields.js';
import { readAccessPoints, type NewAccessPoint, type StoredAccessPoint } from '../accessPointTable.js';
import { isBlank, type Fields } from '../../http/requestFields.js';
import type { StoredSensor } from '../sensorStore.js';
import { holdsAccessPoints, sensorType } from '../sensorKinds.js';
import type { Call } from '../../users/auth.js';
import { scopeOf } from '../../users/permissions.js';
import type { Overwrite } from './planRows.js';
import { nodePath } from './readNodes.js';

/** The access points that an overwrite writes. */
export interface AccessPointPlan {
  readonly changed: readonly StoredAccessPoint[];
  readonly added: readonly NewAccessPoint[];
}

/**
 * The access points of a body, matched by MAC address: those of the tree are moved to their node and updated, others are
 * added. They are honoured on domains and flow sensors only (contract 001, Overwrite request, rule 5).
 */
export async function planAccessPoints(call: Call, overwrite: Overwrite): Promise<AccessPointPlan> {
  const { nodes, rows, tree, problems } = overwrite;
  const plan = { changed: [] as StoredAccessPoint[], added: [] as NewAccessPoint[] };
  if (nodes.every(({ accessPoints }) => accessPoints.length === 0)) return plan;
  const flows = await flowSensorUuids(call, rows);
  const known = await readAccessPoints(call.session);
  const byMac = new Map(known.map(point => [point.mac_address.toLowerCase(), point]));
  const seen = new Set<string>();
  rows.forEach((row, number) => {
    if (!holdsAccessPoints(row.type)) return;
    nodes[number]?.accessPoints.forEach((element, index) => {
      const report: Report = (field, message) =>
        problems.add(`${nodePath(nodes, number)}.access_points[${index}]${field}`, message);
      if (!isRecord(element)) return report('', 'must be an object');
      const mac = scalarText(element['mac_address']).toLowerCase();
      const stored = byMac.get(mac);
      if (seen.has(mac)) report('.mac_address', 'is used twice in the body');
      seen.add(mac);
      if (stored && !tree.rows.has(stored.sensor_id)) report('.mac_address', 'has already been taken');
      const fields = checkElement(stored ? { name: stored.name, ...element } : element, flows, report);
      if (!fields) return;
      const point = newAccessPoint(fields, row.id);
      if (stored) plan.changed.push(changedRow(stored, { point, element, now: call.now }));
      else plan.added.push(point);
    });
  });
  return plan;
}

/** Uuids of the flow sensors that access points may be associated with: those the caller manages, and those of the body. */
async function flowSensorUuids(call: Call, rows: readonly StoredSensor[]): Promise<Set<string>> {
  const mayManage = await scopeOf(call, 'manage');
  const sql = 'SELECT id, uuid FROM sensors WHERE type = $1';
  const stored = await call.session.rows<StoredSensor>(sql, [sensorType.flow]);
  const flows = stored.filter(({ id }) => mayManage(id));
  return new Set([...flows, ...rows.filter(({ type }) => type === sensorType.flow)].map(({ uuid }) => uuid));
}

type Report = (field: string, message: string) => void;

const forbidden = ['sensor_id', 'switch_id'];

function checkElement(element: Fields, flows: ReadonlySet<string>, report: Report) {
  for (const id of forbidden) if (Object.hasOwn(element, id)) report(`.${id}`, 'is not allowed');
  const { fields, errors = {} } = checkAccessPoint(element);
  for (const [field, messages] of Object.entries(errors)) {
    for (const message of messages) report(`.${field}`, message);
  }
  const flow = fields?.flow_uuid;
  if (!isBlank(flow) && !flows.has(scalarText(flow))) report('.flow_uuid', 'must be a flow sensor');
  return fields;
}

/** The stored row with the columns that the element gives. */
function changedRow(
  stored: StoredAccessPoint,
  { point, element, now }: { point: NewAccessPoint; element: Fields; now: number },
): StoredAccessPoint {
  const isGiven = (column: string) => !isBlank(element[column === 'settings' ? 'flow_uuid' : column]);
  const { sensor_id } = point;
  return { ...stored, ...fieldsWhere<unknown>({ ...point }, isGiven), sensor_id, updated_at: new Date(now) };
}
