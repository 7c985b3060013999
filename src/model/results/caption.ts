import type { Stretch } from 'netsensor-contract/query/timeRange';
import { oneLine, shortened } from 'netsensor-contract/text/plainText';
import { localZone } from '../text/timeText.js';
import { intervalText } from '../text/zonedTime.js';
import type { ResultOutput } from './shownResult.js';

/** What a result says of itself wherever it goes: plain words, which whoever prints them makes harmless. */
export interface Caption {
  /** The name of its cell, or what its query asks. */
  readonly title: string;
  /** What is drawn of it, of which manager and of which time, in one line; may be empty. */
  readonly subtitle: string;
  /** What is not in it, a sentence each. */
  readonly notes: readonly string[];
}

/** What an output says about its query, its manager and what is not among its rows. */
export type CaptionedOutput = Pick<ResultOutput, 'name' | 'asks' | 'manager' | 'notes' | 'facts' | 'zone'>;

/** The same but for the name of the cell, which may become another one. */
export type SaidOfResult = Omit<CaptionedOutput, 'name'>;

/** How a result is looked at. */
export interface CaptionedView {
  /** `sent`, `UTC`, `local` or the name of a time zone; without it that of the notebook. */
  readonly zone?: string | undefined;
  /** What is drawn of the result, where it is drawn: `bytes by host`. */
  readonly drawn?: string;
}

/** What a query asks may be a filter with a hundred parts. */
const longestQuestion = 200;

/** What is said of a result, from what its output holds. What its title says already is not said again. */
export function resultCaption(output: CaptionedOutput, { zone, drawn = '' }: CaptionedView = {}): Caption {
  const { name, manager = '', notes = [], facts } = output;
  const asks = shortened(output.asks ?? '', longestQuestion);
  const title = oneLine(name ?? (asks || drawn));
  const shown = name === undefined ? [drawn] : [asks, drawn];
  const said = shown.filter((words, at) => !saysAll([title, ...shown.slice(0, at)].join(' '), words));
  const subtitle = [...said, manager, rangeText(facts.stretches ?? [], zone ?? output.zone ?? 'sent')].map(
    oneLine,
  );
  return { title, subtitle: subtitle.filter(Boolean).join(' · '), notes: notes.map(oneLine) };
}

const saysAll = (text: string, words: string): boolean => {
  const known = new Set(wordsOf(text));
  return wordsOf(words).every(word => known.has(word));
};

const wordsOf = (text: string): string[] => text.split(/[\s,·]+/).filter(Boolean);

/** So many intervals of one query are named. */
const mostNamed = 2;

/** The time that a query looks at, in a time zone and with its name; intervals beyond the second are counted. */
function rangeText(stretches: readonly Stretch[], zone: string): string {
  const named = zone === 'sent' ? 'UTC' : zone === 'local' ? localZone() : zone;
  const texts = stretches
    .slice(0, mostNamed)
    .map(({ start, end }) => intervalText([start, end].map(isoTime).join('/'), named));
  const others = stretches.length - texts.length;
  return [...texts, ...(others > 0 ? [`+${others}`] : [])].join(', ');
}

const isoTime = (time: number): string => new Date(time).toISOString();
