import properties from './characterProperties.json';
import { complement, property, ranges, union, type CaseRule, type CharacterSet } from './patternNode.js';

/** How a name is looked up. */
export interface PropertyRule {
  readonly caseRule: CaseRule;
  /** Whether the ASCII classes stand for those of Unicode: the flag U. */
  readonly unicodeClasses: boolean | undefined;
}

const graph = union(...['\\p{White_Space}', '\\p{Cc}', '\\p{Cs}', '\\p{Cn}'].map(property));
const blank = union(property('\\p{Zs}'), ranges('\t\t'));
const word = union(...['\\p{Alphabetic}', '\\p{M}', '\\p{Nd}', '\\p{Pc}', '\\p{Join_Control}'].map(property));

/** Classes of ASCII, and what they stand for with the flag U (java.util.regex.Pattern, POSIX character classes). */
const asciiClasses: Readonly<Record<string, readonly [ascii: CharacterSet, unicode: CharacterSet]>> = {
  Lower: [ranges('az'), property('\\p{Lowercase}')],
  Upper: [ranges('AZ'), property('\\p{Uppercase}')],
  ASCII: [ranges('\0\x7f'), ranges('\0\x7f')],
  Alpha: [ranges('AZaz'), property('\\p{Alphabetic}')],
  Digit: [ranges('09'), property('\\p{Nd}')],
  Alnum: [ranges('09AZaz'), union(property('\\p{Alphabetic}'), property('\\p{Nd}'))],
  Punct: [ranges('!/:@[`{~'), property('\\p{P}')],
  Graph: [ranges('!~'), complement(graph)],
  Print: [
    ranges(' ~'),
    { kind: 'intersection', sets: [union(complement(graph), blank), complement(property('\\p{Cc}'))] },
  ],
  Blank: [ranges('  \t\t'), blank],
  Cntrl: [ranges('\0\x1f\x7f\x7f'), property('\\p{Cc}')],
  XDigit: [ranges('09AFaf'), union(property('\\p{Nd}'), property('\\p{Hex_Digit}'))],
  Space: [ranges('  \t\r'), property('\\p{White_Space}')],
};

/** Letters that follow a backslash: digits, blanks and word characters, and what they stand for with the flag U. */
export const escapeClasses: Readonly<Record<string, readonly [ascii: CharacterSet, unicode: CharacterSet]>> =
  {
    d: [ranges('09'), property('\\p{Nd}')],
    s: [ranges('  \t\r'), property('\\p{White_Space}')],
    w: [ranges('09AZ__az'), word],
    h: both(ranges('\t\t  \xa0\xa0\u1680\u1680\u180e\u180e\u2000\u200a\u202f\u202f\u205f\u205f\u3000\u3000')),
    v: both(ranges('\n\r\x85\x85\u2028\u2029')),
  };

/** Sets by name, each of the characters that have one of some properties. */
function unionsOf(
  table: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, CharacterSet>> {
  const entries = Object.entries(table);
  return Object.fromEntries(entries.map(([name, escapes]) => [name, union(...escapes.map(property))]));
}

/** Names after `java`: methods of java.lang.Character without their `is`. */
const javaMethods: Readonly<Record<string, CharacterSet>> = {
  ...unionsOf(properties.javaMethods),
  Whitespace: union(ranges('\t\r\x1c\x1f'), {
    kind: 'intersection',
    sets: [property('\\p{Z}'), complement(ranges('\xa0\xa0\u2007\u2007\u202f\u202f'))],
  }),
  ISOControl: ranges('\0\x1f\x7f\x9f'),
};

/** Properties of Unicode that Java knows after `Is`, without case and underscores. */
const binaryProperties = unionsOf(properties.binaryProperties);

const categories = /^(?:C[cfosn]?|L[ulmtoC]?|M[nec]?|N[dlo]?|Z[slp]?|P[dsecoif]?|S[mcko]?|LD)$/;
const anyCase = union(property('\\p{Lu}'), property('\\p{Ll}'), property('\\p{Lt}'));
const anyCaseOfUnicode = union(property('\\p{Lowercase}'), property('\\p{Uppercase}'), property('\\p{Lt}'));

/**
 * The characters of `\p{name}` (java.util.regex.Pattern); undefined for a name that is not known here, such as that of
 * a Unicode block.
 */
export function characterProperty(name: string, rule: PropertyRule): CharacterSet | undefined {
  const [key = '', value] = name.split(/=(.*)/s);
  if (value !== undefined) {
    if (/^(?:gc|general_category)$/i.test(key)) return category(value, rule);
    return /^(?:sc|script)$/i.test(key) ? script(value) : undefined;
  }
  if (name.startsWith('java')) return ofMethod(name.slice('java'.length), rule);
  if (name.startsWith('Is')) {
    const rest = name.slice('Is'.length);
    return binary(rest, rule) ?? category(rest, rule) ?? script(rest);
  }
  return asciiClass(name, rule) ?? category(name, rule) ?? special(name);
}

function asciiClass(name: string, { caseRule, unicodeClasses }: PropertyRule): CharacterSet | undefined {
  const sets = own(asciiClasses, name);
  if (!sets) return undefined;
  const caseless = caseRule !== 'exact' && (name === 'Lower' || name === 'Upper');
  if (caseless) return unicodeClasses ? anyCaseOfUnicode : ranges('AZaz');
  return sets[unicodeClasses ? 1 : 0];
}

function category(name: string, { caseRule }: PropertyRule): CharacterSet | undefined {
  if (!categories.test(name)) return undefined;
  if (name === 'LD') return union(property('\\p{L}'), property('\\p{Nd}'));
  if (caseRule !== 'exact' && /^L[ult]$/.test(name)) return anyCase;
  return property(`\\p{${name}}`);
}

function ofMethod(name: string, { caseRule }: PropertyRule): CharacterSet | undefined {
  if (caseRule !== 'exact' && /^(?:Lower|Upper|Title)Case$/.test(name)) return anyCaseOfUnicode;
  return own(javaMethods, name);
}

function binary(name: string, { caseRule }: PropertyRule): CharacterSet | undefined {
  const plain = name.toLowerCase().replaceAll('_', '');
  if (caseRule !== 'exact' && /^(?:lower|upper|title)case$/.test(plain)) return anyCaseOfUnicode;
  return own(binaryProperties, plain);
}

const special = (name: string): CharacterSet | undefined =>
  name === 'L1' ? ranges('\0\xff') : name === 'all' ? ranges('\0\u{10ffff}') : undefined;

/** Names of scripts come in any case; JavaScript wants each word to begin with a capital letter. */
function script(name: string): CharacterSet | undefined {
  if (!/^[A-Za-z_]{2,40}$/.test(name)) return undefined;
  const proper = name.toLowerCase().replace(/(?:^|_)[a-z]/g, letters => letters.toUpperCase());
  try {
    new RegExp(`\\p{sc=${proper}}`, 'v');
    return property(`\\p{sc=${proper}}`);
  } catch {
    return undefined;
  }
}

function both(set: CharacterSet): readonly [CharacterSet, CharacterSet] {
  return [set, set];
}

/** What a table holds under a name. */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
