import type { SqlSession } from '../store/database.js';

/** A domain or sensor as far as it says where something stands. */
export interface Place {
  readonly id: number;
  uuid: string;
  readonly name: string;
  readonly type: number;
  readonly domain_type: number;
  parent: Place | undefined;
}

/** All domains and sensors by id, in the order of their ids. */
export async function readPlaces(session: SqlSession): Promise<ReadonlyMap<number, Place>> {
  const sql = 'SELECT id, uuid, parent_id, name, type, domain_type FROM sensors ORDER BY id';
  const rows = await session.rows<Omit<Place, 'parent'> & { readonly parent_id: number | null }>(sql);
  const places = new Map<number, Place>();
  for (const { parent_id: _parent, ...row } of rows) places.set(row.id, { ...row, parent: undefined });
  for (const { id, parent_id } of rows) {
    const place = places.get(id);
    if (place && parent_id !== null) place.parent = places.get(parent_id);
  }
  return places;
}

/** Finds the nearest domain of each type from a sensor upwards; remembers what it found. */
export function domainsFinder(places: ReadonlyMap<number, Place>) {
  const known = new Map<number, ReadonlyMap<number, Place>>();
  return (sensorId: number): ReadonlyMap<number, Place> => {
    const found = known.get(sensorId);
    if (found) return found;
    const nearest = new Map<number, Place>();
    for (let place = places.get(sensorId); place; place = place.parent) {
      if (!nearest.has(place.domain_type)) nearest.set(place.domain_type, place);
    }
    known.set(sensorId, nearest);
    return nearest;
  };
}
