import type { SqlSession } from '../store/database.js';

/** A domain or sensor as far as it says where something stands. */
export interface Place {
  readonly uuid: string;
  readonly parent_id: number | null;
  readonly name: string;
  readonly domain_type: number;
}

/** All domains and sensors by id. */
export async function readPlaces(session: SqlSession): Promise<ReadonlyMap<number, Place>> {
  const sql = 'SELECT id, uuid, parent_id, name, domain_type FROM sensors';
  const rows = await session.rows<Place & { readonly id: number }>(sql);
  return new Map(rows.map(row => [row.id, row]));
}

/** Finds the nearest domain of each type from a sensor upwards; remembers what it found. */
export function domainsFinder(places: ReadonlyMap<number, Place>) {
  const known = new Map<number, ReadonlyMap<number, Place>>();
  return (sensorId: number): ReadonlyMap<number, Place> => {
    const found = known.get(sensorId);
    if (found) return found;
    const nearest = new Map<number, Place>();
    let place = places.get(sensorId);
    while (place) {
      if (!nearest.has(place.domain_type)) nearest.set(place.domain_type, place);
      place = place.parent_id === null ? undefined : places.get(place.parent_id);
    }
    known.set(sensorId, nearest);
    return nearest;
  };
}
