import type { CharacterSet } from '../patterns/patternNode.js';

/** A regular expression of Java as a tree; what flags mean is worked into it, so no node depends on them. */
export type PatternNode =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | Repeat
  | { readonly kind: 'capture'; readonly number: number; readonly node: PatternNode }
  | { readonly kind: 'atomic'; readonly node: PatternNode }
  | {
      readonly kind: 'look';
      readonly behind: boolean;
      readonly negated: boolean;
      readonly node: PatternNode;
    }
  | { readonly kind: 'reference'; readonly number: number }
  | Assertion;

/** A node several times; a possessive one never gives back what it took. */
export interface Repeat {
  readonly kind: 'repeat';
  readonly node: PatternNode;
  readonly least: number;
  /** Infinity where there is no limit. */
  readonly most: number;
  readonly mode: 'greedy' | 'lazy' | 'possessive';
}

/** A place between characters. */
export interface Assertion {
  readonly kind: 'assertion';
  readonly place: Place;
  /** For the places of lines: whether only `\n` ends one. */
  readonly unixLines: boolean;
}

/** `lastLine` is the end of the text, or before a line end that ends the text: `$` and `\Z`. */
export type Place =
  | 'begin'
  | 'end'
  | 'lastLine'
  | 'lineBegin'
  | 'lineEnd'
  | 'wordBound'
  | 'noWordBound'
  | 'unicodeWordBound'
  | 'noUnicodeWordBound';

/** Nothing matches it: a reference to a group that does not exist. */
export const never: PatternNode = { kind: 'choice', options: [] };
