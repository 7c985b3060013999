import { version } from '../../package.json';
import { runManager } from './cli/runManager.js';
import { stopSignals } from './stopSignals.js';

process.umask(0o077);
process.exitCode = await runManager({
  args: process.argv.slice(2),
  version,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  stopped: stopSignals(code => process.exit(code)),
});
