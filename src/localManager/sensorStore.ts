import type { Database, SqlSession } from './database.js';
import { notFound } from './errors.js';

/** A row of the sensors table: domains and sensors alike. */
export interface StoredSensor {
  readonly id: number;
  readonly uuid: string;
  readonly parent_id: number | null;
  readonly name: string;
  readonly ip: string | null;
  readonly type: number;
  readonly domain_type: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** JSON object, `{"path": ""}` on domains (field notes §1.1). */
  readonly property: string;
  /** JSON object: what the create bodies carry beyond the record, such as snmp_community. */
  readonly settings: string;
}

/** Reads the tree of domains and sensors. */
export class SensorStore {
  constructor(private readonly database: Database) {}

  /**
   * A sensor and everything below it, parents before children.
   * @throws HttpProblem 404
   */
  async subtree(where: { id: number } | { uuid: string }): Promise<StoredSensor[]> {
    return this.database.read(session => readSubtree(session, where));
  }

  /** All domains and sensors by id. */
  async byId(): Promise<Map<number, StoredSensor>> {
    const rows = await this.database.read(readSensors);
    return new Map(rows.map(row => [row.id, row]));
  }
}

/** All domains and sensors, in the order of their ids; parents were made before their children. */
export const readSensors = (session: SqlSession): Promise<StoredSensor[]> =>
  session.rows<StoredSensor>('SELECT * FROM sensors ORDER BY id');

async function readSubtree(
  session: SqlSession,
  where: { id: number } | { uuid: string },
): Promise<StoredSensor[]> {
  const [column, value] = 'id' in where ? ['id', where.id] : ['uuid', where.uuid];
  const rows = await session.rows<StoredSensor & { depth: number }>(
    `WITH RECURSIVE below AS (
      SELECT *, 0 AS depth FROM sensors WHERE ${column} = $1
      UNION ALL SELECT child.*, depth + 1 FROM sensors child JOIN below ON child.parent_id = below.id)
    SELECT * FROM below ORDER BY depth, id`,
    [value as string | number],
  );
  if (rows.length === 0) throw notFound();
  return rows;
}
