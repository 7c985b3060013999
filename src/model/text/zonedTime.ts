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
  const { year } = partsIn(timeZone, now);
  const isThisYear = from.year === year && to.year === year;
  const day = (parts: Parts) => (isThisYear ? date(parts).slice(5) : date(parts));
  if (date(from) === date(to)) return `${day(from)} ${clock(from, isWhole)} – ${clock(to, isWhole)}`;
  const isDays = [from, to].every(parts => clock(parts, false) === '00:00:00');
  const shown = (parts: Parts) => (isDays ? day(parts) : `${day(parts)} ${clock(parts, isWhole)}`);
  return `${shown(from)} – ${shown(to)}`;
}

const clock = ({ hour, minute, second }: Parts, isWhole: boolean) =>
  `${hour}:${minute}${isWhole ? '' : `:${second}`}`;
const date = ({ year, month, day }: Parts) => `${year}-${month}-${day}`;

/** Both ends on the clock of a time zone, whether they are whole minutes, and the milliseconds between them; undefined for what is no interval. */
function readInterval(interval: string, timeZone: string) {
  const times = interval.split('/').map(time => new Date(time));
  const [start, end] = times;
  if (!start || !end || times.some(time => Number.isNaN(time.getTime()))) return undefined;
  const isWhole = times.every(time => time.getUTCSeconds() === 0);
  const length = end.getTime() - start.getTime();
  return { from: partsIn(timeZone, start), to: partsIn(timeZone, end), isWhole, length };
}

type Parts = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>>;

function partsIn(timeZone: string, time: Date): Parts {
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
  });
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value])) as Parts;
}
