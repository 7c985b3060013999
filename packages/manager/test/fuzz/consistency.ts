import type { Database } from '../../src/store/database.js';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { referencesIn } from '../../src/inventory/inventoryRules.js';

/** Statements that find rows which must not be. */
const faults: Readonly<Record<string, string>> = {
  'access points without their sensor':
    'SELECT id FROM access_points WHERE sensor_id NOT IN (SELECT id FROM sensors)',
  'sensors without their parent':
    'SELECT id FROM sensors WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM sensors)',
  'roots beside the first': 'SELECT id FROM sensors WHERE parent_id IS NULL AND id <> 1',
  'sensors that are not below the root': `WITH RECURSIVE below AS (
      SELECT id FROM sensors WHERE parent_id IS NULL
      UNION SELECT child.id FROM sensors child JOIN below ON child.parent_id = below.id)
    SELECT id FROM sensors WHERE id NOT IN (SELECT id FROM below)`,
  'uuids used twice': 'SELECT uuid FROM sensors GROUP BY uuid HAVING count(*) > 1',
  'sensor ids used twice': 'SELECT id FROM sensors GROUP BY id HAVING count(*) > 1',
  'access point ids used twice': 'SELECT id FROM access_points GROUP BY id HAVING count(*) > 1',
  'MAC addresses used twice':
    'SELECT lower(mac_address) AS mac FROM access_points GROUP BY mac HAVING count(*) > 1',
  'inventory ids used twice': 'SELECT type, id FROM inventory_records GROUP BY type, id HAVING count(*) > 1',
  'ids above the last one given out': `SELECT id FROM sensors WHERE id > (SELECT id FROM last_ids WHERE kind = 'sensors')
    UNION ALL SELECT id FROM access_points WHERE id > (SELECT id FROM last_ids WHERE kind = 'access_points')`,
  'kinds with two last ids': 'SELECT kind FROM last_ids GROUP BY kind HAVING count(*) > 1',
  'JSON that does not parse': `SELECT id FROM sensors WHERE NOT json_valid(property) OR NOT json_valid(settings)
    UNION ALL SELECT id FROM access_points WHERE NOT json_valid(enrichment) OR NOT json_valid(settings)
    UNION ALL SELECT id FROM inventory_records WHERE NOT json_valid(fields)`,
  'users without their top domain': 'SELECT id FROM users WHERE sensor_id NOT IN (SELECT id FROM sensors)',
  'keys used twice':
    'SELECT authentication_token FROM users GROUP BY authentication_token HAVING count(*) > 1',
  'names that are empty': `SELECT id FROM sensors WHERE name = ''
    UNION ALL SELECT id FROM access_points WHERE trim(name) = ''`,
  'reserved units that their rack does not have': `SELECT reservation.id FROM inventory_records reservation
      JOIN inventory_records rack ON rack.type = 'racks' AND rack.id = (reservation.fields->>'rack_id')::INTEGER
    WHERE reservation.type = 'rack_reservations' AND list_max(
      string_split(reservation.fields->>'units', ',').list_transform(lambda unit: unit::INTEGER)
    ) > (rack.fields->>'u_height')::INTEGER`,
  ...inventoryReferences(),
};

/** What is wrong with the tables, as sentences; empty when they are consistent. */
export async function inconsistencies(database: Database): Promise<string[]> {
  return database.read(async session => {
    const found: string[] = [];
    for (const [what, sql] of Object.entries(faults)) {
      const rows = await session.rows(sql);
      if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3), jsonSafe)}`);
    }
    return found;
  });
}

const jsonSafe = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function inventoryReferences(): Record<string, string> {
  return Object.fromEntries(
    inventoryTypeNames.flatMap(type =>
      referencesIn(type).map(({ field, to }) => [
        `${type} whose ${field} points to nothing`,
        `SELECT id FROM inventory_records WHERE type = '${type}'
          AND json_extract(fields, '$.${field}')::INTEGER IS NOT NULL
          AND json_extract(fields, '$.${field}')::INTEGER NOT IN
            (SELECT id FROM inventory_records WHERE type = '${to}')`,
      ]),
    ),
  );
}
