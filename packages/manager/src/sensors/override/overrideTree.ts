import { addAccessPoints } from '../accessPointTable.js';
import { insertRows, replaceRows } from '../../store/recordTables.js';
import type { SqlSession } from '../../store/database.js';
import { unprocessable } from '../../http/errors.js';
import { PathProblems } from '../pathProblems.js';
import type { Call } from '../../users/auth.js';
import { requireRight } from '../../users/permissions.js';
import type { Fields } from '../../http/requestFields.js';
import { readSensorsById, type StoredSensor } from '../sensorStore.js';
import { followTree } from '../enrichmentLinks.js';
import { readTreeIndex } from '../../store/treeIndex.js';
import { deleteSensors, topDomains, usedUuids } from '../writeSensors.js';
import { matchNodes, type StoredTree } from './matchNodes.js';
import { planAccessPoints, type AccessPointPlan } from './planAccessPoints.js';
import { checkTypes, finalRows, removedIds, type Overwrite } from './planRows.js';
import { readNodes, type OverrideNode } from './readNodes.js';

/**
 * Makes the tree below the main sensor what the body says (contract 001, Overwrite request). A node without `children`
 * keeps those it has.
 * @param body what the request holds under its root key
 * @throws HttpProblem 401, or 422 that names each wrong place such as `sensor.children[3].name`
 */
export async function overrideTree(call: Call, main: StoredSensor, body: Fields): Promise<void> {
  const { session } = call;
  await requireRight(call, 'manage', main);
  const problems = new PathProblems();
  const nodes = readNodes(body, problems);
  problems.refuse();
  const tree = await storedTree(session, main, nodes);
  const matches = matchNodes(nodes, tree, problems);
  problems.refuse();
  const rows = await finalRows(session, nodes, matches);
  const removed = removedIds(nodes, matches, tree);
  const overwrite = { nodes, matches, rows, removed, tree, problems };
  await checkTypes(session, overwrite);
  const points = await planAccessPoints(call, overwrite);
  problems.refuse();
  const tops = await topDomains(session);
  if (removed.some(id => tops.has(id))) {
    throw unprocessable({ base: ['Cannot delete the top domain of a user; list it in the body'] });
  }
  await followTree(session, () => write(call, overwrite, points));
}

async function storedTree(
  session: SqlSession,
  main: StoredSensor,
  nodes: readonly OverrideNode[],
): Promise<StoredTree> {
  const index = await readTreeIndex(session);
  const rows = await readSensorsById(session, index.below(main.id));
  const own = new Set([...rows.values()].map(row => row.uuid));
  const foreign = nodes.flatMap(({ uuid }) => (uuid === undefined || own.has(uuid) ? [] : uuid));
  return { main, rows, index, usedOutside: await usedUuids(session, foreign) };
}

/** Access points move before their former sensors are deleted. */
async function write(
  { session, now }: Call,
  { rows, matches, removed }: Overwrite,
  points: AccessPointPlan,
): Promise<void> {
  const created = rows.filter((_row, number) => !matches[number]);
  const changed = rows.filter((row, number) => {
    const match = matches[number];
    return match && JSON.stringify(match) !== JSON.stringify(row);
  });
  await replaceRows(session, 'sensors', changed);
  await insertRows(session, 'sensors', created);
  await replaceRows(session, 'access_points', points.changed);
  await addAccessPoints(session, points.added, now);
  await deleteSensors(session, removed);
}
