import { DateTime } from 'luxon';
import { inert, inertUpTo, shown, type Inert } from './inert.js';
import { locale, unitWords } from './locale.js';

const longestTime = 100;

/** How long ago a time was, `3 weeks ago`; undefined for a text that is no time. */
export function agoWords(time: string): Inert | undefined {
  const relative = DateTime.fromISO(time).toRelative(locale.language ? { locale: locale.language } : {});
  return relative === null ? undefined : inert(relative);
}

/** A span of so many seconds in whole days, hours or minutes, never more than it is: `12 days`. */
export function spanWords(seconds: number): string {
  const [unit, length] =
    seconds >= 2 * 86_400
      ? (['day', 86_400] as const)
      : seconds >= 2 * 3600
        ? (['hour', 3600] as const)
        : (['minute', 60] as const);
  return unitWords(Math.floor(seconds / length), unit);
}

/** A time in words before the exact one, `3 weeks ago (2026-11-01T09:30:00Z)`; a text that is no time as it came. */
export function timeWords(time: string): Inert {
  const relative = agoWords(time);
  const exact = inertUpTo(longestTime, time);
  return relative ? shown`${relative} (${exact})` : exact;
}
