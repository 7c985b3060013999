import { listValue } from '@duckdb/node-api';
import type { SqlSession } from '../store/database.js';
import { sensorType } from '../sensors/sensorKinds.js';
import { addSensors } from '../sensors/writeSensors.js';

/** A domain or sensor while an override is planned: one that exists, or one that will be made. */
export interface Place {
  /** Undefined until it is made. */
  id: number | undefined;
  /** Undefined until it is made when it gets a random one. */
  uuid: string | undefined;
  readonly name: string;
  readonly type: number;
  readonly domain_type: number;
  parent: Place | undefined;
}

/** How a body refers to a domain: by uuid, by name, or by both. */
export interface Reference {
  /** The word for its kind in the keys of the body, such as `organization`. */
  readonly level: string;
  readonly domainType: number;
  readonly uuid: string | undefined;
  readonly name: string | undefined;
}

/** The tree of domains and sensors with the changes that an override will make; nothing is written before `write`. */
export class PlacePlan {
  private readonly uuids = new Map<string, Place>();
  private readonly names = new Map<string, Place[]>();
  private readonly renamed = new Set<Place>();
  /** New places by the number of new places above them. */
  private readonly added: Place[][] = [];

  private constructor(places: readonly Place[]) {
    for (const place of places) this.keep(place);
  }

  static async read(session: SqlSession): Promise<PlacePlan> {
    const sql = 'SELECT id, uuid, parent_id, name, type, domain_type FROM sensors ORDER BY id';
    const rows = await session.rows<{ readonly id: number; readonly parent_id: number | null } & Place>(sql);
    const places = new Map(
      rows.map(({ parent_id: _parent, ...row }) => [row.id, { ...row, parent: undefined } as Place]),
    );
    for (const { id, parent_id } of rows) {
      const place = places.get(id);
      if (place && parent_id !== null) place.parent = places.get(parent_id);
    }
    return new PlacePlan([...places.values()]);
  }

  byUuid(uuid: string): Place | undefined {
    return this.uuids.get(uuid);
  }

  /** Domains of the kind and name that are meant, the oldest first. */
  byName({ domainType, name }: Reference): readonly Place[] {
    return this.names.get(nameKey(domainType, name)) ?? [];
  }

  /** A new domain; without a name it is called `<level>_<uuid>` (contract 001, Override of a domain's access points, rule 4). */
  add({ level, domainType, uuid, name }: Reference, parent: Place): Place {
    const place: Place = {
      id: undefined,
      uuid,
      name: name ?? `${level}_${uuid}`,
      type: sensorType.domain,
      domain_type: domainType,
      parent,
    };
    (this.added[newPlacesAbove(place)] ??= []).push(place);
    this.keep(place);
    return place;
  }

  /** Changes the uuid of a domain (contract 001, Override of a domain's access points, rule 5). */
  giveUuid(place: Place, uuid: string): void {
    if (place.uuid !== undefined) this.uuids.delete(place.uuid);
    place.uuid = uuid;
    this.uuids.set(uuid, place);
    if (place.id !== undefined) this.renamed.add(place);
  }

  /** Whether domains that exist get another uuid. */
  get changesUuids(): boolean {
    return this.renamed.size > 0;
  }

  /** Writes the uuids that changed and makes what was added, parents before children. */
  async write(session: SqlSession): Promise<void> {
    await writeUuids(session, [...this.renamed]);
    for (const places of this.added) await makePlaces(session, places);
  }

  private keep(place: Place): void {
    if (place.uuid !== undefined) this.uuids.set(place.uuid, place);
    if (place.type !== sensorType.domain) return;
    const key = nameKey(place.domain_type, place.name);
    const same = this.names.get(key);
    if (same) same.push(place);
    else this.names.set(key, [place]);
  }
}

/** Whether a place is another one or below it. */
export function isWithin(place: Place, other: Place): boolean {
  let current: Place | undefined = place;
  while (current && current !== other) current = current.parent;
  return current === other;
}

const nameKey = (domainType: number, name: string | undefined) => `${domainType} ${name}`;

function newPlacesAbove(place: Place): number {
  let count = 0;
  for (let above = place.parent; above && above.id === undefined; above = above.parent) count += 1;
  return count;
}

async function writeUuids(session: SqlSession, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  await session.run(
    `UPDATE sensors SET uuid = given.uuid
    FROM (SELECT unnest($1::INTEGER[]) AS id, unnest($2::VARCHAR[]) AS uuid) AS given
    WHERE sensors.id = given.id`,
    [listValue(places.map(place => place.id ?? 0)), listValue(places.map(place => place.uuid ?? ''))],
  );
}

async function makePlaces(session: SqlSession, places: readonly Place[]): Promise<void> {
  const rows = await addSensors(
    session,
    places.map(({ name, uuid, domain_type, parent }) => ({
      name,
      domain_type,
      parent_id: parent?.id ?? null,
      ...(uuid !== undefined && { uuid }),
    })),
  );
  rows.forEach((row, index) => {
    const place = places[index];
    if (place) Object.assign(place, { id: row.id, uuid: row.uuid });
  });
}
