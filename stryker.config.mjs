/**
 * Plants small faults ("mutants") in the pure core and looks whether a test fails: `npm run test:mutants`, or for one
 * file `npm run test:mutants -- --mutate src/changes/records/saveFlow.ts`. The report is out/mutants/index.html.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    // What a save sends, and what becomes of it.
    'src/changes/records/{recordChange,saveFlow}.ts',
    'src/model/inventory/recordRules.ts',
    // Trees and lists: what changed, what two edits together make, what is sent.
    'src/changes/trees/{mergeTrees,overwrite,placePoints,resolveBody,treeChanges}.ts',
    'src/changes/lists/{applyList,planList}.ts',
    'src/model/trees/{flatTree,pointList,treeDocument}.ts',
    // Queries, what managers answer to them, and times.
    'src/model/query/queryText.ts',
    'packages/contract/src/query/timeRange.ts',
    'src/model/query/queryResult.ts',
    'src/api/{answer,decode}.ts',
    'packages/contract/src/text/{exactJson,looseValues}.ts',
    'packages/contract/src/sensors/tolerant.ts',
    // What no text may contain.
    'src/api/networkFailure.ts',
    'src/model/inventory/secretText.ts',
    'src/records/secrets/copiedSecrets.ts',
    // Where a key belongs and may go; files that need VS Code are for the tests inside it.
    'src/connections/{connection,environmentConnection,managerAddress,openClients,proxyFor}.ts',
    'src/changes/users/renewOwnKey.ts',
    // Documents: what they show, keep and send, and the plan before a change.
    'src/changes/{change,steps}.ts',
    'src/model/inventory/{listDocument,recordDraft,recordText}.ts',
    'src/records/documents/keptBases.ts',
    // What leaves as CSV or comes in, and which record of another manager is the same.
    'packages/contract/src/text/csv*.ts',
    'src/model/text/csvTable.ts',
    'src/model/inventory/{compareLists,recordIdentity,recordsCsv}.ts',
    'src/model/trees/pointsCsv.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // A busy machine is slow; only an endless loop is to count as killed by time.
  timeoutMS: 5_000,
  timeoutFactor: 4,
  thresholds: { high: 95, low: 90, break: 85 },
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: false },
  htmlReporter: { fileName: 'out/mutants/index.html' },
  jsonReporter: { fileName: 'out/mutants/mutants.json' },
  tempDirName: '.cache/mutants',
  // What is copied aside to be changed: the sources and their tests, nothing else of the folder.
  ignorePatterns: [
    '/*',
    '!/src',
    '!/packages',
    '!/test',
    '/test/*',
    '!/test/mutants',
    '!/test/support',
    '!/test/unit',
  ],
};
