import { defineConfig } from 'vitest/config';

/**
 * The tests of the pure core, which need neither a manager nor a page; `npm run test:mutants` runs them only. They must not
 * call what they test outside a test: Stryker takes a file whose tests cannot be collected for one without a failure.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/api/{answer,decode,redact}{,.property}.test.ts',
      'test/unit/model/{createFlow,exactJson,mergeTrees,planOverwrite,resolveBody,treeChanges,treeDocument}.test.ts',
      'test/unit/model/{applyList,patchPlan,placePoints,planList,pointList}{,.property}.test.ts',
      'test/unit/model/{saveFlow,secretText,tolerant,writeList}{,.property}.test.ts',
      'test/unit/notebook/{queryResult,queryText,timeRange}{,.property}.test.ts',
    ],
    environment: 'node',
    isolate: false,
    setupFiles: ['test/mutants/repeatableRandom.ts'],
  },
});
