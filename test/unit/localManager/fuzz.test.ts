import { expect, it } from 'vitest';
import { describeFailures, fuzz } from '../../fuzz/fuzz.js';

/** `npm run fuzz` sends 100,000 from a seed of its own. */
it('answers 3,000 random requests as documented', { timeout: 120_000 }, async () => {
  const { failures } = await fuzz({ requests: 3000, seed: 20_261_118 });
  expect(describeFailures(failures)).toBe('');
});
