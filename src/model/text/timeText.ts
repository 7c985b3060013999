import { zonedTime } from './zonedTime.js';

/**
 * A time of a result in a time zone, with the offset from UTC; as it was sent when that is asked for, or when it is no time.
 * @param zone `sent`, `UTC`, `local` or the name of a time zone
 */
export function timeText(sent: string, zone: string): string {
  if (zone === 'sent') return sent;
  const time = parseTime(sent);
  return Number.isNaN(time) ? sent : formatTime(time, zone);
}

/** Milliseconds as `2026-11-20 09:00:00 +01:00`; fractions of a second only where there are any. */
export function formatTime(time: number, zone: string): string {
  const { year, month, day, hour, minute, second, offset } = zonedTime(time, zoneName(zone));
  const fraction = time % 1000 === 0 ? '' : `.${String(((time % 1000) + 1000) % 1000).padStart(3, '0')}`;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}${fraction} ${offset}`;
}

/** The zone name that `Intl` takes; undefined for the zone of this computer. */
export const zoneName = (zone: string): string | undefined =>
  zone === 'local' ? undefined : zone === 'sent' ? 'UTC' : zone;

/** The name of the zone of this computer. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const zero = 48;
const letterZ = 90;

/**
 * Reads ISO 8601 times, several times faster in long columns of what managers send, such as
 * `2026-11-20T09:00:00.000Z`: only a new day needs the calendar.
 */
export function timeReader(): (sent: string) => number {
  let day: string | undefined;
  let midnight = Number.NaN;
  return sent => {
    if (sent.length !== 24) return parseTime(sent);
    if (day === undefined || !sent.startsWith(day)) {
      day = sent.slice(0, 11);
      midnight = Date.parse(`${day}00:00Z`);
    }
    const hour = pair(sent, 11);
    const minute = pair(sent, 14);
    const second = pair(sent, 17);
    const fraction = pair(sent, 20) * 10 + sent.charCodeAt(22) - zero;
    const isUsual =
      hour < 24 && minute < 60 && second < 60 && fraction < 1000 && sent.charCodeAt(23) === letterZ;
    return isUsual ? midnight + ((hour * 60 + minute) * 60 + second) * 1000 + fraction : parseTime(sent);
  };
}

/** Milliseconds since 1970 UTC of an ISO 8601 time; NaN for anything else, of which browsers make dates too. */
const parseTime = (sent: string): number =>
  /^[+-]?\d{4,6}-\d\d(-\d\d([T ]\d\d:\d\d.*)?)?$/.test(sent) ? Date.parse(sent) : Number.NaN;

const pair = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
