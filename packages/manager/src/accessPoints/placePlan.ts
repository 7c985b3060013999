import { addTo } from 'netsensor-contract/text/collections';
import { listValue } from '@duckdb/node-api';
import { readPlaces, type Place } from '../sensors/domainsAbove.js';
import { sensorType } from '../sensors/sensorKinds.js';
import { plainDomain } from '../sensors/sensorStore.js';
import { randomUuid } from '../sensors/writeSensors.js';
import type { SqlSession } from '../store/database.js';
import { insertRows, takeIds } from '../store/recordTables.js';

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
  private readonly added: Place[] = [];

  /** @param firstId the id of the first domain that is added */
  private constructor(
    places: Iterable<Place>,
    private readonly firstId: number,
  ) {
    for (const place of places) this.keep(place);
  }

  static async read(session: SqlSession): Promise<PlacePlan> {
    return new PlacePlan((await readPlaces(session)).values(), await takeIds(session, 'sensors', 0));
  }

  /** Whether a place is one that the override will make. */
  isNew(place: Place): boolean {
    return this.added[place.id - this.firstId] === place;
  }

  byUuid(uuid: string): Place | undefined {
    return this.uuids.get(uuid);
  }

  /** Domains of the kind and name that are meant, the oldest first. */
  byName({ domainType, name }: Reference): readonly Place[] {
    return this.names.get(nameKey(domainType, name)) ?? [];
  }

  /** A new domain; without a name it is called `<level>_<uuid>` (contract 001, Override of a domain's access points, rule 4). */
  add({ level, domainType: domain_type, uuid = this.unusedUuid(), name }: Reference, parent: Place): Place {
    const id = this.firstId + this.added.length;
    const place = {
      id,
      uuid,
      name: name ?? `${level}_${uuid}`,
      type: sensorType.domain,
      domain_type,
      parent,
    };
    this.added.push(place);
    this.keep(place);
    return place;
  }

  /** Changes the uuid of a domain (contract 001, Override of a domain's access points, rule 5). */
  giveUuid(place: Place, uuid: string): void {
    this.uuids.delete(place.uuid);
    place.uuid = uuid;
    this.uuids.set(uuid, place);
    if (!this.isNew(place)) this.renamed.add(place);
  }

  /** Whether domains that exist get another uuid. */
  get changesUuids(): boolean {
    return this.renamed.size > 0;
  }

  /** Writes the uuids that changed and makes what was added. */
  async write(session: SqlSession): Promise<void> {
    await writeUuids(session, [...this.renamed]);
    await takeIds(session, 'sensors', this.added.length);
    const rows = this.added.map(({ parent, ...place }) => ({
      ...plainDomain,
      ...place,
      parent_id: parent?.id ?? null,
      settings: '{}',
    }));
    await insertRows(session, 'sensors', rows);
  }

  private unusedUuid(): string {
    const uuid = randomUuid();
    return this.uuids.has(uuid) ? this.unusedUuid() : uuid;
  }

  private keep(place: Place): void {
    this.uuids.set(place.uuid, place);
    if (place.type === sensorType.domain) addTo(this.names, nameKey(place.domain_type, place.name), place);
  }
}

/** Whether a place is another one or below it. */
export function isWithin(place: Place, other: Place): boolean {
  let current: Place | undefined = place;
  while (current && current !== other) current = current.parent;
  return current === other;
}

const nameKey = (domainType: number, name: string | undefined) => `${domainType} ${name}`;

async function writeUuids(session: SqlSession, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  await session.run(
    `UPDATE sensors SET uuid = given.uuid
    FROM (SELECT unnest($1::INTEGER[]) AS id, unnest($2::VARCHAR[]) AS uuid) AS given
    WHERE sensors.id = given.id`,
    [listValue(places.map(place => place.id)), listValue(places.map(place => place.uuid))],
  );
}
