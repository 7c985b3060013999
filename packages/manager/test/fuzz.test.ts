import { expect, it } from 'vitest';
import { describeFailures, fuzz } from './fuzz/fuzz.js';

/** `npm run test:deep` and `npm run fuzz` send more, from seeds of their own. */
it('answers 120 random requests as documented', async () => {
  const { failures } = await fuzz({ requests: 120, seed: 20_261_118 });
  expect(describeFailures(failures)).toBe('');
});
