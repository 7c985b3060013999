import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { rested } from '../../src/api/retries.js';
import { settleWaits } from '../../src/changes/settle.js';

/**
 * Lets the next pause of exactly this length in this process, which the extension shares, be over at once.
 * @returns what puts the clock right again
 */
export function skipPause(milliseconds: number): () => void {
  const { setTimeout } = globalThis;
  const restore = () => void Object.assign(globalThis, { setTimeout });
  const skipping = (callback: (...given: unknown[]) => void, pause?: number, ...given: unknown[]) => {
    if (pause !== milliseconds) return setTimeout(callback, pause, ...given);
    restore();
    return setTimeout(callback, 0, ...given);
  };
  Object.assign(globalThis, { setTimeout: Object.assign(skipping, setTimeout) });
  return restore;
}

/** How much shorter the waits for a late write are in a process that tests run in. */
const timesShorter = 1000;

/** Lets nobody in this process, which the extension shares, wait long for a write that does not show: about 1, 2 and 5 ms. */
export function hastenSettling(): void {
  const { setTimeout } = globalThis;
  if ('isHastened' in setTimeout) return;
  const waits: readonly (number | undefined)[] = settleWaits;
  const hastened = (callback: (...given: unknown[]) => void, pause?: number, ...given: unknown[]) =>
    setTimeout(callback, waits.includes(pause) ? Number(pause) / timesShorter : pause, ...given);
  Object.assign(globalThis, { setTimeout: Object.assign(hastened, setTimeout, { isHastened: true }) });
}

/** Milliseconds that a read rests at most unless its manager asks for more. */
const longestRest = 1200;

/**
 * Lets no read in this process, which the extension shares, rest before it is sent once more, unless its manager asks for that:
 * a manager of the tests is no better a second later.
 */
export function hastenReads(): void {
  const { setTimeout } = timers;
  if ('isHastened' in setTimeout) return;
  const hastened = <T>(pause = 0, value?: T, options?: Parameters<typeof setTimeout>[2]) =>
    setTimeout(value === rested && pause <= longestRest ? 1 : pause, value, options);
  timers.setTimeout = Object.assign(hastened, { isHastened: true });
  syncBuiltinESMExports();
}
