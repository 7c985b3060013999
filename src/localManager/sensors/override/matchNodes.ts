import type { PathProblems } from '../pathProblems.js';
import type { StoredSensor } from '../sensorStore.js';
import { domainType, sensorType } from '../sensorKinds.js';
import { nodePath, type OverrideNode } from './readNodes.js';

/** The tree as it is stored, from the main sensor down. */
export interface StoredTree {
  readonly main: StoredSensor;
  readonly rows: ReadonlyMap<number, StoredSensor>;
  childrenOf(id: number): readonly number[];
  /** Uuids of the body that sensors outside of the tree have. */
  readonly usedOutside: ReadonlySet<string>;
}

/**
 * The stored sensor of each node, undefined for one to create: by uuid anywhere in the tree, else by name, domain type and
 * type among the children of the sensor above (contract 001, Overwrite request, rules 2 and 3).
 */
export function matchNodes(
  nodes: readonly OverrideNode[],
  tree: StoredTree,
  problems: PathProblems,
): (StoredSensor | undefined)[] {
  const matches: (StoredSensor | undefined)[] = nodes.map(() => undefined);
  const claimed = new Set<number>();
  const claim = (number: number, row: StoredSensor | undefined) => {
    matches[number] = row;
    if (row) claimed.add(row.id);
  };
  matchByUuid(nodes, tree, { claim, problems });
  const children = new Map<number, Map<string, number[]>>();
  nodes.forEach((node, number) => {
    const above = matches[node.parent];
    if (node.uuid !== undefined || !above) return;
    let unclaimed = children.get(above.id);
    if (!unclaimed) children.set(above.id, (unclaimed = childrenByKey(above.id, tree, claimed)));
    const [id, ...others] = unclaimed.get(keyOf(withDefaults(node))) ?? [];
    if (id === undefined) return;
    unclaimed.set(keyOf(withDefaults(node)), others);
    claim(number, tree.rows.get(id));
  });
  return matches;
}

function matchByUuid(
  nodes: readonly OverrideNode[],
  tree: StoredTree,
  found: { claim: (number: number, row: StoredSensor | undefined) => void; problems: PathProblems },
): void {
  const byUuid = new Map([...tree.rows.values()].map(row => [row.uuid, row]));
  const seen = new Set([tree.main.uuid]);
  found.claim(0, tree.main);
  nodes.forEach(({ uuid, name }, number) => {
    if (uuid === undefined) return;
    const report = (field: string, message: string) =>
      found.problems.add(`${nodePath(nodes, number)}.${field}`, message);
    if (number === 0) {
      if (uuid !== tree.main.uuid) report('uuid', 'cannot be changed');
      return;
    }
    if (seen.has(uuid)) return report('uuid', 'is used twice in the body');
    seen.add(uuid);
    if (tree.usedOutside.has(uuid)) return report('uuid', 'is used outside of the overwritten tree');
    const row = byUuid.get(uuid);
    if (row) found.claim(number, row);
    else if (name === undefined) report('name', "can't be blank");
  });
}

type Kind = Pick<StoredSensor, 'name' | 'type' | 'domain_type'>;

/** Defaults are DOMAIN and GENERIC (contract 001, Overwrite request, rule 4). */
export const withDefaults = ({ name = '', type, domain_type }: OverrideNode): Kind => ({
  name,
  type: type ?? sensorType.domain,
  domain_type: domain_type ?? domainType.generic,
});

const keyOf = ({ name, type, domain_type }: Kind): string => `${type} ${domain_type} ${name}`;

function childrenByKey(id: number, tree: StoredTree, claimed: ReadonlySet<number>): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const child of tree.childrenOf(id)) {
    const row = tree.rows.get(child);
    if (!row || claimed.has(child)) continue;
    const same = found.get(keyOf(row));
    if (same) same.push(child);
    else found.set(keyOf(row), [child]);
  }
  return found;
}
