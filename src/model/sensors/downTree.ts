import type { AccessPointRow } from 'netsensor-contract/sensors/accessPoints';
import { accessPointState, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { textOf } from 'netsensor-contract/text/looseValues';

/** A domain as the tree has it, with what is known to stand below it. */
interface KnownDomain extends RawRecord {
  readonly children: KnownDomain[];
  readonly access_points: AccessPointRow[];
}

/**
 * The levels of the list of access points from the top down with their `domain_type` (contract 001, Resources and fields).
 * Floors are none of them: the list has no names of floors.
 */
const levels = [
  ['service_provider', 6],
  ['deployment', 7],
  ['organization', 2],
  ['market', 3],
  ['campus', 4],
  ['building', 5],
] as const;

/**
 * As much of a sensor tree as rows of the list of access points tell: those that are down, below the domains that the rows
 * name. Rows that are up are left out, because a manager may not know the filter by state.
 * @param name of the top domain, which the list does not tell
 */
export function downTree(rows: readonly AccessPointRow[], name: string): RawRecord {
  const top = domain({ name, type: 1 });
  const known = new Map<string, KnownDomain>();
  for (const row of rows) {
    if (accessPointState(row) !== 'down') continue;
    let above = top;
    let path = '';
    for (const [level, domainType] of levels) {
      const uuid = textOf(row[`${level}_uuid`]);
      const label = textOf(row[level]);
      if (!uuid && !label) continue;
      path = JSON.stringify([path, level, label]);
      const key = uuid ?? path;
      const found = known.get(key);
      const here =
        found ?? domain({ ...(uuid && { uuid }), name: label ?? '', type: 1, domain_type: domainType });
      if (!found) above.children.push(here);
      known.set(key, here);
      above = here;
    }
    above.access_points.push(row);
  }
  return top;
}

const domain = (fields: RawRecord): KnownDomain => ({ ...fields, children: [], access_points: [] });
