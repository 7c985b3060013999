import { createApp } from './app.js';
import { redactKey } from './auth.js';
import { helpText, parseCli, type ManagerOptions } from './cliOptions.js';
import { openDataFolder } from './dataFolder.js';
import { listen } from './listener.js';
import { createStores } from './managerStore.js';

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

async function serve(options: ManagerOptions, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const report = (sentence: string) => terminal.err(`${sentence}\n`);
  const stopping = new AbortController();
  void terminal.stopped.then(() => stopping.abort());
  const database = await openDataFolder(options.data, options);
  try {
    const { signal } = stopping;
    const stores = await createStores(database, { seed: options.seed, progress: report, signal });
    const app = createApp(stores, {
      request: options.log ? report : undefined,
      failure: error =>
        report(redactKey(error instanceof Error ? (error.stack ?? error.message) : String(error))),
    });
    const url = await listen(app, options.port);
    const apiKey = stores.users.administrator().authentication_token;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    report(`Ready after ${seconds} s.`);
    terminal.out(options.json ? `${JSON.stringify({ url, apiKey })}\n` : greeting(url, apiKey));
    await terminal.stopped;
    await app.close();
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    throw error;
  } finally {
    await database.close();
  }
}

const greeting = (url: string, apiKey: string): string => `Manager running.

  Address  ${url}
  API key  ${apiKey}

Try it: curl '${url}/api/v1/inventory/racks?auth_token=${apiKey}'
Stop it with Ctrl+C.
`;

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
