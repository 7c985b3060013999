import { addTo } from 'netsensor-contract/text/collections';
import type { PathProblems } from '../pathProblems.js';
import type { StoredSensor } from '../sensorStore.js';
import { domainType, sensorType } from '../sensorKinds.js';
import type { TreeIndex } from '../../store/treeIndex.js';
import { nodePath, type OverrideNode } from './readNodes.js';

/** The tree as it is stored, from the main sensor down. */
export interface StoredTree {
  readonly main: StoredSensor;
  /** By id, in the order of the ids. */
  readonly rows: ReadonlyMap<number, StoredSensor>;
  readonly index: TreeIndex;
  /** Uuids of the body that sensors outside of the tree have. */
  readonly usedOutside: ReadonlySet<string>;
}

/** The stored sensor of each node; undefined for one to create. */
export type Matches = readonly (StoredSensor | undefined)[];

/**
 * Finds the stored sensors of nodes by uuid anywhere in the tree, else by name, domain type and type among the children
 * of the sensor above (contract 001, Overwrite request, rules 2 and 3).
 */
export function matchNodes(
  nodes: readonly OverrideNode[],
  tree: StoredTree,
  problems: PathProblems,
): Matches {
  const matches = matchByUuid(nodes, tree, problems);
  const claimed = new Set(matches);
  const unclaimed = new Map<string, StoredSensor[]>();
  for (const row of tree.rows.values()) {
    if (!claimed.has(row)) addTo(unclaimed, keyOf(row.parent_id, row), row);
  }
  nodes.forEach((node, number) => {
    const above = matches[node.parent];
    if (node.uuid !== undefined || !above) return;
    matches[number] = unclaimed.get(keyOf(above.id, withDefaults(node)))?.shift();
  });
  return matches;
}

function matchByUuid(
  nodes: readonly OverrideNode[],
  { main, rows, usedOutside }: StoredTree,
  problems: PathProblems,
): (StoredSensor | undefined)[] {
  const byUuid = new Map([...rows.values()].map(row => [row.uuid, row]));
  const seen = new Set([main.uuid]);
  return nodes.map(({ uuid, name }, number) => {
    const report = (field: string, message: string) =>
      problems.add(`${nodePath(nodes, number)}.${field}`, message);
    if (number === 0) {
      if (uuid !== undefined && uuid !== main.uuid) report('uuid', 'cannot be changed');
      return byUuid.get(main.uuid);
    }
    if (uuid === undefined) return undefined;
    const row = seen.has(uuid) ? undefined : byUuid.get(uuid);
    if (seen.has(uuid)) report('uuid', 'is used twice in the body');
    else if (usedOutside.has(uuid)) report('uuid', 'is used outside of the overwritten tree');
    else if (!row && name === undefined) report('name', "can't be blank");
    seen.add(uuid);
    return row;
  });
}

type Kind = Pick<StoredSensor, 'name' | 'type' | 'domain_type'>;

/** Defaults are DOMAIN and GENERIC (contract 001, Overwrite request, rule 4). */
export const withDefaults = ({ name = '', type, domain_type }: OverrideNode): Kind => ({
  name,
  type: type ?? sensorType.domain,
  domain_type: domain_type ?? domainType.generic,
});

const keyOf = (parentId: number | null, { name, type, domain_type }: Kind): string =>
  `${parentId} ${type} ${domain_type} ${name}`;
