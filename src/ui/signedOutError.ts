/** A connection without a key; its message is a sentence for people. */
export class SignedOutError extends Error {}
