const longestSlice = 8;

/** What lets others run once the thread was held for 8 ms since it did so last; nothing has to be awaited before. */
export function turns(): () => Promise<void> | undefined {
  let started = performance.now();
  const next = (resolve: () => void) => {
    started = performance.now();
    resolve();
  };
  return () =>
    performance.now() - started < longestSlice
      ? undefined
      : new Promise(resolve => setImmediate(next, resolve));
}

/** Runs a long computation to its end, at most 8 ms at a time, so that the editor stays quick in between. */
export async function inSlices<T>(steps: Iterator<void, T>): Promise<T> {
  const turn = turns();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const wait = turn();
    if (wait) await wait;
  }
}

/** Runs such a computation in one go, where it is known to be short. */
export function atOnce<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
