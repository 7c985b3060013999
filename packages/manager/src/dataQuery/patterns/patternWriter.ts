import { rewrite } from 'regex';
import { escapeSet, PatternProblem } from './characterSets.js';

/** A regular expression of Java for the engines that there are. */
export interface Translation {
  /** For JavaScript's engine, with the flag v. */
  readonly script: string;
  /** For the database's own engine (RE2), where each part of the pattern means the same there. */
  readonly fast: string | undefined;
}

/** A group that is open, or the whole pattern. */
interface Frame {
  /** The flags that hold again behind it. */
  readonly flags: string;
  readonly start: GroupStart;
  /** Whether it stands in a look-behind or is one. */
  readonly behind: boolean;
  readonly capture: number | undefined;
  /** Groups that surely have matched at this place of this alternative. */
  matched: number[];
  /** How many things that surely take a character stand in this alternative. */
  taking: number;
  /** Whether one of the alternatives before could match without taking a character. */
  canBeEmpty: boolean;
  alternates: boolean;
  /** Whether it repeats something that can be empty; the engines leave such repetitions at different moments. */
  repeatsEmpty: boolean;
}

/** What a quantifier would repeat; of a place between characters nothing is taken. */
interface Atom {
  readonly kind: 'set' | 'group' | 'place';
  readonly taking: number;
  /** How many groups have surely matched in it. */
  readonly matched: number;
  readonly repeatsEmpty: boolean;
  readonly before: readonly string[];
}

/** How a group begins; `(` is a group whose text can be referred to. */
export type GroupStart = '(' | '(?:' | '(?>' | `(?${'' | '<'}${'=' | '!'}`;

/** A quantifier; `most` is Infinity where there is no limit. */
export interface Quantifier {
  readonly least: number;
  readonly most: number;
  readonly mode: string;
}

const deepestGroup = 100;
/** A set that holds a carriage return, and so could be half of a line end. */
const anything = '\\r';
const placeAtom = { kind: 'place', taking: 0, matched: 0, repeatsEmpty: false, before: [anything] } as const;

/**
 * Writes a pattern for JavaScript and, as long as it can, for the database. The engines do not differ in how sequences,
 * choices and repetitions are searched.
 * @throws PatternProblem each method, for what only Java's engine does
 */
export class PatternWriter {
  /** The flags that hold here, as Java's letters. */
  flags = '';
  groups = 0;
  private script = '';
  private fast: string | undefined = '';
  private readonly frames: [Frame, ...Frame[]] = [frameOf({ start: '(?:', flags: '' })];
  private atom: Atom | undefined;
  /** Sets one of which stands before this place. */
  private before: readonly string[] = [anything];
  private ended = false;

  /** A group begins; it is closed by `close`. */
  open(start: GroupStart): void {
    if (this.frames.length > deepestGroup) {
      throw new PatternProblem(`groups nest deeper than ${deepestGroup} levels`);
    }
    if (start === '(?>') this.refuseBehind();
    const capture = start === '(' ? (this.groups += 1) : undefined;
    const behind = this.frame.behind || start.startsWith('(?<');
    // A look is in a group of its own, because Java repeats it and JavaScript does not.
    const opening = capture === undefined ? start.replace(/.*[=!]$/, '(?:$&') : `(?<g${capture}>`;
    this.put(opening, start === '(' || start === '(?:' ? '(?:' : undefined);
    this.frames.push(frameOf({ start, flags: this.flags, behind, capture }));
    this.atom = undefined;
  }

  close(): void {
    const { frame } = this;
    if (this.frames.length === 1) throw new PatternProblem('a closing parenthesis has no opening one');
    if (frame.start === '(?>' && frame.repeatsEmpty) throw emptyRepetition();
    this.frames.pop();
    // A group without anything in it would end what the database takes to be a LIKE pattern.
    if (/\((?:\?:|\?<g\d+>)?\|*$/.test(this.script)) this.fast = undefined;
    const isLook = /[=!]$/.test(frame.start);
    this.put(isLook ? '))' : ')', ')');
    this.flags = frame.flags;
    const matched = frame.alternates || frame.start.endsWith('!') ? [] : frame.matched;
    if (frame.capture !== undefined) matched.push(frame.capture);
    const taking = isLook || frame.canBeEmpty || frame.taking === 0 ? 0 : 1;
    this.frame.matched.push(...matched);
    this.frame.repeatsEmpty ||= frame.repeatsEmpty;
    const { repeatsEmpty } = frame;
    this.take({ kind: 'group', taking, matched: matched.length, repeatsEmpty, before: [] });
    this.before = [anything];
  }

  alternate(): void {
    const { frame } = this;
    frame.canBeEmpty ||= frame.taking === 0;
    Object.assign(frame, { taking: 0, matched: [], alternates: true });
    this.ended = false;
    this.atom = undefined;
    this.before = [anything];
    this.put('|', '|');
  }

  /** One character of a set, which is written as both engines read it unless it holds a property or another set. */
  one(set: string): void {
    this.put(set, /\\[pPu]|.\[/s.test(set) ? undefined : set);
    this.take({ kind: 'set', taking: 1, matched: 0, repeatsEmpty: false, before: this.before });
    this.before = [set];
  }

  /** A carriage return and a line feed, or one character of a set. */
  lineBreak(set: string): void {
    this.open('(?:');
    this.put(`\\r\\n|${set}`, `\\r\\n|${set}`);
    this.frame.taking = 1;
    this.close();
  }

  /** A place between characters, in the words of JavaScript. */
  place(script: string, fast?: string): void {
    this.put(`(?:${script})`, fast);
    this.take(placeAtom);
  }

  /**
   * The beginning. It and the end are for the database where they stand first and last: it turns simple patterns into
   * LIKE, and overlooks them elsewhere.
   */
  begin(): void {
    const isFirst = this.frames.length === 1 && /(?:^|\|)$/.test(this.script);
    this.place('^', isFirst ? '\\A' : undefined);
    this.before = [];
  }

  /** The end. */
  end(script: string, fast: string | undefined): void {
    this.place(script, this.frames.length === 1 ? fast : undefined);
    this.ended = true;
  }

  /** Between a carriage return and a line feed there is no end of a line. */
  couldSplitLineEnd(): boolean {
    return this.before.some(set => new RegExp(set, 'v').test('\r'));
  }

  /**
   * What a group has matched. A group that did not match makes it fail in Java, and match nothing in JavaScript, so it
   * must be known beforehand that it has.
   */
  reference(group: number): void {
    if (this.flags.includes('i')) throw new PatternProblem('a reference to a group cannot ignore case here');
    if (group > this.groups) return this.one(none);
    if (this.frame.behind) {
      throw new PatternProblem('a reference to a group inside a look-behind is not known here');
    }
    if (!this.frames.some(({ matched }) => matched.includes(group))) {
      throw new PatternProblem(
        `a reference to group ${group}, which may not have matched, is not known here`,
      );
    }
    this.put(`\\k<g${group}>`);
    this.take(placeAtom);
  }

  /** What stands last several times; the text is that of Java, which the other engines read the same way. */
  repeat(text: string, { least, most, mode }: Quantifier): void {
    const { atom, frame } = this;
    if (!atom) throw new PatternProblem(`there is nothing that ${text} could repeat`);
    const repeatsEmpty = least !== most && atom.taking === 0;
    if (mode === '+') {
      if (repeatsEmpty || atom.repeatsEmpty) throw emptyRepetition();
      this.refuseBehind();
    }
    if (frame.behind && most === Infinity && (mode !== '' || atom.kind !== 'set')) {
      throw new PatternProblem('a look-behind has no obvious greatest length');
    }
    frame.repeatsEmpty ||= repeatsEmpty;
    // A last time that matches nothing sets a group in Java only.
    if (least === 0 || atom.taking === 0) frame.matched.length -= atom.matched;
    if (least === 0) frame.taking -= atom.taking;
    if (least === 0) this.before = [...this.before, ...atom.before].slice(0, mostBefore);
    if (this.before.length === mostBefore) this.before = [anything];
    this.put(text, mode === '+' || most === 0 || atom.kind === 'place' ? undefined : text);
    this.atom = undefined;
  }

  /** Flags change: nothing stands last any more that could be repeated. */
  setFlags(flags: string): void {
    this.flags = flags;
    this.atom = undefined;
  }

  /** The translation, which begins at the beginning: JavaScript would also look between the two halves of a character. */
  finished(): Translation {
    if (this.frames.length > 1) throw new PatternProblem('a group is not closed');
    const pattern = `^[\\u{0}-\\u{10ffff}]*?(?:${this.script})`;
    const { pattern: script } = rewrite(pattern, { disable: { n: true, x: true, subroutines: true } });
    return { script, fast: this.fast };
  }

  private get frame(): Frame {
    return this.frames.at(-1) ?? this.frames[0];
  }

  private put(script: string, fast?: string): void {
    this.script += script;
    this.fast = this.ended || fast === undefined || this.fast === undefined ? undefined : this.fast + fast;
  }

  private take(atom: Atom): void {
    this.frame.taking += atom.taking;
    this.atom = atom;
  }

  private refuseBehind(): void {
    if (this.frame.behind) throw new PatternProblem('nothing inside a look-behind can be possessive here');
  }
}

/** A set without characters. */
const none = '[^\\p{Any}]';
const mostBefore = 20;

const frameOf = (of: Pick<Frame, 'start' | 'flags'> & Partial<Frame>): Frame => ({
  behind: false,
  capture: undefined,
  matched: [],
  taking: 0,
  canBeEmpty: false,
  alternates: false,
  repeatsEmpty: false,
  ...of,
});

const emptyRepetition = (): PatternProblem =>
  new PatternProblem('nothing possessive or atomic can repeat what may be empty here');

/** Not `[^]`, which matches nothing with the flag v in the V8 of Node 20. */
const everything = '[\\x00-\u{10ffff}]';
const lineFeed = '\\x0a';
const lineEnds = '\\x0a\\x0d\u0085\u2028\u2029';

/** The characters that end a line; with the flag d only line feeds do. */
const endsOf = ({ flags }: PatternWriter): string => (flags.includes('d') ? lineFeed : lineEnds);

/** Between a carriage return and a line feed no line ends, unless line feeds alone end lines. */
const outsideOfLineEnd = (writer: PatternWriter): string =>
  endsOf(writer) === lineFeed ? '' : '(?<!\\x0d(?=\\x0a))';

/** The set that a dot stands for. */
export const dotOf = (writer: PatternWriter): string =>
  writer.flags.includes('s') ? everything : `[^${endsOf(writer)}]`;

/** `^`, `\A` or `\G`: where the last match ended, and the first one that is looked for begins at the beginning. */
export function writeBeginning(writer: PatternWriter, piece: string): void {
  if (piece !== '^' || !writer.flags.includes('m')) writer.begin();
  else writer.place(`(?:^|(?<=[${endsOf(writer)}]))${outsideOfLineEnd(writer)}(?=${everything})`);
}

/** `$`, `\Z` or `\z`; the first two also match before a line end that ends the text. */
export function writeEnd(writer: PatternWriter, piece: string): void {
  if (piece === '\\z') return writer.end('$', '\\z');
  const outside = outsideOfLineEnd(writer);
  const ends = endsOf(writer);
  if (piece === '$' && writer.flags.includes('m')) return writer.place(`${outside}(?:$|(?=[${ends}]))`);
  const last = ends === lineFeed ? `${lineFeed}?` : `(?:\\x0d\\x0a|[${lineEnds}])?`;
  writer.end(`${outside}(?=${last}$)`, writer.couldSplitLineEnd() ? undefined : `${last}\\z`);
}

const marked = '[\\p{L}\\p{Nd}]\\p{Mn}*';
/** A mark belongs to the letter before it, however many marks are between. */
const afterBound = `(?:[\\p{L}\\p{Nd}_]|(?<=${marked})\\p{Mn})`;
const unicodeWord = `[${escapeSet('w', 'U')}]`;

/** Where a word begins or ends, as Java 17 sees it. */
export function wordBound({ flags }: PatternWriter): string {
  const [before, after] = flags.includes('U') ? [unicodeWord, unicodeWord] : [`(?:_|${marked})`, afterBound];
  return `(?<=${before})(?!${after})|(?<!${before})(?=${after})`;
}
