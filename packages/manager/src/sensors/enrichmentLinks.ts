import { listValue } from '@duckdb/node-api';
import type { SqlSession } from '../store/database.js';
import { domainsFinder, readPlaces, type Place } from './domainsAbove.js';
import { domainLevels } from './sensorKinds.js';

type Enrichment = Record<string, unknown>;
type Places = ReadonlyMap<number, Place>;

/**
 * Changes the tree and keeps the enrichment of access points in step: an entry that named the domain of its level
 * above the access point names the one that is there afterwards, and a uuid that changed is changed everywhere.
 */
export async function followTree(session: SqlSession, change: () => Promise<void>): Promise<void> {
  const before = await readPlaces(session);
  await change();
  const after = await readPlaces(session);
  const renamed = renamedUuids(before, after);
  const points = (await session.arrays(
    "SELECT id, sensor_id, enrichment FROM access_points WHERE enrichment <> '{}'",
  )) as [number, number, string][];
  const oldDomains = domainsFinder(before);
  const newDomains = domainsFinder(after);
  const changed = points.flatMap(([id, sensor, text]) => {
    const enrichment = JSON.parse(text) as Enrichment;
    const next = followed(enrichment, { old: oldDomains(sensor), now: newDomains(sensor), renamed });
    const nextText = JSON.stringify(next);
    return nextText === text ? [] : [[id, nextText] as const];
  });
  if (changed.length === 0) return;
  await session.run(
    `UPDATE access_points SET enrichment = changed.enrichment
    FROM (SELECT unnest($1::INTEGER[]) AS id, unnest($2::VARCHAR[]) AS enrichment) changed
    WHERE access_points.id = changed.id`,
    [listValue(changed.map(([id]) => id)), listValue(changed.map(([, text]) => text))],
  );
}

/** Domain types by enrichment key, such as `market_uuid`. */
const typeOfKey = new Map<string, number>(
  Object.entries(domainLevels).map(([level, type]) => [`${level}_uuid`, type]),
);

/** @param old the nearest domains above the access point by type, and `now` those afterwards */
function followed(
  enrichment: Enrichment,
  { old, now, renamed }: { old: Places; now: Places; renamed: ReadonlyMap<string, string> },
): Enrichment {
  const next: Enrichment = {};
  for (const [key, value] of Object.entries(enrichment)) {
    const type = typeOfKey.get(key);
    if (type !== undefined && value === old.get(type)?.uuid) {
      const uuid = now.get(type)?.uuid;
      if (uuid !== undefined) next[key] = uuid;
    } else next[key] = key.endsWith('_uuid') ? (renamed.get(String(value)) ?? value) : value;
  }
  return next;
}

function renamedUuids(before: Places, after: Places): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const [id, { uuid }] of before) {
    const next = after.get(id)?.uuid;
    if (next !== undefined && next !== uuid) renamed.set(uuid, next);
  }
  return renamed;
}
