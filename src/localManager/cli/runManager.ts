import { redactKey } from '../http/auth.js';
import { helpText, parseCli, type ManagerOptions } from './cliOptions.js';
import { addressOf, greeting } from '../greeting.js';
import { startManager } from './startManager.js';
import { readFaultPlan } from '../variety/faults/readFaultPlan.js';

/** What the command line runs on, so that a test can stand in for the process. */
export interface Terminal {
  readonly args: readonly string[];
  readonly version: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves when the manager is asked to stop. */
  readonly stopped: Promise<unknown>;
}

/** Runs the local manager until it is stopped; resolves with the exit code. */
export async function runManager(terminal: Terminal): Promise<number> {
  const request = parseCli(terminal.args);
  switch (request.kind) {
    case 'help':
      terminal.out(helpText);
      return 0;
    case 'version':
      terminal.out(`${terminal.version}\n`);
      return 0;
    case 'problem':
      terminal.err(`${request.sentence}\n`);
      return 2;
    case 'run':
      return serve(request.options, terminal).catch((error: unknown) => {
        terminal.err(`${sentenceOf(error)}\n`);
        return 1;
      });
  }
}

/** The day that is there when it starts to serve; older history follows in the background. */
const firstMinutes = 24 * 60;

async function serve(options: ManagerOptions, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const report = (sentence: string) => terminal.err(`${sentence}\n`);
  const stopping = new AbortController();
  void terminal.stopped.then(() => stopping.abort());
  try {
    const faults = options.faults === undefined ? undefined : await readFaultPlan(options.faults);
    const manager = await startManager({
      ...options,
      faults,
      progress: report,
      atOnce: firstMinutes,
      live: true,
      signal: stopping.signal,
      log: {
        request: options.log ? report : undefined,
        failure: error => report(redactKey(String(error instanceof Error ? error.stack : error))),
      },
    });
    report(`Ready after ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    terminal.out(options.json ? `${JSON.stringify(addressOf(manager))}\n` : greeting(manager));
    await terminal.stopped;
    await manager.close();
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    throw error;
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
