import { hostileTexts } from './hostileTexts.js';

/** Stands for an integer that JSON.stringify cannot write. */
const longInteger = '«long»';
const shortTexts = hostileTexts.filter(text => text.length < 200 && !text.includes('\uD800'));

/** What a hostile manager puts between the entries of every list. */
export const oddEntries: readonly unknown[] = [null, 'text', { name: 'No id', id: longInteger }];

/**
 * The answer of a manager as a hostile one gives it: every name and description holds words that mean harm, odd entries
 * stand in every list, and it claims to have more.
 */
export function hostileAnswer(body: string): string {
  let turn = 0;
  const harmful = (text: string) => `${text} ${shortTexts[turn++ % shortTexts.length]}`;
  const change = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) {
      const entries = value.map(entry => change(entry));
      return value.every(entry => typeof entry === 'object') ? [...oddEntries, ...entries] : entries;
    }
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]));
    return typeof value === 'string' && ['name', 'description'].includes(key) ? harmful(value) : value;
  };
  const changed = change(JSON.parse(body));
  const whole = Array.isArray(changed) ? changed : { ...(changed as object), meta: { total: 9999 } };
  return JSON.stringify(whole).replaceAll(`"${longInteger}"`, '9007199254740993');
}
