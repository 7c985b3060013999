import * as l10n from '@vscode/l10n';
import { printInterval, usualRanges, type Clock, type Stretch } from 'netsensor-contract/query/timeRange';
import { readTypedRange, readTypedSide, type TypedSide } from 'netsensor-contract/query/typedRange';
import { intervalText, zonedTime } from '../../model/text/zonedTime.js';
import type { QuickPickItem } from '../../ui/doors.js';
import { inert, joined, quoted, shown, type Inert } from '../../words/inert.js';
import { describeRangeProblem, shortRange } from './rangeWords.js';

/** A row of a list of ranges or times; one without an answer only says something. */
export interface TimeRow extends QuickPickItem {
  /** As the notebook keeps it; without a text it is the range of the notebook. */
  readonly answer?: { readonly text: string | undefined };
}

/** What stands in an empty box for a range. */
export const rangePlaceholder = (zone: string): Inert =>
  l10n.t('Type a range, such as last 3 hours or 26 Nov 08:00 to 10:00 ({0})', quoted(zone));

/** The row for what was typed as a range: which moments it means, or why it means none. */
export function typedRangeRows(typed: string, clock: Clock): TimeRow[] {
  const range = readTypedRange(typed, clock);
  return 'problem' in range
    ? [typedRow(typed, describeRangeProblem(range.problem))]
    : [{ ...typedRow(typed, stretchWords(range.stretch, clock)), answer: { text: range.text } }];
}

/** The rows for what was typed as a time, which may be a moment and a range. */
export function typedTimeRows(typed: string, clock: Clock): TimeRow[] {
  const side = readTypedSide(typed, clock);
  const [range] = typedRangeRows(typed, clock).filter(({ answer }) => answer);
  const rows = side && range?.answer?.text !== side.text ? [sideRow(typed, side, clock)] : [];
  if (range) return [...rows, range];
  const refusal = l10n.t('Not a time. Write 2026-11-19 08:00, now-6h, yesterday or last 3 hours.');
  return rows.length > 0 ? rows : [typedRow(typed, refusal)];
}

const sideRow = (typed: string, { text, time }: TypedSide, clock: Clock): TimeRow => ({
  ...typedRow(typed, time === undefined ? l10n.t('as typed') : momentWords(time, clock)),
  answer: { text },
});

const typedRow = (typed: string, description: Inert): TimeRow => ({
  label: inert(typed),
  description,
  alwaysShow: true,
});

const stretchWords = (stretch: Stretch, { zone }: Clock): Inert =>
  joined([inert(intervalText(printInterval(stretch), zone)), ...offsets([stretch.start, stretch.end], zone)]);

const momentWords = (time: number, { zone }: Clock): Inert =>
  joined([shown`${inert(clockText(time, zone))} (${quoted(zone)})`, ...offsets([time], zone)]);

function clockText(time: number, zone: string): string {
  const { year, month, day, hour, minute, second } = zonedTime(time, zone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Milliseconds by which clocks are set back: an hour, on Lord Howe Island half of it. */
const setBack = [3_600_000, 1_800_000];

/** The offsets of times of which one is there twice on the clock, because it is set back then. */
function offsets(times: readonly number[], zone: string): Inert[] {
  const isTwice = (time: number) =>
    setBack.some(by =>
      [time - by, time + by].some(other => clockText(other, zone) === clockText(time, zone)),
    );
  if (!times.some(isTwice)) return [];
  return [inert(times.map(time => zonedTime(time, zone).offset).join(' – '))];
}

/** What a list of ranges offers to those who type nothing. */
export interface OfferedRanges {
  readonly current: string;
  /** Those of before, the last one first. */
  readonly recent: readonly string[];
  readonly zone: string;
}

/** A row for each range, those of before first, and each once. */
export function offeredRows({ current, recent, zone }: OfferedRanges): TimeRow[] {
  const isListed = current === '' || usualRanges.some(usual => usual === current);
  const texts = new Set([...recent, ...(isListed ? [] : [current]), ...usualRanges]);
  return [...texts].map(text => ({
    label: shortRange(text, zone),
    description: text === current ? l10n.t('current') : undefined,
    answer: { text },
  }));
}
