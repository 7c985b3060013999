import { DateTime } from 'luxon';
import {
  isRelativeRange,
  printInterval,
  resolveRange,
  type Clock,
  type RangeProblem,
  type Stretch,
} from './timeRange.js';

/** A range as a notebook keeps it, and what it means now; or why what was typed is none. */
export type TypedRange =
  { readonly text: string; readonly stretch: Stretch } | { readonly problem: RangeProblem | 'distant' };

/** One side of a range as a notebook keeps it. */
export interface TypedSide {
  /** `now-6h` or a duration as it was typed, else a time with its offset. */
  readonly text: string;
  /** Milliseconds since 1970 UTC; undefined of a duration. */
  readonly time: number | undefined;
}

/** Characters of what is read at most: an address of a page with two times in it, and one side. */
const longestText = 2_000;
const longestSide = 60;

/**
 * Reads a range as people write it: a relative one as `resolveRange` knows it (`last 3 hours`, also `3 hours`), a date, which
 * is meant whole, a moment, from which on it is meant until now, or two sides with a slash, `to`, a dash or dots between
 * them, as in `26 Nov 08:00 to 10:00`. A side is also a time of today, `yesterday 08:00`, or seconds or milliseconds since
 * 1970; two of those or two full times need nothing between them, and an address may hold them as `from` and `to`. Times
 * without an offset are of the zone. A date at the end belongs to the range, but not behind a slash (ISO 8601).
 * @returns with a text that `resolveRange` reads: a relative range as it was typed, or two sides with offsets
 */
export function readTypedRange(typed: string, clock: Clock): TypedRange {
  const text = bare(typed);
  const range = relativeRange(text) ?? twoSides(text, clock) ?? oneSide(text, clock) ?? '';
  const result = resolveRange(range, clock);
  if ('problem' in result) return result;
  const { stretch } = result;
  const isNear = [range, printInterval(stretch)].every(sides => !/(?:^|\/)[+-]/.test(sides));
  return isNear ? { text: range, stretch } : { problem: 'distant' };
}

/** Reads one side of a range as people write it, in the ways of `readTypedRange`; undefined for what is none. */
export function readTypedSide(typed: string, clock: Clock): TypedSide | undefined {
  const side = readSide(bare(typed), { clock });
  const isOne =
    side && !('problem' in resolveRange(`${side.text}/${isDuration(side.text) ? 'now' : 'P1D'}`, clock));
  return isOne ? { text: side.text, time: side.moment?.toMillis() } : undefined;
}

/** Without the brackets and quotes of the query that it was copied from. */
const bare = (typed: string): string =>
  typed.length > longestText ? '' : typed.replaceAll(/["'[\]]/g, ' ').trim();

function relativeRange(text: string): string | undefined {
  const written = /^\d/.test(text) ? `last ${text}` : text;
  return !text.includes('/') && isRelativeRange(written) ? written : undefined;
}

const isoForm = String.raw`\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?`;
const pairForm = new RegExp(String.raw`^(${isoForm}|\d{13}|\d{10})[\s,;]*(${isoForm}|\d{13}|\d{10})$`);
const separatorForm =
  /\s*(?:\/|\.{2,3}|[–—]|(?<=\s)(?:-|to)(?=\s)|(?<=(?:^|\s)\d{1,2}:\d\d)-(?=\d{1,2}:\d\d$))\s*/gi;

function twoSides(text: string, clock: Clock): string | undefined {
  const address = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  const from = address.get('from');
  const to = address.get('to');
  if (from !== null && to !== null) return joinedSides({ left: from, right: to, clock, endOf: kept });
  const [, first, second] = pairForm.exec(text) ?? [];
  if (first && second) return joinedSides({ left: first, right: second, clock, endOf: kept });
  for (const { 0: separator, index } of text.matchAll(separatorForm)) {
    const left = text.slice(0, index);
    const right = text.slice(index + separator.length);
    const endOf = separator.trim() === '/' ? kept : wholeEnd;
    const range = joinedSides({ left, right, clock, endOf });
    if (range !== undefined) return range;
  }
  return undefined;
}

interface Sides {
  readonly left: string;
  readonly right: string;
  readonly clock: Clock;
  /** The end that a side means. */
  readonly endOf: (side: Side) => string;
}

function joinedSides({ left, right, clock, endOf }: Sides): string | undefined {
  const start = readSide(left.trim(), { clock });
  const end = start && readSide(right.trim(), { clock, start: start.moment });
  return end && `${start.text}/${endOf(end)}`;
}

function oneSide(text: string, clock: Clock): string | undefined {
  const side = readSide(text, { clock });
  return side && `${side.text}/${side.whole ? wholeEnd(side) : 'now'}`;
}

type WholeUnit = 'day' | 'week' | 'month' | 'year';

interface Side {
  readonly text: string;
  readonly moment?: DateTime | undefined;
  /** What a date without a time names. */
  readonly whole?: WholeUnit | undefined;
}

const kept = ({ text }: Side): string => text;

function wholeEnd({ text, moment, whole }: Side): string {
  if (!moment || !whole) return text;
  return /^\d/.test(text) ? printed(moment.plus({ [whole]: 1 }).startOf(whole)) : `${text}+1d`;
}

const printed = (moment: DateTime): string => moment.toISO({ suppressMilliseconds: true }) ?? '';

/** What a side is read with. */
interface SideContext {
  readonly clock: Clock;
  /** Of an end, what the range starts with. */
  readonly start?: DateTime | undefined;
}

const isDuration = (text: string): boolean => /^p/i.test(text);

function readSide(text: string, context: SideContext): Side | undefined {
  const { now, zone } = context.clock;
  if (text.length > longestSide) return undefined;
  if (isDuration(text)) return { text };
  const word = `${text}/P1D`;
  if (!text.includes('/') && isRelativeRange(word)) {
    const result = resolveRange(word, context.clock);
    if ('problem' in result) return undefined;
    const moment = DateTime.fromMillis(result.stretch.start, { zone });
    return { text, moment, whole: /^(?:today|yesterday)$/i.test(text) ? 'day' : undefined };
  }
  if (/^(?:\d{10}|\d{13})$/.test(text)) {
    const moment = DateTime.fromMillis(Number(text.padEnd(13, '0')), { zone });
    return { text: printed(moment), moment };
  }
  return readTime(text, { start: context.start, now: DateTime.fromMillis(now, { zone }) });
}

/** A date, a time on a clock with its offset, or both. */
const timeForm =
  /^(?<day>.*?)(?:(?:^|[\sT,]+)(?<clock>\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)(?:\s*(?<offset>z|utc|gmt|(?<=\d{4}.*)[+-](?:0\d|1[0-4])(?::?[0-5]\d)?))?)?$/i;

interface Days {
  readonly now: DateTime;
  readonly start: DateTime | undefined;
}

function readTime(text: string, days: Days): Side | undefined {
  const { day = '', clock, offset = '' } = timeForm.exec(text)?.groups ?? {};
  const date = readDate(day, days);
  if (date === undefined || (day === '' && clock === undefined)) return undefined;
  const shift = /^[a-z]/i.test(offset) ? 'Z' : offset;
  const iso = clock === undefined ? date : `${date}T${clock.replace(/^(?=\d:)/, '0')}${shift}`;
  const moment = DateTime.fromISO(iso, { zone: days.now.zone });
  if (!moment.isValid) return undefined;
  const isNextDay = day === '' && days.start !== undefined && moment < days.start;
  const found = isNextDay ? moment.plus({ days: 1 }) : moment;
  return { text: printed(found), moment: found, whole: clock === undefined ? wholeUnit(date) : undefined };
}

function wholeUnit(date: string): WholeUnit | undefined {
  if (/^\d{4}$/.test(date)) return 'year';
  if (/^\d{4}-\d\d$/.test(date)) return 'month';
  if (/^\d{4}-?W\d\d$/i.test(date)) return 'week';
  return /t/i.test(date) ? undefined : 'day';
}

/** A date as ISO 8601 has it; without a word for one that of the start, else today. */
function readDate(text: string, days: Days): string | undefined {
  const word = text.trim().toLowerCase();
  if (word === '') return (days.start ?? days.now).toISODate() ?? undefined;
  if (word === 'today') return days.now.toISODate() ?? undefined;
  if (word === 'yesterday') return days.now.minus({ days: 1 }).toISODate() ?? undefined;
  if (/^\d{4}$/.test(word)) return /^(?:19|20)/.test(word) ? word : undefined;
  return isoDateForm.test(word) ? text.trim() : namedDate(word, days);
}

/** Also one with a time in the short form, `20261126T0800Z`. */
const isoDateForm = /^\d{4}-?(?:[\d-]+|w\d\d(?:-?\d)?)(?:t\d{2,6}z?)?$/;

const namedForms = ['d MMM yyyy', 'd MMMM yyyy', 'MMM d yyyy', 'MMMM d yyyy'];

/** `26 Nov`, `November 26, 2026`; without a year the last such day, of an end the first within half a year from the start. */
function namedDate(text: string, { now, start }: Days): string | undefined {
  const words = text.replaceAll(/[\s,.]+/g, ' ').trim();
  const read = (written: string) =>
    namedForms
      .map(form => DateTime.fromFormat(written, form, { zone: 'utc', locale: 'en-US' }))
      .find(({ isValid }) => isValid)
      ?.toISODate() ?? undefined;
  const ofYear = (year: number) => read(`${words} ${year}`);
  const dated = read(words);
  if (dated !== undefined) return dated;
  const today = now.toISODate() ?? '';
  if (!start) return [now.year, now.year - 1].map(ofYear).find(date => date !== undefined && date <= today);
  const first = start.toISODate() ?? '';
  const last = start.plus({ months: 6 }).toISODate() ?? '';
  const isNear = (date: string | undefined) => date !== undefined && date >= first && date <= last;
  return [start.year, start.year + 1].map(ofYear).find(isNear) ?? ofYear(start.year);
}
