import { listValue } from '@duckdb/node-api';
import type { SqlSession } from '../store/database.js';
import { domainLevels } from './sensorKinds.js';

type Enrichment = Record<string, unknown>;
type Place = readonly [id: number, parent: number | null, uuid: string, domainType: number];
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
  const oldLevels = levelsFinder(before);
  const newLevels = levelsFinder(after);
  const changed = points.flatMap(([id, sensor, text]) => {
    const enrichment = JSON.parse(text) as Enrichment;
    const next = followed(enrichment, { old: oldLevels(sensor), now: newLevels(sensor), renamed });
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

/** Uuids of the domains above a sensor by enrichment key, such as `market_uuid`. */
type Levels = ReadonlyMap<string, string>;

function followed(
  enrichment: Enrichment,
  { old, now, renamed }: { old: Levels; now: Levels; renamed: ReadonlyMap<string, string> },
): Enrichment {
  const next: Enrichment = {};
  for (const [key, value] of Object.entries(enrichment)) {
    if (value === old.get(key)) {
      const uuid = now.get(key);
      if (uuid !== undefined) next[key] = uuid;
    } else next[key] = key.endsWith('_uuid') ? (renamed.get(String(value)) ?? value) : value;
  }
  return next;
}

async function readPlaces(session: SqlSession): Promise<Places> {
  const rows = await session.arrays('SELECT id, parent_id, uuid, domain_type FROM sensors');
  return new Map((rows as unknown as Place[]).map(place => [place[0], place]));
}

function renamedUuids(before: Places, after: Places): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const [id, [, , uuid]] of before) {
    const next = after.get(id)?.[2];
    if (next !== undefined && next !== uuid) renamed.set(uuid, next);
  }
  return renamed;
}

const keyOfType = new Map<number, string>(
  Object.entries(domainLevels).map(([level, type]) => [type, `${level}_uuid`]),
);

/** Finds the nearest domain of each level from a sensor upwards; remembers what it found. */
function levelsFinder(places: Places): (sensorId: number) => Levels {
  const known = new Map<number, Levels>();
  return sensorId => {
    const found = known.get(sensorId);
    if (found) return found;
    const levels = new Map<string, string>();
    let place = places.get(sensorId);
    while (place) {
      const [, parent, uuid, type] = place;
      const key = keyOfType.get(type);
      if (key !== undefined && !levels.has(key)) levels.set(key, uuid);
      place = parent === null ? undefined : places.get(parent);
    }
    known.set(sensorId, levels);
    return levels;
  };
}
