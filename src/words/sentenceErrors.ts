import * as l10n from '@vscode/l10n';
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

/**
 * Thrown by the save of a document of which a part was stored: the document stays dirty with the rest, and goes on from
 * `baseText`.
 */
export class PartlySavedError extends SentenceError {
  constructor(
    sentence: Inert,
    readonly baseText: string,
    readonly did: {
      /** What was created from items of a text that does not show their numbers. */
      readonly created?: readonly {
        readonly fields: Readonly<Record<string, unknown>>;
        readonly id: number;
      }[];
      /** What was sent while nobody can tell whether it is stored. */
      readonly sent?: readonly (readonly [name: string, value: unknown])[];
      /** Those of them that stay known once the document shows what is stored. */
      readonly told?: readonly (readonly [name: string, value: unknown])[];
      /** Fields of records that changed besides with what was saved, with their values before and now. */
      readonly besides?: readonly {
        readonly id?: number;
        readonly name?: string;
        readonly fields: readonly (readonly [name: string, before: unknown, now: unknown])[];
      }[];
    } = {},
  ) {
    super(sentence);
  }
}

/** Thrown when the user gave up what was asked for. Nothing was sent. */
export class GivenUpError extends SentenceError {
  constructor(sentence = l10n.t('Nothing was sent. Your changes are still in the document.')) {
    super(sentence);
  }
}

/** Thrown by a command that finds nothing to do, or not yet: it is said as information, since nothing went wrong. */
export class NothingToDoError extends SentenceError {}

/** A connection that is read-only. */
export class LockedError extends SentenceError {
  constructor(
    sentence: Inert,
    readonly connectionId: string,
  ) {
    super(sentence);
  }
}

/** A saved connection without a key. */
export class SignedOutError extends SentenceError {
  constructor(
    sentence: Inert,
    readonly connectionId: string,
  ) {
    super(sentence);
  }
}
