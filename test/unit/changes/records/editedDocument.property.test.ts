import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { runs } from '../../../support/depth.js';
import { SavedInAnyOrder, type Act, type Fault, type Field } from './savedInAnyOrder.js';

const field = fc.constantFrom<Field>('name', 'email', 'phone');
const value = fc.constantFrom('40', '41', '42', '43');

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('type' as const), field, value }) },
  { weight: 6, arbitrary: fc.constant<Act>({ do: 'save' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('foreign' as const), field, value }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('undo', 'revert', 'close', 'reload', 'lock', 'renewKey')
      .map((done): Act => ({ do: done })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('refused', 'lost', 'lostAfter', 'late', 'later', 'altered'),
    }),
  },
);

const orders = Number(process.env['ORDERS'] ?? runs({ broad: 600, deep: 100_000 }));
const seed = Number(process.env['ORDERS_SEED'] ?? 20261127);

vi.setConfig({ testTimeout: 60_000 + 20 * orders });

it(`keeps the last value that was saved, or says why not, in ${orders} orders of edits, saves, answers, changes of others and failures (ORDERS, ORDERS_SEED=${seed})`, async () => {
  const seen = { acts: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(act, { minLength: 3, maxLength: 14 }),
      async (scheduler, acts) => {
        const world = new SavedInAnyOrder(scheduler);
        scheduler.scheduleSequence(
          acts.map(each => ({ label: JSON.stringify(each), builder: async () => world.act(each) })),
        );
        await scheduler.waitIdle();
        await world.end();
        seen.acts += acts.length;
        expect(world.problems).toEqual([]);
      },
    ),
    { numRuns: orders, seed },
  );
  expect(seen.acts).toBeGreaterThan(orders);
});
