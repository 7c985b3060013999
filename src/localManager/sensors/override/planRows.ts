import { listValue } from '@duckdb/node-api';
import type { SqlSession } from '../../store/database.js';
import type { PathProblems } from '../pathProblems.js';
import { takeIds } from '../../store/recordTables.js';
import { plainDomain, type StoredSensor } from '../sensorStore.js';
import { settingsOf } from '../namedSensors.js';
import { domainSettings } from '../sensorFields.js';
import { canHold, holdsAccessPoints, sensorType } from '../sensorKinds.js';
import { topDomains } from '../deleteSensor.js';
import type { TreeIndex } from '../treeIndex.js';
import { newUuids } from '../writeSensors.js';
import { withDefaults, type StoredTree } from './matchNodes.js';
import { nodePath, type OverrideNode } from './readNodes.js';

type Matches = readonly (StoredSensor | undefined)[];

/** An overwrite while it is planned. */
export interface Overwrite {
  readonly nodes: readonly OverrideNode[];
  readonly matches: Matches;
  /** The row of each node afterwards. */
  readonly rows: readonly StoredSensor[];
  /** Ids that the body leaves out. */
  readonly removed: readonly number[];
  readonly index: TreeIndex;
  readonly tree: StoredTree;
  readonly problems: PathProblems;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** The row of each node after the overwrite; those to create have their ids and uuids already. */
export async function finalRows(
  session: SqlSession,
  nodes: readonly OverrideNode[],
  matches: Matches,
): Promise<StoredSensor[]> {
  const created = nodes.filter((_node, number) => !matches[number]);
  const uuids = await newUuids(session, created.filter(({ uuid }) => uuid === undefined).length);
  let id = await takeIds(session, 'sensors', created.length);
  const rows: StoredSensor[] = [];
  nodes.forEach((node, number) => {
    const match = matches[number];
    const parent_id = rows[node.parent]?.id ?? match?.parent_id ?? null;
    if (match) rows.push(updatedRow(match, node, parent_id));
    else rows.push({ ...newRow, ...withDefaults(node), id, parent_id, uuid: node.uuid ?? uuids.pop() ?? '' });
    if (!match) id += 1;
  });
  return rows;
}

const newRow = { ...plainDomain, settings: '{}' };

function updatedRow(match: StoredSensor, node: OverrideNode, parent_id: number | null): StoredSensor {
  const { name = match.name, type = match.type, domain_type = match.domain_type } = node;
  const settings =
    type === sensorType.domain && domain_type !== match.domain_type
      ? JSON.stringify(domainSettings(domain_type, settingsOf(match)))
      : match.settings;
  return { ...match, name, type, domain_type, parent_id, settings };
}

/** Ids that the body leaves out: children that no node stands for, with what is below them and not moved elsewhere. */
export function removedIds(nodes: readonly OverrideNode[], matches: Matches, index: TreeIndex): number[] {
  const kept = new Set(matches.flatMap(match => match?.id ?? []));
  const removed: number[] = [];
  const addChildren = (id: number) => {
    for (const child of index.childrenOf(id)) if (!kept.has(child)) removed.push(child);
  };
  nodes.forEach(({ listsChildren }, number) => {
    const match = matches[number];
    if (match && listsChildren) addChildren(match.id);
  });
  for (let next = 0; next < removed.length; next += 1) addChildren(removed[next] as number);
  return removed;
}

/** Reports nodes that cannot stand where the body puts them, or cannot become the type it gives them. */
export async function checkTypes(session: SqlSession, overwrite: Overwrite): Promise<void> {
  const { nodes, matches, rows, removed, index, tree, problems } = overwrite;
  const report = (number: number, message: string) =>
    problems.add(`${nodePath(nodes, number)}.type`, message);
  nodes.forEach((node, number) => {
    const [above, row] = [rows[node.parent], rows[number]];
    if (above && row && !canHold(above.type, row.type)) {
      report(number, `cannot stand below a sensor of type ${above.type}`);
    }
  });
  const changed = rows.flatMap((row, number) => {
    const match = matches[number];
    return match && match.type !== row.type ? [{ row, number }] : [];
  });
  if (changed.length === 0) return;
  const tops = await topDomains(session);
  const owners = await withAccessPoints(
    session,
    changed.map(({ row }) => row.id),
  );
  const gone = new Set([...removed, ...matches.flatMap(match => match?.id ?? [])]);
  for (const { row, number } of changed) {
    if (row.parent_id === null || tops.has(row.id))
      report(number, 'of the top domain of a user cannot change');
    if (!holdsAccessPoints(row.type) && owners.has(row.id)) {
      report(number, 'cannot change while it has access points');
    }
    const stays = index.childrenOf(row.id).filter(id => !gone.has(id));
    if (stays.some(id => !canHold(row.type, tree.rows.get(id)?.type ?? sensorType.domain))) {
      report(number, 'cannot change while sensors stand below it');
    }
  }
}

async function withAccessPoints(session: SqlSession, ids: readonly number[]): Promise<Set<number>> {
  const rows = await session.arrays(
    'SELECT DISTINCT sensor_id FROM access_points WHERE sensor_id IN (SELECT unnest($1::INTEGER[]))',
    [listValue([...ids])],
  );
  return new Set(rows.map(([id]) => Number(id)));
}
