import type { Inert } from './inert.js';
import { SentenceError } from './sentenceError.js';

/**
 * Thrown by the save of a document of which a part was stored: the document stays dirty with the rest, and goes on from
 * `baseText`.
 */
export class PartlySavedError extends SentenceError {
  constructor(
    sentence: Inert,
    readonly baseText: string,
  ) {
    super(sentence);
  }
}
