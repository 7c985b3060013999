import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isDeep } from './test/support/depth.js';

const rendererTests = 'test/unit/renderer/**/*.test.ts';
/** Tests that bring a VS Code of their own, which modules that a worker has loaded would not see. */
const ownVSCodeTests = readdirSync('test/unit', { recursive: true, encoding: 'utf8' })
  .map(name => join('test/unit', name))
  .filter(path => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes("vi.mock('vscode'"));

/** Those of them that this run is for: for depth none but the random ones, as of all others. */
const ownVSCodeHere = ownVSCodeTests.filter(path => !isDeep || path.endsWith('.property.test.ts'));

const ownVSCode: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'own VS Code',
      isolate: true,
      setupFiles: ['test/unit/hastenSettling.ts'],
      include: ownVSCodeHere,
      exclude: [...configDefaults.exclude, rendererTests],
    },
  },
  {
    extends: true,
    test: {
      name: 'page with editor',
      isolate: true,
      include: ownVSCodeHere.filter(path => path.startsWith(join('test/unit/renderer'))),
      environment: './test/unit/renderer/jsdomWithEditor.ts',
      setupFiles: ['test/unit/renderer/pageFeatures.ts'],
    },
  },
];

const testsOfPackage = (name: string): TestProjectConfiguration => ({
  extends: true,
  test: { name, include: [`packages/${name}/test/**/*.test.ts`] },
});

/** What `npm test` runs: everything, with the random tests kept short. */
export const broad: TestProjectConfiguration[] = [
  testsOfPackage('contract'),
  testsOfPackage('manager'),
  {
    extends: true,
    test: {
      name: 'node',
      setupFiles: ['test/unit/hastenSettling.ts'],
      include: ['test/unit/**/*.test.ts'],
      exclude: [...configDefaults.exclude, rendererTests, ...ownVSCodeTests],
    },
  },
  ...ownVSCode,
  {
    extends: true,
    test: {
      name: 'page',
      include: [rendererTests],
      exclude: [...configDefaults.exclude, ...ownVSCodeTests],
      environment: 'jsdom',
      setupFiles: ['test/unit/renderer/pageFeatures.ts'],
    },
  },
];

/** Tests that are not random, but longer where a run goes for depth. */
export const longerTests: readonly string[] = [
  'packages/manager/test/accessPoints/override.test.ts',
  'packages/manager/test/feed.test.ts',
  'packages/manager/test/overrideTree.test.ts',
  'packages/manager/test/requestedFields.test.ts',
  'test/unit/api/dialects.test.ts',
  'test/unit/cli/failingApply.test.ts',
  'test/unit/cli/strangeManagers.test.ts',
  'test/unit/records/failingSaves.test.ts',
];

/** What `npm run test:deep` runs: the random tests at full length, and what is too long for every run. */
export const deep: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'deep',
      setupFiles: ['test/unit/hastenSettling.ts'],
      include: ['{test/unit,packages/*/test}/**/{*.property.test,*.deep}.ts', ...longerTests],
      exclude: [...configDefaults.exclude, ...ownVSCodeTests],
    },
  },
  ...ownVSCode,
];

/** Files that take longest come first, so that none keeps a core waiting in the end: of a deep run three, then of a broad one. */
const longest = [
  'failingApply.test.ts',
  'editedDocument.property.test.ts',
  'fuzz.deep.ts',
  'gitCheckouts.test.ts',
  'gitRemote.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = longest.flatMap(name => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)));
    return [...first, ...sorted.filter(file => !first.includes(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The manager tests load DuckDB's native library, and start and kill programs.
    pool: 'forks',
    setupFiles: ['test/unit/waitOnBusyMachines.ts'],
    // No test leaves anything behind that another one finds, so a worker loads each module once.
    isolate: false,
    maxWorkers: 2,
    // For a machine that is busy; a test that hangs is found all the same.
    testTimeout: isDeep ? 600_000 : 60_000,
    hookTimeout: isDeep ? 600_000 : 60_000,
    projects: isDeep ? deep : broad,
  },
});
