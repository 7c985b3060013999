import { once } from 'node:events';
import { version } from '../../package.json';
import { runManager } from './runManager.js';

process.umask(0o077);
process.exitCode = await runManager({
  args: process.argv.slice(2),
  version,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  stopped: Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]),
});
