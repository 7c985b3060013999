/** Whether this run goes for depth rather than breadth; `npm run test:deep` says so. */
export const isDeep = process.env.NETSENSOR_TEST_DEEP === '1';

/** How often something random is tried: a little in `npm test`, at full length in `npm run test:deep`. */
export const runs = (counts: { readonly broad: number; readonly deep: number }): number =>
  isDeep ? counts.deep : counts.broad;

/** The first of some cases that share most of their code, or all of them where a run goes for depth. */
export const someOf = <T>(cases: readonly T[], most: number): readonly T[] =>
  isDeep ? cases : cases.slice(0, most);
