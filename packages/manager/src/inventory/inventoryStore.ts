import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  createSchema,
  updateSchema,
  type InventoryRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { sqlTime, type Database, type SqlSession } from '../store/database.js';
import { notFound, unprocessable } from '../http/errors.js';
import { fieldDefaults, referencesTo, validateRecord, type Reference } from './inventoryRules.js';
import { railsTime, takeIds } from '../store/recordTables.js';
import { checkedFields, knownFields, presentFields, type Fields } from '../http/requestFields.js';

interface StoredRow {
  readonly id: number;
  readonly fields: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = 'id, fields, created_at, updated_at';

/** The records of the 14 inventory types; every write is on disk when its promise resolves. */
export class InventoryStore {
  constructor(
    private readonly database: Database,
    private readonly now: () => number,
  ) {}

  /** All records of a type, in the order of their ids. */
  async list(type: InventoryType): Promise<InventoryRecord[]> {
    return this.database.read(async session => {
      const sql = `SELECT ${columns} FROM inventory_records WHERE type = $1 ORDER BY id`;
      return (await session.rows<StoredRow>(sql, [type])).map(row => toRecord(type, row));
    });
  }

  /** @throws HttpProblem 404 */
  async get(type: InventoryType, id: number): Promise<InventoryRecord> {
    return this.database.read(session => readRecord(session, type, id));
  }

  /** @throws HttpProblem 422 that names the fields that are missing or wrong */
  async create(type: InventoryType, given: Fields): Promise<InventoryRecord> {
    const fields = createFields(type, given);
    return this.database.write(async session => {
      await validateRecord(session, { type, id: undefined, fields });
      const id = await takeIds(session, type, 1);
      const values = [type, id, JSON.stringify(fields), sqlTime(this.now())];
      await session.run('INSERT INTO inventory_records VALUES ($1, $2, $3, $4, $4)', values);
      return readRecord(session, type, id);
    });
  }

  /**
   * Changes the given fields and leaves the others as they are.
   * @throws HttpProblem 404, or 422 that names the fields that are wrong
   */
  async update(type: InventoryType, id: number, given: Fields): Promise<InventoryRecord> {
    return this.database.write(async session => {
      const row = await readRow(session, type, id);
      const stored = complete(type, JSON.parse(row.fields) as Fields);
      const fields = { ...stored, ...updateFields(type, given) };
      if (JSON.stringify(fields) === JSON.stringify(stored)) return toRecord(type, row);
      await validateRecord(session, { type, id, fields });
      const values = [type, id, JSON.stringify(fields), sqlTime(this.now())];
      const sql = 'UPDATE inventory_records SET fields = $3, updated_at = $4 WHERE type = $1 AND id = $2';
      await session.run(sql, values);
      return readRecord(session, type, id);
    });
  }

  /**
   * Deletes a record and those that cannot exist without it.
   * @throws HttpProblem 404, or 422 while other records still need it
   */
  async delete(type: InventoryType, id: number): Promise<void> {
    await this.database.write(async session => {
      await readRow(session, type, id);
      for (const { from, reference } of referencesTo(type)) {
        await releaseReference(session, { from, reference, id });
      }
      await session.run('DELETE FROM inventory_records WHERE type = $1 AND id = $2', [type, id]);
    });
  }
}

async function readRow(session: SqlSession, type: InventoryType, id: number): Promise<StoredRow> {
  const sql = `SELECT ${columns} FROM inventory_records WHERE type = $1 AND id = $2`;
  const [row] = await session.rows<StoredRow>(sql, [type, id]);
  if (!row) throw notFound();
  return row;
}

const readRecord = async (session: SqlSession, type: InventoryType, id: number): Promise<InventoryRecord> =>
  toRecord(type, await readRow(session, type, id));

async function releaseReference(
  session: SqlSession,
  use: { from: InventoryType; reference: Reference; id: number },
): Promise<void> {
  const { from, reference, id } = use;
  const holds = `type = $1 AND json_extract(fields, $2)::INTEGER = $3`;
  const values = [from, `$.${reference.field}`, id];
  if (reference.onDelete === 'cascade') {
    await session.run(`DELETE FROM inventory_records WHERE ${holds}`, values);
    return;
  }
  const users = await session.arrays(`SELECT id FROM inventory_records WHERE ${holds}`, values);
  if (users.length === 0) return;
  const { singular, plural } = inventoryType(from);
  const what = users.length === 1 ? `1 ${singular.toLowerCase()}` : `${users.length} ${plural.toLowerCase()}`;
  throw unprocessable({ base: [`Cannot delete: still used by ${what}`] });
}

/**
 * All fields of a record that a create body makes: cast as a manager casts them, unknown ones left out.
 * @throws HttpProblem 422 that names each wrong field
 */
export function createFields(type: InventoryType, given: Fields): Fields {
  const present = presentFields(inventoryType(type).fields, given);
  return complete(type, checkedFields(createSchema(type).safeParse(present), given));
}

/** The fields of an update body; `null` empties an optional one. */
const updateFields = (type: InventoryType, given: Fields): Fields =>
  checkedFields(updateSchema(type).safeParse(knownFields(inventoryType(type).fields, given)), given);

/** Every field of the type in the order of the contract; what was not given has its default, else null. */
function complete(type: InventoryType, fields: Fields): Fields {
  const defaults = fieldDefaults[type] ?? {};
  return Object.fromEntries(
    Object.keys(inventoryType(type).fields).map(name => [name, fields[name] ?? defaults[name] ?? null]),
  );
}

function toRecord(type: InventoryType, row: StoredRow): InventoryRecord {
  const fields = JSON.parse(row.fields) as Fields;
  return {
    id: row.id,
    ...complete(type, fields),
    created_at: railsTime(row.created_at),
    updated_at: railsTime(row.updated_at),
  };
}
