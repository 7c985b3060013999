import { runNetsensor } from './program.js';

// VS Code's runtime is Node with this variable, which a program that it starts must not find.
delete process.env['ELECTRON_RUN_AS_NODE'];

const ending = new AbortController();
// The first Ctrl+C ends the run between two requests, the second one at once.
process.once('SIGINT', () => ending.abort());
const isWatched = process.stderr.isTTY;
const clearLine = isWatched ? '\r\x1b[K' : '';

process.exitCode = await runNetsensor(process.argv.slice(2), {
  environment: process.env,
  signal: ending.signal,
  print: text => void process.stdout.write(`${text}\n`),
  warn: text => void process.stderr.write(`${clearLine}${text}\n`),
  progress: text => void (isWatched && process.stderr.write(`${clearLine}${text}`)),
});
if (isWatched) process.stderr.write(clearLine);
