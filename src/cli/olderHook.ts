import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Git } from '../folders/git.js';
import { inert } from '../words/inert.js';
import type { CliRun } from './cliRun.js';
import { isOlderHook, pipelinesFolder } from './examplePipelines.js';

/** Says how to renew a hook that was copied from an older version: nothing else renews it. */
export async function warnOfOlderHook(run: CliRun): Promise<void> {
  const { root, warn } = run;
  try {
    const path = await Git.untried(root, run)?.line('rev-parse', '--git-path', 'hooks/pre-commit');
    if (path === undefined || !isOlderHook(await readFile(resolve(root, path), 'utf8'))) return;
    warn(
      l10n.t(
        'The hook {0} is of an older netsensor, and lets through what this one refuses. Remove {1}, run netsensor init, and copy the new one there.',
        inert(path),
        inert(`${pipelinesFolder}/pre-commit`),
      ),
    );
  } catch {
    // Without git, or without a hook, there is none that is older.
  }
}
