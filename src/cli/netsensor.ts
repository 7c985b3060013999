#!/usr/bin/env node
import * as l10n from '@vscode/l10n';
import { runNetsensor } from './program.js';

// VS Code's runtime is Node with this variable, which a program that it starts must not find.
delete process.env['ELECTRON_RUN_AS_NODE'];

const isWatched = process.stderr.isTTY;
const clearLine = isWatched ? '\r\x1b[K' : '';
const warn = (text: string) => void process.stderr.write(`${clearLine}${text}\n`);

// Who reads only the first lines of it closes what is printed to; what is under way goes on to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const ending = new AbortController();
// The first Ctrl+C ends the run between two requests, the second one at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    if (!ending.signal.aborted) warn(l10n.t('Ending after what is under way. Ctrl+C again ends it at once.'));
    ending.abort();
  });

/** What is asked stands where nothing is piped on. */
async function ask(question: string): Promise<boolean> {
  const { askInTerminal } = await import('./askInTerminal.js');
  return askInTerminal(question, { input: process.stdin, output: process.stderr, ending });
}

const run = runNetsensor(process.argv.slice(2), {
  environment: process.env,
  signal: ending.signal,
  print: text => {
    // How far it is stands in the line that this would go on.
    if (isWatched) process.stderr.write(clearLine);
    process.stdout.write(`${text}\n`);
  },
  warn,
  ask: process.stdin.isTTY && isWatched ? ask : undefined,
  progress: text => void (isWatched && process.stderr.write(`${clearLine}${text}`)),
});
// VS Code loads no module that waits at its top.
void run.then(exitCode => {
  process.exitCode = exitCode;
  if (isWatched) process.stderr.write(clearLine);
});
