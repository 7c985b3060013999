import { join } from 'node:path';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { runCommand } from '../../test/host/runCommand.js';
import type { SuiteReport } from '../../test/support/suiteReport.js';
import type { Phase, PhaseContext } from './phase.js';

const timeout = 600_000;
const cache = (name: string): string => repositoryPath('.cache', name);
/** A third of the time of the compiler in JavaScript, which stays for tests that read our sources with it. */
const tsc = 'typescript-native/bin/tsc';
const byContent = ['--cache', '--cache-strategy', 'content', '--cache-location'];

export const typesPhase = check('types', 'Types', [
  [tsc, '--noEmit'],
  [tsc, '--noEmit', '-p', 'src/renderer'],
]);

export const lintPhase = check('lint', 'Lint', [
  ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.'],
]);

export const formatPhase = check('format', 'Formatting', [
  ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...byContent, cache('prettier.json'), '.'],
]);

/**
 * A check that reads the sources, and counts as one, whatever it finds.
 * @param programs scripts below node_modules with their arguments, all of which must end with 0
 */
function check(name: string, title: string, programs: readonly (readonly [string, ...string[]])[]): Phase {
  const run = async ({ print }: PhaseContext): Promise<SuiteReport> => {
    for (const [script, ...args] of programs) {
      const path = join(repositoryPath('node_modules'), script);
      const options = { args: [path, ...args], cwd: repositoryPath(), timeout };
      const { exitCode, output } = await runCommand({ command: process.execPath, ...options });
      if (exitCode === 0) continue;
      print(output.trimEnd());
      return { passed: 0, failed: 1, skipped: 0 };
    }
    return { passed: 1, failed: 0, skipped: 0 };
  };
  return { name, title, run };
}
