import { SentenceError } from './sentenceError.js';

/** A connection without a key. */
export class SignedOutError extends SentenceError {}
