/** A time on the clock of a time zone: four digits of the year, else two; the offset from UTC is `Z` or `+01:00`. */
export type ZonedTime = Readonly<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'offset', string>
>;

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/**
 * A time on the clock of a time zone; of UTC when the zone is not known here, as that of a file that was written elsewhere.
 * @param zone undefined for that of the computer
 */
export function zonedTime(time: number | Date, zone: string | undefined): ZonedTime {
  const format = formats.get(zone) ?? makeFormat(zone);
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const offset = (parts['timeZoneName'] ?? '').replace(/^(GMT|UTC)(\+00:00)?/, '') || 'Z';
  return { ...parts, offset } as ZonedTime;
}

function makeFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const two = '2-digit';
  const date = { year: 'numeric', month: two, day: two } as const;
  const clock = {
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...date, ...clock, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...date, ...clock, timeZone: 'UTC' });
  }
}

/**
 * An interval as people read it, in a time zone: `2026-11-20 08:00 – 09:00 (Europe/Madrid)`; the interval itself when it
 * cannot be read.
 * @param interval two ISO 8601 times with a slash between them
 */
export function intervalText(interval: string, timeZone: string): string {
  const ends = readInterval(interval, timeZone);
  if (!ends) return interval;
  const { from, to, isWhole } = ends;
  const last = date(from) === date(to) ? clock(to, isWhole) : `${date(to)} ${clock(to, isWhole)}`;
  return `${date(from)} ${clock(from, isWhole)} – ${last} (${timeZone})`;
}

/**
 * The same where there is little room: `11-20 08:00 – 09:00`, and `11-20 – 11-27` for whole days. The year is there when
 * it is not that of `now`, seconds are there in less than an hour.
 */
export function shortIntervalText(interval: string, timeZone: string, now = new Date()): string {
  const ends = readInterval(interval, timeZone);
  if (!ends) return interval;
  const { from, to } = ends;
  const isWhole = ends.isWhole || ends.length >= 3_600_000;
  const { year } = zonedTime(now, timeZone);
  const isThisYear = from.year === year && to.year === year;
  const day = (parts: ZonedTime) => (isThisYear ? date(parts).slice(5) : date(parts));
  if (date(from) === date(to)) return `${day(from)} ${clock(from, isWhole)} – ${clock(to, isWhole)}`;
  const isDays = [from, to].every(parts => clock(parts, false) === '00:00:00');
  const shown = (parts: ZonedTime) => (isDays ? day(parts) : `${day(parts)} ${clock(parts, isWhole)}`);
  return `${shown(from)} – ${shown(to)}`;
}

/** A moment where there is little room: `08:00` today, `11-20 08:00` this year, else with its year. */
export function shortMoment(time: number, timeZone: string, now = new Date()): string {
  const then = zonedTime(time, timeZone);
  const today = zonedTime(now, timeZone);
  if (date(then) === date(today)) return clock(then, true);
  return `${then.year === today.year ? date(then).slice(5) : date(then)} ${clock(then, true)}`;
}

const clock = ({ hour, minute, second }: ZonedTime, isWhole: boolean) =>
  `${hour}:${minute}${isWhole ? '' : `:${second}`}`;
const date = ({ year, month, day }: ZonedTime) => `${year}-${month}-${day}`;

/** Both ends on the clock of a time zone, whether they are whole minutes, and the milliseconds between them; undefined for what is no interval. */
function readInterval(interval: string, timeZone: string) {
  const times = interval.split('/').map(time => new Date(time));
  const [start, end] = times;
  if (!start || !end || times.some(time => Number.isNaN(time.getTime()))) return undefined;
  const isWhole = times.every(time => time.getUTCSeconds() === 0);
  const length = end.getTime() - start.getTime();
  return { from: zonedTime(start, timeZone), to: zonedTime(end, timeZone), isWhole, length };
}
