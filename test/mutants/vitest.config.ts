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
      'test/unit/changes/trees/{mergeTrees,placePoints,planOverwrite,resolveBody,treeChanges}.test.ts',
      'test/unit/model/inventory/{recordDraft,recordRules,secretText}.test.ts',
      'test/unit/model/query/{queryText,timeRange}.test.ts',
      'test/unit/model/results/queryResult.test.ts',
      'test/unit/model/{sensors/tolerant,text/exactJson}.test.ts',
      'test/unit/model/trees/{pointList,treeDocument}.test.ts',
    ],
    environment: 'node',
    isolate: false,
    setupFiles: ['test/mutants/repeatableRandom.ts'],
  },
});
