import { sqlTime } from '../src/store/database.js';
import { analyticsTables } from '../src/store/analyticsTables.js';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import type { Variety } from '../src/app.js';
import { startTestManager, type Json } from './testManager.js';

/** A row written by hand: its time, and columns by name; metrics that are left out are 0. */
export type HandRow = { readonly at: string } & Readonly<Record<string, string | number | null>>;

/** A manager whose analytics tables hold exactly the given rows. */
export async function managerWithRows(
  rows: readonly HandRow[],
  source: DataSource = 'rb_flow',
  variety: Variety = {},
) {
  const manager = await startTestManager(variety);
  const { dimensions, metrics } = analyticsTables[source];
  const columns = ['timestamp', ...dimensions, ...Object.keys(metrics)];
  const appended = rows.map(row =>
    columns.map(column => {
      if (column === 'timestamp') return sqlTime(Date.parse(row.at));
      if (!Object.hasOwn(metrics, column)) return row[column] ?? null;
      const number = Number(row[column] ?? 0);
      return metrics[column] === 'BIGINT' ? BigInt(number) : number;
    }),
  );
  await manager.database.writeAnalytics(session => session.append(source, appended));
  const post = async (body: object) => manager.query({ dataSource: source, ...body });
  return Object.assign(manager, {
    post,
    /** The rows of an answer that must be 200. */
    ask: async (body: object) => {
      const answer = await post(body);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.json() as Json;
    },
  });
}
