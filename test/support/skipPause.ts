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
