import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeRows, type Lines } from '../../src/druid/ingest/encodeRows.js';
import { planSource } from '../../src/druid/ingest/ingestPlan.js';
import type { Span } from '../../src/druid/timeBoundary.js';
import { managerWithRows } from '../smallTable.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const at = (text: string): number => Date.parse(`2026-11-${text}Z`);

/** Ten rows on the 17th, in two hours, and two on the 19th. */
const minutes = [
  ...['01', '02', '03', '04', '05', '06'].map(minute => `17T09:${minute}`),
  ...['10', '20', '30', '40'].map(minute => `17T11:${minute}`),
  '19T00:00',
  '19T23:59',
];

describe('the plan of loading rows', () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows(minutes.map(minute => ({ at: `2026-11-${minute}Z`, campus: 'Lisbon' })));
  });
  afterAll(() => manager.stop());
  const plan = (mostRows: number, replaced?: Span) =>
    manager.database.read(session => planSource(session, 'rb_flow', { mostRows, replaced }));

  it('takes all hours together when they fit into one task', async () => {
    expect(await plan(12)).toEqual({
      source: 'rb_flow',
      batches: [{ from: at('17T09:00'), to: at('20T00:00'), rows: 12 }],
    });
  });

  it('leaves no time between two tasks, and cuts no hour', async () => {
    expect((await plan(9))?.batches).toEqual([
      { from: at('17T09:00'), to: at('17T10:00'), rows: 6 },
      { from: at('17T10:00'), to: at('20T00:00'), rows: 6 },
    ]);
  });

  it('covers what the cluster has before and after', async () => {
    const replaced = { first: at('01T10:30'), last: at('30T00:00') };
    expect((await plan(10, replaced))?.batches.map(({ from, to }) => [from, to])).toEqual([
      [at('01T10:00'), at('17T12:00')],
      [at('17T12:00'), at('30T01:00')],
    ]);
  });

  it('plans nothing where there is nothing', async () => {
    const none = await manager.database.read(session =>
      planSource(session, 'rb_state', { mostRows: 1, replaced: undefined }),
    );
    expect(none).toBeUndefined();
  });

  it('cuts the rows of an hour that is too much for one task, and loses none', async () => {
    const columns = { fields: [{ name: 'campus', sql: 'campus' }], dimensions: ['campus'], metrics: [] };
    const batch = { from: at('17T09:00'), to: at('17T10:00') };
    const pieces: Lines[] = [];
    await manager.database.read(async session => {
      for await (const piece of encodeRows(session, 'rb_flow', { columns, batch, longest: 100 }))
        pieces.push(piece);
    });
    expect(pieces.map(({ rows }) => rows)).toEqual([2, 2, 2]);
    expect(pieces.every(({ text }) => text.length <= 100)).toBe(true);
  });
});
