import { expect, it } from 'vitest';
import { runs } from '../../support/depth.js';
import { letEditorsWork } from './concurrentEditors.js';

const edits = Number(process.env['EDITS'] ?? runs({ broad: 60, deep: 1200 }));
const seed = Number(process.env['EDITS_SEED'] ?? 20261120);

it(`loses and doubles nothing in ${edits} edits of three editors with faults on every kind of request (EDITS, EDITS_SEED=${seed})`, async () => {
  const { problems, ...seen } = await letEditorsWork({ edits, seed });
  console.log(JSON.stringify(seen));
  expect(problems).toEqual([]);
  expect(Math.min(seen.saved, seen.conflicts, seen.failures, seen.faults, seen.created)).toBeGreaterThan(0);
});
