const longestSlice = 8;

/** Runs a long computation to its end, at most 8 ms at a time, so that the editor stays quick in between. */
export async function inSlices(steps: Iterator<void>): Promise<void> {
  let started = performance.now();
  while (!steps.next().done) {
    if (performance.now() - started < longestSlice) continue;
    await new Promise(resolve => setImmediate(resolve));
    started = performance.now();
  }
}
