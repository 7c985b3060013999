import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What this process uses when nothing is left to be collected. */
export function settledMemory(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage();
}
