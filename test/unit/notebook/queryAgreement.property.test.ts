import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyQuery } from '../../support/anyQuery.js';
import { runs } from '../../support/depth.js';
import { judgesQueries } from '../../support/judgeQuery.js';
import { startTestManager, type TestManager } from '../../../packages/manager/test/testManager.js';

const numRuns = runs({ broad: 80, deep: 1000 });

describe('the checks of a query in the editor', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  it('refuse what a manager refuses, and nothing else', async () => {
    const judge = judgesQueries();
    const counts = { refused: 0, odd: 0, fine: 0 };
    const check = fc.asyncProperty(anyQuery, async query => {
      const { verdict, reasons } = judge(query);
      counts[verdict] += 1;
      const { status, text } = await manager.query(query);
      expect({ query, reasons, text: text.slice(0, 200), refused: status >= 400 }).toEqual({
        query,
        reasons,
        text: text.slice(0, 200),
        refused: verdict === 'refused',
      });
    });
    await fc.assert(check, { numRuns });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(numRuns / 50);
  });
});
