#!/usr/bin/env node
import { version } from '../package.json';
import { runManager } from './cli/runManager.js';

/** npm passes on the signal that the terminal sends to everyone, so the same Ctrl+C can arrive twice. */
const sameKeyPress = 1_000;

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Resolves at the first signal to stop; a later one calls `endNow`, for people who do not want to wait.
 * @param endNow gets the exit code that belongs to the signal
 */
function stopSignals(endNow: (exitCode: number) => void): Promise<void> {
  return new Promise(resolve => {
    let first: number | undefined;
    for (const signal of Object.keys(exitCodes) as (keyof typeof exitCodes)[]) {
      process.on(signal, () => {
        if (first === undefined) {
          first = performance.now();
          resolve();
        } else if (performance.now() - first > sameKeyPress) {
          endNow(exitCodes[signal]);
        }
      });
    }
  });
}

process.umask(0o077);
process.exitCode = await runManager({
  // npm says which script it runs, and of a program of a package nothing or npx.
  command: process.env['npm_lifecycle_event'] === 'manager' ? 'npm run manager --' : 'netsensor-manager',
  args: process.argv.slice(2),
  version,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  stopped: stopSignals(code => process.exit(code)),
});
