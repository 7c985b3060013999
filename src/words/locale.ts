import * as l10n from '@vscode/l10n';
import { inert, type Inert } from './inert.js';

/** The language of numbers and times, `en-GB`; that of the machine until `useLanguage` has said one. */
export const locale: {
  language: string | undefined;
  /** Sentences of that language by the English text; none where there are none. */
  translations: Readonly<Record<string, string>>;
} = { language: undefined, translations: {} };

/**
 * Says in which language sentences, numbers and times are.
 * @param translations by the English text; none where there are none
 */
export function useLanguage(language: string, translations: Readonly<Record<string, string>> = {}): void {
  locale.language = language;
  locale.translations = translations;
  l10n.config({ contents: translations });
}

/** The time of a moment, and what a style adds to it. */
export const timeWords = (moment: Date | number, style: Intl.DateTimeFormatOptions = {}): Inert =>
  inert(new Intl.DateTimeFormat(locale.language, { timeStyle: 'short', ...style }).format(moment));

/** A moment of today as its time, any other with its date. */
export function momentWords(milliseconds: number): Inert {
  const moment = new Date(milliseconds);
  const isToday = moment.toDateString() === new Date().toDateString();
  return timeWords(moment, isToday ? {} : { dateStyle: 'medium' });
}

/** A wait in whole seconds, minutes or hours, never less than it is: `45 seconds`, `2 minutes`. */
export function durationWords(seconds: number): Inert {
  const [unit, length] =
    seconds <= 90
      ? (['second', 1] as const)
      : seconds <= 5400
        ? (['minute', 60] as const)
        : seconds <= 172_800
          ? (['hour', 3600] as const)
          : (['day', 86_400] as const);
  return unitWords(Math.ceil(seconds / length), unit);
}

/** So many of a unit of time: `5 minutes`. */
export const unitWords = (count: number, unit: string): Inert =>
  inert(new Intl.NumberFormat(locale.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count));

/** The day of a moment in ISO 8601. */
export const dayOf = (moment: string): Inert => inert(moment.slice(0, 10));

/** A number with its thousands set apart. */
export const grouped = (count: number): Inert => inert(count.toLocaleString(locale.language));

/** `25 rows`, or `First 10,000 of 48,210 rows` when not all are there. */
export function rowCountText(shown: number, total: number): Inert {
  if (shown < total) return l10n.t('First {0} of {1} rows', grouped(shown), grouped(total));
  return total === 1 ? l10n.t('1 row') : l10n.t('{0} rows', grouped(total));
}

/** `812 bytes`, `48.2 kB`, `3.1 GB`. */
export function byteCount(bytes: number): Inert {
  if (bytes === 1) return l10n.t('1 byte');
  if (bytes < 1000) return l10n.t('{0} bytes', bytes);
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = (bytes / 1000 ** power).toLocaleString(locale.language, { maximumFractionDigits: 1 });
  return inert(`${value} ${units[power - 1]}`);
}
