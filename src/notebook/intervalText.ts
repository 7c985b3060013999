/**
 * An interval as people read it, in a time zone: `2026-11-20 08:00 – 09:00 (Europe/Madrid)`; the interval itself when it
 * cannot be read.
 * @param interval two ISO 8601 times with a slash between them
 */
export function intervalText(interval: string, timeZone: string): string {
  const times = interval.split('/').map(time => new Date(time));
  const [start, end] = times;
  if (!start || !end || times.some(time => Number.isNaN(time.getTime()))) return interval;
  const isWhole = times.every(time => time.getUTCSeconds() === 0);
  const from = partsIn(timeZone, start);
  const to = partsIn(timeZone, end);
  const clock = ({ hour, minute, second }: Parts) => `${hour}:${minute}${isWhole ? '' : `:${second}`}`;
  const date = ({ year, month, day }: Parts) => `${year}-${month}-${day}`;
  const last = date(from) === date(to) ? clock(to) : `${date(to)} ${clock(to)}`;
  return `${date(from)} ${clock(from)} – ${last} (${timeZone})`;
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
