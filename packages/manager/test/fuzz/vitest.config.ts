import { defineConfig } from 'vitest/config';

/** `npm run fuzz`: the fuzzer alone, for as long as it takes. */
export default defineConfig({
  test: { include: ['packages/manager/test/fuzz/*.deep.ts'], pool: 'forks', testTimeout: 7_200_000 },
});
