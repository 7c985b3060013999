import { messageOf } from '../http/errors.js';
import { redactKey } from '../users/auth.js';
import { helpText, parseCli, type ManagerOptions } from './cliOptions.js';
import { startManager, type RunningManager } from './startManager.js';
import type { IngestRun } from '../druid/ingest/ingest.js';
import { sizeOfAnalytics } from '../store/dataFolder.js';
import type { Database } from '../store/database.js';
import { readFaultPlan } from '../variety/faults/faultPlan.js';
import { certificateName } from '../variety/certificate.js';

/** What the command line runs on, so that a test can stand in for the process. */
export interface Terminal {
  /** How it was called, for the help. */
  readonly command: string;
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
  const report = reportOn(terminal);
  switch (request.kind) {
    case 'help':
      terminal.out(helpText(terminal.command));
      return 0;
    case 'version':
      terminal.out(`${terminal.version}\n`);
      return 0;
    case 'problem':
      report(request.sentence);
      return 2;
    case 'run':
      return serve(request.options, terminal).catch((error: unknown) => {
        report(messageOf(error));
        return 1;
      });
  }
}

/** Says sentences; words in them from a cluster, a file or a request do nothing to the terminal. */
const reportOn =
  ({ err }: Terminal) =>
  (sentence: string): void =>
    err(`${inertOnTerminal(sentence)}\n`);

/**
 * A line in which no character moves the cursor, colours, renames or answers for the person, and none turns the text around
 * it: such characters are written as in JavaScript, `\u{1b}`. Joiners, which scripts and emoji need, stay.
 */
const inertOnTerminal = (line: string): string =>
  line.replace(
    /(?![\u200C\u200D\u2060])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

const stackOf = (error: unknown): string => redactKey(String(error instanceof Error ? error.stack : error));

/** The day that is there when it starts to serve; older history follows in the background. */
const firstMinutes = 24 * 60;

async function serve(options: ManagerOptions, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const report = reportOn(terminal);
  const stopping = new AbortController();
  void terminal.stopped.then(() => stopping.abort());
  try {
    const faults = options.faults === undefined ? undefined : await readFaultPlan(options.faults);
    const manager = await startManager({
      ...options,
      faults,
      progress: report,
      ...fillingOf(options, { progress: report, signal: stopping.signal }),
      live: true,
      signal: stopping.signal,
      log: {
        request: options.log ? report : undefined,
        failure: error => stackOf(error).split('\n').forEach(report),
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

/** What is there before it serves: the newest day, or everything, where everything goes into a cluster. */
function fillingOf({ druid, ingest, data }: ManagerOptions, run: IngestRun) {
  if (!druid || !ingest) return { atOnce: firstMinutes };
  const request = { ...ingest, druid, environment: process.env };
  const fillCluster = async (database: Database) => {
    await (await import('../druid/ingest/ingest.js')).ingestIntoCluster(database, request, run);
    const size = Math.ceil((await sizeOfAnalytics(data)) / 1_000_000);
    run.progress(`The rows stay in ${data} as well (${size} MB), for a start without --druid.`);
  };
  return { fillCluster };
}

/** What a program needs to connect: `{url, apiKey}`, and with https what it needs to trust the certificate. */
export function addressOf({ url, apiKey, certificate }: RunningManager): object {
  if (!certificate) return { url, apiKey };
  const { path, fingerprint256 } = certificate;
  return { url, apiKey, certificate: path, fingerprint256 };
}

/** What a person needs to connect. */
export function greeting(manager: RunningManager): string {
  const { url, apiKey, certificate } = manager;
  const rows = [
    ['Address', url],
    ['API key', apiKey],
    ...(certificate
      ? [
          ['Certificate', certificate.path],
          ['SHA-256', certificate.fingerprint256],
        ]
      : []),
    ['The API', `${url}/docs`],
  ];
  return `Manager running.

${rows.map(([label = '', value = '']) => `  ${label.padEnd(11)}  ${value}\n`).join('')}
Try it: ${tryIt(manager)}
Stop it with Ctrl+C.
`;
}

/** The certificate has a name that no resolver knows, so the name is led to the address. */
function tryIt({ url, apiKey, certificate }: RunningManager): string {
  const path = `/api/v1/inventory/racks?auth_token=${apiKey}`;
  if (!certificate) return `curl '${url}${path}'`;
  const route = `--connect-to '::127.0.0.1:${new URL(url).port}'`;
  return `curl --cacert '${certificate.path}' ${route} 'https://${certificateName}${path}'`;
}
