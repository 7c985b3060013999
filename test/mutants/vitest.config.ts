import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The tests of the pure core, which need neither a manager nor a page; `npm run test:mutants` runs them only. They must not
 * call what they test outside a test: Stryker takes a file whose tests cannot be collected for one without a failure.
 */
export default defineConfig({
  // The copy that is changed, not the sources that node_modules links to.
  resolve: { alias: { 'netsensor-contract': resolve('packages/contract/src') } },
  test: {
    include: [
      'test/unit/api/{answer,decode,redact}{,.property}.test.ts',
      'test/unit/changes/{lists,records}/*.test.ts',
      'test/unit/changes/change.test.ts',
      'test/unit/connections/*.test.ts',
      'test/unit/changes/trees/{mergeTrees,placePoints,planOverwrite,resolveBody,treeChanges}.test.ts',
      'test/unit/model/inventory/*.test.ts',
      'packages/contract/test/{query/timeRange,sensors/tolerant,text/*}.test.ts',
      'test/unit/model/query/queryText.test.ts',
      'test/unit/model/results/{queryResult,resultExport}.test.ts',
      'test/unit/model/trees/{pointList,treeDocument}.test.ts',
      'test/unit/changes/users/*.test.ts',
      'test/unit/operations/users/*.test.ts',
      'test/unit/records/{documents,secrets}/*.test.ts',
    ],
    environment: 'node',
    isolate: false,
    // A busy machine is slow, and one test that ends too late would end the whole run.
    testTimeout: 60_000,
    setupFiles: ['test/mutants/repeatableRandom.ts', 'test/unit/hastenSettling.ts'],
  },
});
