import { defineConfig } from 'vitest/config';

/**
 * The tests of the pure core, which need neither a manager nor a page; `npm run test:mutants` runs them only. They must not
 * call what they test outside a test: Stryker takes a file whose tests cannot be collected for one without a failure.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/api/{answer,decode,redact}{,.property}.test.ts',
      'test/unit/changes/{lists,records}/*.test.ts',
      'test/unit/changes/change.test.ts',
      'test/unit/connections/*.test.ts',
      'test/unit/changes/trees/{mergeTrees,placePoints,planOverwrite,resolveBody,treeChanges}.test.ts',
      'test/unit/model/inventory/*.test.ts',
      'test/unit/model/query/{queryText,timeRange}.test.ts',
      'test/unit/model/results/{queryResult,resultExport}.test.ts',
      'test/unit/model/sensors/tolerant.test.ts',
      'test/unit/model/text/{csv*,exactJson,looseValues}.test.ts',
      'test/unit/model/trees/{pointList,treeDocument}.test.ts',
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
