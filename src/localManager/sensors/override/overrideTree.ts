import { addAccessPoints, readAccessPoints } from '../../accessPoints/accessPointTable.js';
import { deleteRows, insertRows } from '../../store/recordTables.js';
import type { SqlSession } from '../../store/database.js';
import { unprocessable } from '../../http/errors.js';
import { PathProblems } from '../pathProblems.js';
import { requireRight, scopeOf, type Call } from '../../users/permissions.js';
import type { Fields } from '../../http/requestFields.js';
import { readSensorsById, type StoredSensor } from '../sensorStore.js';
import { followTree } from '../enrichmentLinks.js';
import { sensorType } from '../sensorKinds.js';
import { topDomains } from '../deleteSensor.js';
import { readTreeIndex, type TreeIndex } from '../treeIndex.js';
import { deleteSensors, replaceSensors, usedUuids } from '../writeSensors.js';
import { matchNodes, type StoredTree } from './matchNodes.js';
import { planAccessPoints, type AccessPointPlan } from './planAccessPoints.js';
import { checkTypes, finalRows, removedIds, type Overwrite } from './planRows.js';
import { nodePath, readNodes, type OverrideNode } from './readNodes.js';

/**
 * Makes the tree below the main sensor what the body says (contract 001, Overwrite request). A node without `children`
 * keeps those it has.
 * @param body what the request holds under its root key
 * @throws HttpProblem 401, or 422 that names each wrong place such as `sensor.children[3].name`
 */
export async function overrideTree(call: Call, main: StoredSensor, body: Fields): Promise<void> {
  const { session, now } = call;
  await requireRight(call, 'manage', main);
  const problems = new PathProblems();
  const nodes = readNodes(body, problems);
  problems.refuse();
  const index = await readTreeIndex(session);
  const tree = await storedTree(session, { main, nodes, index });
  const matches = matchNodes(nodes, tree, problems);
  problems.refuse();
  const rows = await finalRows(session, nodes, matches);
  const removed = removedIds(nodes, matches, index);
  const overwrite = { nodes, matches, rows, removed, index, tree, problems, now };
  await checkTypes(session, overwrite);
  const points = await plannedPoints(session, overwrite, await flowSensorUuids(call, rows));
  problems.refuse();
  const tops = await topDomains(session);
  if (removed.some(id => tops.has(id))) {
    throw unprocessable({ base: ['Cannot delete the top domain of a user; list it in the body'] });
  }
  await followTree(session, () => write(session, overwrite, points));
}

async function storedTree(
  session: SqlSession,
  { main, nodes, index }: { main: StoredSensor; nodes: readonly OverrideNode[]; index: TreeIndex },
): Promise<StoredTree> {
  const rows = await readSensorsById(session, index.below(main.id));
  const own = new Set([...rows.values()].map(row => row.uuid));
  const foreign = nodes.flatMap(({ uuid }) => (uuid === undefined || own.has(uuid) ? [] : uuid));
  return { main, rows, childrenOf: index.childrenOf, usedOutside: await usedUuids(session, foreign) };
}

async function plannedPoints(
  session: SqlSession,
  { nodes, rows, tree, problems, now }: Overwrite,
  flows: ReadonlySet<string>,
): Promise<AccessPointPlan> {
  const owners = nodes.flatMap(({ accessPoints }, number) => {
    const row = rows[number];
    return row && accessPoints.length > 0
      ? [{ row, path: nodePath(nodes, number), elements: accessPoints }]
      : [];
  });
  if (owners.length === 0) return { changed: [], added: [] };
  const stored = await readAccessPoints(session);
  const known = {
    byMac: new Map(stored.map(point => [point.mac_address.toLowerCase(), point])),
    isInTree: (id: number) => tree.rows.has(id),
    isFlowSensor: (uuid: string) => flows.has(uuid),
    now,
  };
  return planAccessPoints(owners, known, problems);
}

/** Uuids of the flow sensors that access points may be associated with: those the caller manages, and those of the body. */
async function flowSensorUuids(call: Call, rows: readonly StoredSensor[]): Promise<Set<string>> {
  const mayManage = await scopeOf(call, 'manage');
  const sql = 'SELECT id, uuid FROM sensors WHERE type = $1';
  const stored = await call.session.rows<StoredSensor>(sql, [sensorType.flow]);
  const flows = stored.filter(({ id }) => mayManage(id));
  return new Set([...flows, ...rows.filter(({ type }) => type === sensorType.flow)].map(({ uuid }) => uuid));
}

/** Access points move before their former sensors are deleted. */
async function write(
  session: SqlSession,
  { rows, matches, removed, now }: Overwrite,
  points: AccessPointPlan,
): Promise<void> {
  const changed = rows.filter((row, number) => {
    const match = matches[number];
    return match && JSON.stringify(match) !== JSON.stringify(row);
  });
  await replaceSensors(session, changed);
  await insertRows(
    session,
    'sensors',
    rows.filter((_row, number) => !matches[number]),
  );
  await deleteRows(
    session,
    'access_points.id',
    points.changed.map(({ id }) => id),
  );
  await insertRows(session, 'access_points', points.changed);
  await addAccessPoints(session, points.added, now);
  await deleteSensors(session, removed);
}
