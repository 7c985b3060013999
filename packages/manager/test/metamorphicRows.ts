import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

/** Flows of ten days, many in few hosts, made by one statement from the numbers up to their count. */
const statement = (count: number) => `INSERT INTO rb_flow BY NAME
  SELECT TIMESTAMP '2026-03-25' + to_minutes((hash(i) % 14400)::INTEGER) AS "timestamp",
    CASE WHEN i % 97 = 0 THEN NULL ELSE 'host' || (hash(i + 1) % 3000 * (hash(i + 2) % 3000) // 3000)::VARCHAR
      || CASE WHEN i % 3 = 0 THEN '.example.com' ELSE '.example.org' END END AS host,
    nullif('campus ' || (hash(i + 3) % 7)::VARCHAR, 'campus 6') AS campus,
    ['upstream', 'downstream', 'internal'][(1 + hash(i + 4) % 3)::INTEGER] AS direction,
    ['1', '6', '17', '47', NULL][(1 + hash(i + 5) % 5)::INTEGER] AS l4_proto,
    (hash(i + 6) % 60000)::VARCHAR AS lan_l4_port,
    (1 + hash(i + 7) % 3)::BIGINT AS events,
    (hash(i + 8) % 1000000)::BIGINT AS sum_bytes,
    (hash(i + 9) % 900)::BIGINT AS sum_pkts, 0::BIGINT AS sum_rssi
  FROM range(${count}) AS numbers(i)`;

export const wholeTime = '2026-03-25/2026-04-04';

/** A manager with so many rows, and what the tests ask of it. */
export async function managerOfFlows(count: number) {
  const manager = await managerWithRows([]);
  await manager.database.write(session => session.run(statement(count)));
  const aggregations = [
    { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' },
    { type: 'longSum', name: 'flows', fieldName: 'events' },
    { type: 'count', name: 'rows' },
  ];
  const ask = (body: object): Promise<Json> =>
    manager.ask({ granularity: 'all', intervals: [wholeTime], aggregations, ...body });
  const known = new Map<string, Promise<Json>>();
  return {
    ...manager,
    aggregations,
    ask,
    /** The sums of all rows that a filter selects; asked for once, since the rows stay the same. */
    sums: (filter: object | null): Promise<Json> => {
      const name = JSON.stringify(filter);
      const found = known.get(name) ?? ask({ queryType: 'timeseries', filter }).then(rows => rows[0].result);
      known.set(name, found);
      return found;
    },
    /** The rows of a groupBy by campus, with that many columns that a wrong filter would hardly keep equal. */
    grouped: (filter: object | null): Promise<Json> =>
      ask({ queryType: 'groupBy', dimensions: ['campus', 'direction', 'l4_proto'], filter }),
  };
}
