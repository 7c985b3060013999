import type { SqlSession } from '../../store/database.js';
import type { PathProblems } from '../pathProblems.js';
import { takeIds } from '../../store/recordTables.js';
import { plainDomain, type StoredSensor } from '../sensorStore.js';
import { settingsOf } from '../namedSensors.js';
import { domainSettings } from '../sensorFields.js';
import { canHold, holdsAccessPoints, sensorType } from '../sensorKinds.js';
import { newUuids, topDomains } from '../writeSensors.js';
import { withDefaults, type Matches, type StoredTree } from './matchNodes.js';
import { nodePath, type OverrideNode } from './readNodes.js';

/** An overwrite while it is planned. */
export interface Overwrite {
  readonly nodes: readonly OverrideNode[];
  readonly matches: Matches;
  /** The row of each node afterwards. */
  readonly rows: readonly StoredSensor[];
  /** Ids that the body leaves out. */
  readonly removed: readonly number[];
  readonly tree: StoredTree;
  readonly problems: PathProblems;
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
    else {
      const uuid = node.uuid ?? uuids.pop() ?? '';
      rows.push({ ...plainDomain, ...withDefaults(node), id, parent_id, uuid, settings: '{}' });
      id += 1;
    }
  });
  return rows;
}

function updatedRow(match: StoredSensor, node: OverrideNode, parent_id: number | null): StoredSensor {
  const { name = match.name, type = match.type, domain_type = match.domain_type } = node;
  const settings =
    type === sensorType.domain && domain_type !== match.domain_type
      ? JSON.stringify(domainSettings(domain_type, settingsOf(match)))
      : match.settings;
  return { ...match, name, type, domain_type, parent_id, settings };
}

/** Ids that the body leaves out: children that no node stands for, with what is below them and not moved elsewhere. */
export function removedIds(
  nodes: readonly OverrideNode[],
  matches: Matches,
  { index }: StoredTree,
): number[] {
  const kept = new Set(matches.map(match => match?.id));
  const leftOut = (id: number) => index.childrenOf(id).filter(child => !kept.has(child));
  const removed = matches.flatMap((match, number) =>
    match && nodes[number]?.children ? leftOut(match.id) : [],
  );
  // What is below them is added while the list is walked.
  for (const id of removed) for (const child of leftOut(id)) removed.push(child);
  return removed;
}

/** Reports nodes that cannot stand where the body puts them, or cannot become the type it gives them. */
export async function checkTypes(session: SqlSession, overwrite: Overwrite): Promise<void> {
  const { nodes, matches, rows, removed, tree, problems } = overwrite;
  const report = (number: number, message: string) =>
    problems.add(`${nodePath(nodes, number)}.type`, message);
  nodes.forEach((node, number) => {
    const above = rows[node.parent];
    const row = rows[number];
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
  const owners = await accessPointOwners(session);
  const gone = new Set([...removed, ...matches.flatMap(match => match?.id ?? [])]);
  for (const { row, number } of changed) {
    if (row.parent_id === null || tops.has(row.id)) {
      report(number, 'of the top domain of a user cannot change');
    }
    if (!holdsAccessPoints(row.type) && owners.has(row.id)) {
      report(number, 'cannot change while it has access points');
    }
    const stays = tree.index.childrenOf(row.id).filter(id => !gone.has(id));
    if (stays.some(id => !canHold(row.type, tree.rows.get(id)?.type ?? sensorType.domain))) {
      report(number, 'cannot change while sensors stand below it');
    }
  }
}

async function accessPointOwners(session: SqlSession): Promise<ReadonlySet<number>> {
  const rows = await session.arrays('SELECT DISTINCT sensor_id FROM access_points');
  return new Set(rows.map(([id]) => Number(id)));
}
