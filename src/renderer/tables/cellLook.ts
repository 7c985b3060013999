import type { ResultValue } from '../../model/query/queryResult.js';
import type { TableColumn } from '../../model/tables/tableColumns.js';
import { element } from '../element.js';
import { tableStrings } from './tableStrings.js';

/** What the records of a type are called that cells refer to, by their ids, or `nodes` by their uuids; undefined while nobody knows. */
export type NamesOf = (type: string) => ReadonlyMap<unknown, string> | undefined;

/** What a cell is sorted and filtered by, and what people read in it; `null` without a value. */
export function cellWords(value: unknown, { editor }: TableColumn, namesOf: NamesOf): ResultValue {
  if (value === null || value === undefined) return null;
  const nameOf = (id: unknown) => {
    if (typeof id !== 'number') return plainText(id);
    const name = 'to' in editor ? namesOf(editor.to)?.get(id) : undefined;
    return name === undefined ? `#${plainText(id)}` : `${name} #${plainText(id)}`;
  };
  if (editor.kind === 'reference') return nameOf(value);
  if (editor.kind === 'references')
    return Array.isArray(value) ? value.map(nameOf).join(', ') : plainText(value);
  if (editor.kind === 'node') {
    const name = namesOf('nodes')?.get(value);
    return name === undefined ? plainText(value) : `${name} #${plainText(value)}`;
  }
  if (editor.kind === 'secret') return '••••••';
  const word = editor.kind === 'choice' && typeof value === 'number' ? editor.likely[value - 1] : undefined;
  if (word !== undefined) return `${plainText(value)} ${word}?`;
  return typeof value === 'number' ? value : plainText(value);
}

/** A value as text: texts as they are, lists of them parted by semicolons, everything else as JSON. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(each => typeof each !== 'object'))
    return value.map(plainText).join(';');
  return JSON.stringify(value);
}

/** Six hex digits as a colour of CSS; undefined for anything else. */
export const colourOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#?[0-9a-f]{6}$/i.test(value) ? `#${value.slice(-6)}` : undefined;

/** A square of a colour. */
export function swatch(colour: string): HTMLElement {
  const drawn = element('span', { className: 'colour', attributes: { 'aria-hidden': 'true' } });
  drawn.style.background = colour;
  return drawn;
}

/** Draws a value in its cell, in which nothing is yet. @param words what {@link cellWords} makes of it */
export function drawCell(
  cell: HTMLElement,
  value: unknown,
  words: ResultValue,
  { editor }: TableColumn,
): void {
  const text = words === null ? '' : String(words);
  cell.title = words === null ? tableStrings.noValue : text;
  if (words === null && editor.kind === 'reference') {
    cell.textContent = tableStrings.none;
    cell.classList.add('null');
    return;
  }
  const colour = editor.kind === 'colour' ? colourOf(value) : undefined;
  if (colour !== undefined) return cell.replaceChildren(swatch(colour), text);
  const told = editor.kind === 'time' ? agoText(value) : undefined;
  if (told !== undefined) return cell.replaceChildren(told);
  const [, name, number] = isNamed(editor) ? (/^(.+) (#\S+)$/s.exec(text) ?? []) : [];
  if (name !== undefined && number !== undefined)
    cell.replaceChildren(name, element('span', { className: 'id', text: ` ${number}` }));
  else cell.textContent = text;
}

/** Draws how many records refer to one. @param unread what may refer to it and is not read; undefined while nobody knows */
export function drawUses(cell: HTMLElement, count: ResultValue, unread?: readonly string[]): void {
  cell.title = unread ? tableStrings.notRead(unread.join(', ')) : '';
  const isAll = unread?.length === 0;
  if (isAll) cell.title = '';
  // Nobody is to read a 0 that is none.
  cell.textContent = count === null ? '' : isAll ? String(count) : Number(count) > 0 ? `≥ ${count}` : '?';
}

/** What cells of a kind are known by besides what {@link cellWords} makes of them. */
export function otherText(editor: TableColumn['editor']): ((words: ResultValue) => string) | undefined {
  const { kind } = editor;
  if (isNamed(editor))
    return words => (words === null ? tableStrings.none : String(words).replace(/ #\S+$/s, ''));
  if (kind === 'choice') return words => String(words ?? '').replace(/^(\S+) .*$/s, '$1');
  return kind === 'time' ? words => agoText(words) ?? '' : undefined;
}

/** Whether a name is read in place of what stands in a cell. */
const isNamed = ({ kind }: TableColumn['editor']): boolean => kind === 'reference' || kind === 'node';

/** The units that times are told in, in seconds. */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long ago a time was, `3 days ago`; undefined for what is no time. */
export function agoText(time: unknown): string | undefined {
  const seconds = typeof time === 'string' ? (Date.parse(time) - Date.now()) / 1000 : Number.NaN;
  if (Number.isNaN(seconds)) return undefined;
  const [unit, length] = units.find(each => Math.abs(seconds) >= each[1]) ?? units.at(-1)!;
  const words = (ago ??= new Intl.RelativeTimeFormat(document.documentElement.lang || undefined));
  return words.format(Math.trunc(seconds / length), unit);
}

let ago: Intl.RelativeTimeFormat | undefined;
