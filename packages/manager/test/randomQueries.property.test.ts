import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/depth.js';
import { randomQuery } from './randomQuery.js';
import { randomRows } from './randomRows.js';
import { referenceAnswer } from './referenceEngine.js';
import { managerWithRows } from './smallTable.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const seed = Number(process.env['RANDOM_SEED'] ?? 20261118);

describe('random queries', () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows(
      randomRows.map(({ time, values, numbers }) => ({
        at: new Date(time).toISOString(),
        ...values,
        ...numbers,
      })),
    );
  });
  afterAll(() => manager.stop());

  it('give to the last digit what plain loops over the rows give', async () => {
    await fc.assert(
      fc.asyncProperty(randomQuery, async ({ query, body }) => {
        const answer = await manager.post(body);
        expect(answer.text).toBe(referenceAnswer(query, randomRows));
      }),
      { numRuns: runs({ broad: 30, deep: 400 }), seed },
    );
  });
});
