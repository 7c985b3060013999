import { vi } from 'vitest';

const { waitFor } = vi;

/** A second is short where other programs run, too; what never comes is found all the same. */
const waitLonger: typeof waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 20_000, ...options });

// The files of a worker share `vi`, and each file runs this once.
if (waitFor.name !== waitLonger.name) vi.waitFor = waitLonger;
