import { expect, it } from 'vitest';
import { isDeep } from '../../../../test/support/depth.js';
import { describeFailures, fuzz } from './fuzz.js';

const requests = Number(process.env['FUZZ_REQUESTS'] ?? (isDeep ? 10_000 : 100_000));
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

it(
  `answers ${requests} random requests as documented (FUZZ_SEED=${seed})`,
  { timeout: 7_200_000 },
  async () => {
    const { failures, answers, neverSucceeded } = await fuzz({ requests, seed });
    for (const [route, statuses] of [...answers].sort()) {
      const counts = [...statuses].sort().map(([status, count]) => `${status} × ${count}`);
      console.log(`${route}: ${counts.join(', ')}`);
    }
    expect(describeFailures(failures)).toBe('');
    expect(neverSucceeded).toEqual([]);
  },
);
