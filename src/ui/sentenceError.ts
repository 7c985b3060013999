import type { Inert } from './inert.js';

/** A failure in a sentence of ours, which is shown as it is. */
export class SentenceError extends Error {
  constructor(
    readonly sentence: Inert,
    options?: ErrorOptions,
  ) {
    super(sentence, options);
    this.name = 'SentenceError';
  }
}
