/** A pattern that Java refuses, or that means something which cannot be expressed here; says where and why. */
export class PatternProblem extends Error {}

/** The flags of a place in a pattern. */
export interface Flags {
  /** i */
  readonly ignoreCase?: boolean;
  /** d: only `\n` ends a line. */
  readonly unixLines?: boolean;
  /** m */
  readonly multiline?: boolean;
  /** s: a dot matches line ends too. */
  readonly dotAll?: boolean;
  /** u: case is that of Unicode. */
  readonly unicodeCase?: boolean;
  /** x: blanks and comments are skipped. */
  readonly comments?: boolean;
  /** U: classes are those of Unicode. */
  readonly unicodeClasses?: boolean;
}

/** A pattern and the place that is read next. With the flag x, blanks and comments are passed over. */
export class PatternText {
  flags: Flags = {};
  private readonly characters: readonly string[];
  private at = 0;

  constructor(pattern: string) {
    this.characters = unquoted([...pattern]);
  }

  /** The next character; an empty text at the end. */
  peek(): string {
    if (this.flags.comments) this.skipComments();
    return this.characters[this.at] ?? '';
  }

  /** The character so many places after the next one, blanks included. */
  ahead(distance: number): string {
    return this.characters[this.at + distance] ?? '';
  }

  take(): string {
    const character = this.peek();
    this.at += 1;
    return character;
  }

  /** Goes back by one character. */
  unread(): void {
    this.at -= 1;
  }

  /** Takes the character that stands there, be it a blank. */
  takeRaw(): string {
    const character = this.ahead(0);
    this.at += 1;
    return character;
  }

  /** Passes over a text if it comes next. */
  takeIf(text: string): boolean {
    this.peek();
    const found = [...text].every((character, index) => this.ahead(index) === character);
    if (found) this.at += text.length;
    return found;
  }

  /** As many characters of a kind as there are, up to a number; blanks are not passed over. */
  takeWhile(kind: RegExp, most = Infinity): string {
    let text = '';
    while (text.length < most && kind.test(this.ahead(0))) text += this.takeRaw();
    return text;
  }

  problem(reason: string): PatternProblem {
    return new PatternProblem(`${reason} at position ${Math.min(this.at, this.characters.length) + 1}`);
  }

  private skipComments(): void {
    for (;;) {
      const character = this.ahead(0);
      if (character === '#') while (this.ahead(0) !== '' && !this.endsComment(this.ahead(0))) this.at += 1;
      else if (/[ \t\n\v\f\r]/.test(character)) this.at += 1;
      else return;
    }
  }

  private endsComment(character: string): boolean {
    return character === '\n' || (!this.flags.unixLines && /[\r\x85\u2028\u2029]/.test(character));
  }
}

/** The same pattern without `\Q` and `\E`: what they quote is escaped one by one. */
function unquoted(characters: readonly string[]): string[] {
  const result: string[] = [];
  let quoting = false;
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const next = characters[at + 1];
    if (quoting && character === '\\' && next === 'E') {
      quoting = false;
      at += 1;
    } else if (quoting) {
      result.push(...(/[A-Za-z]/.test(character) ? [character] : escaped(character)));
    } else if (character === '\\' && next === 'Q') {
      quoting = true;
      at += 1;
    } else if (character === '\\' && next !== undefined) {
      result.push(character, next);
      at += 1;
    } else result.push(character);
  }
  return result;
}

/** Digits are written as numbers, because an escape before them could take them in. */
const escaped = (character: string): string[] =>
  /[0-9]/.test(character) ? ['\\', 'x', '3', character] : ['\\', character];
