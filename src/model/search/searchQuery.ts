import { readMac } from 'netsensor-contract/sensors/macAddress';
import { folded } from 'netsensor-contract/text/folded';

/** A word of a search, folded, in the forms in which it may occur: of a MAC address, also without its separators. */
export type Word = readonly string[];

/** What must stand in a field: `vlan:12`. */
export interface SearchTerm {
  /** Folded: a field of the contract or the middle of its name (`vlan` of `vlan_id`), or a term of the field such as `site`. */
  readonly key: string;
  readonly value: Word;
  /** What a name may hold instead: `#12`, which is mostly an id. */
  readonly inName?: string;
}

/** What somebody searches for; all of it must hold. */
export interface SearchQuery {
  readonly words: readonly Word[];
  readonly terms: readonly SearchTerm[];
}

/** `key:value`, `key:"two words"`, `"two words"` or a word. */
const part = /(?:(\p{L}[\w.-]*):)?(?:"([^"]*)"?|(\S+))/gu;

/**
 * Reads what was typed. A colon after anything but a key belongs to the word, as in an address; a key whose value is not
 * typed yet asks for nothing.
 * @param isKey of a folded word, whether it names a field or a term of the field
 */
export function readQuery(typed: string, isKey: (word: string) => boolean): SearchQuery {
  if (readMac(typed) !== undefined) return { words: [formsOf(typed)], terms: [] };
  const words: Word[] = [];
  const terms: SearchTerm[] = [];
  for (const [whole, name, phrase, word = ''] of typed.matchAll(part)) {
    const key = folded(name ?? '');
    const value = phrase?.trim().replaceAll(/\s+/g, ' ') ?? word;
    if (name !== undefined && isKey(key)) terms.push({ key, value: formsOf(value) });
    else if (/^#\d+$/.test(whole)) terms.push({ key: 'id', value: [whole.slice(1)], inName: whole });
    else if (!isKey(folded(whole.replace(/:$/, ''))) || !whole.endsWith(':'))
      words.push(formsOf(name === undefined ? value : whole.replaceAll('"', '')));
  }
  return { words: words.filter(([word]) => word), terms: terms.filter(({ value: [text] }) => text) };
}

/** Whether there is nothing to look for. */
export const asksNothing = ({ words, terms }: SearchQuery): boolean => words.length + terms.length === 0;

/** Whether a key means a field: by its name, or by what it is about (`vlan` `vlan_id`, `status` `wireless_status_id`). */
export function meansField(key: string, field: string): boolean {
  const about = field.replace(/(?:_ids?|_address)$/, '');
  return field === key || about === key || about.endsWith(`_${key}`);
}

/** The keys that mean a field. */
export const keysOf = (field: string): string[] => {
  const about = field.replace(/(?:_ids?|_address)$/, '');
  const ends = about.split('_').map((_, at, words) => words.slice(at).join('_'));
  return [field, ...ends];
};

/** Whether a value is what a term asks for: a number is the same one, a text holds it. */
export function holdsValue(term: SearchTerm, value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return term.value.includes(String(value));
  if (Array.isArray(value)) return value.some(each => holdsValue(term, each));
  return typeof value === 'string' && holdsWord(term.value, searchForms(value).join('\n'));
}

/** Whether a name holds what a term takes for its value too. */
export const isInName = ({ inName }: SearchTerm, name: string): boolean =>
  inName !== undefined && name.includes(inName);

export const holdsWord = (word: Word, text: string): boolean => word.some(form => text.includes(form));

/** What a value is searched by: folded, and a MAC address in one notation and without separators too. */
export function searchForms(value: string): string[] {
  const plain = folded(value.slice(0, longestSearched));
  const mayBeMac = value.length <= longestMac && value.length >= shortestMac && !/[g-wyz]/.test(plain);
  const mac = mayBeMac ? readMac(value) : undefined;
  return mac === undefined ? [plain] : [plain, mac, digitsOf(mac)];
}

/** What is left of a search to find in the fields of a thing beside its name. */
export function besideName({ words, terms }: SearchQuery, name: string): SearchQuery {
  const text = searchForms(name).join('\n');
  return { words: words.filter(word => !holdsWord(word, text)), terms };
}

/** Whether a word or a term of a search is what a field holds, or one of the names that its value stands for. */
export const isFoundIn = (
  { words, terms }: SearchQuery,
  field: string,
  values: readonly unknown[],
): boolean =>
  words.some(value => holdsValue({ key: '', value }, values)) ||
  terms.some(term => meansField(term.key, field) && holdsValue(term, values));

/** A field that holds what was searched for. */
export interface FoundField {
  readonly field: string;
  readonly value: string;
}

const longestSearched = 1000;
/** `0:1:2:3:4:5`. */
const shortestMac = 11;
/** With what came along when it was copied. */
const longestMac = 24;

function formsOf(text: string): Word {
  const word = folded(text);
  const mac = readMac(text);
  if (mac !== undefined) return [mac, digitsOf(mac)];
  return macPart.test(word) ? [word, digitsOf(word)] : [word];
}

const macPart =
  /^(?:[\da-f]{2}[:-])+[\da-f]{0,2}$|^(?:[\da-f]{4}[.:-])+[\da-f]{0,4}$|^[\da-f]{6}[:-][\da-f]{0,6}$/;

const digitsOf = (mac: string): string => mac.replace(/[^\da-f]/g, '');
