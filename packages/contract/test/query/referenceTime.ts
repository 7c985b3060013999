/** A granularity as queries send it. */
export type ReferenceGranularity =
  | string
  | { type: 'period'; period: string; timeZone?: string; origin?: string }
  | { type: 'duration'; duration: number; origin?: string };

/** Milliseconds since 1970 UTC, the end not included. */
export type Stretch = readonly [number, number];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const widths: Readonly<Record<string, number>> = {
  none: 1,
  second,
  minute,
  five_minute: 5 * minute,
  fifteen_minute: 15 * minute,
  thirty_minute: 30 * minute,
  hour,
  six_hour: 6 * hour,
  day,
};

/** Where the bucket that holds a time starts (field notes §2.5); all times of `all` are in the bucket 0. */
export function bucketOf(granularity: ReferenceGranularity): (time: number) => number {
  if (granularity === 'all') return () => 0;
  if (typeof granularity === 'string') {
    const width = widths[granularity];
    if (width !== undefined) return multiplesOf(width, 0);
    return granularity === 'week'
      ? multiplesOf(7 * day, 4 * day)
      : calendar({ months: 1, days: 0, zone: 'UTC' });
  }
  const origin = granularity.origin === undefined ? undefined : Date.parse(granularity.origin);
  if (granularity.type === 'duration') return multiplesOf(granularity.duration, origin ?? 0);
  return periodBucket(granularity.period, granularity.timeZone ?? 'UTC', origin);
}

const multiplesOf =
  (width: number, origin: number) =>
  (time: number): number =>
    origin + Math.floor((time - origin) / width) * width;

function periodBucket(period: string, zone: string, origin: number | undefined): (time: number) => number {
  const [dates = '', clock = ''] = period.toUpperCase().slice(1).split('T');
  const amount = (text: string, unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
  const weeks = amount(dates, 'W');
  const days = amount(dates, 'D') + 7 * weeks;
  const months = amount(dates, 'M') + 12 * amount(dates, 'Y');
  if (months + days > 0) return calendar({ months, days, zone, origin, monday: weeks === 1 });
  const parts = [amount(clock, 'H') * hour, amount(clock, 'M') * minute, amount(clock, 'S') * second];
  const width = parts.reduce((sum, part) => sum + part);
  if (origin !== undefined) return multiplesOf(width, origin);
  // One hour, minute or second is what the clock of the zone says.
  if ([hour, minute, second].includes(width)) return time => time - (wallOf(zone, time) % width);
  return multiplesOf(width, timeOf(zone, 0));
}

interface Calendar {
  readonly months: number;
  readonly days: number;
  readonly zone: string;
  readonly origin?: number | undefined;
  readonly monday?: boolean;
}

/** Steps of months or days from an origin, on the wall clock of the zone. */
function calendar({ months, days, zone, origin, monday = false }: Calendar): (time: number) => number {
  const from = new Date(origin === undefined ? (monday ? 4 * day : 0) : wallOf(zone, origin));
  const first = (from.getUTCFullYear() - 1970) * 12 + from.getUTCMonth();
  const inDay = from.getTime() % day;
  const startOf = (step: number) => {
    const date = from.getUTCDate() + step * days;
    return timeOf(zone, Date.UTC(1970, first + step * months, date) + inDay);
  };
  return time => {
    const wall = new Date(wallOf(zone, time));
    const passed =
      months > 0
        ? ((wall.getUTCFullYear() - 1970) * 12 + wall.getUTCMonth() - first) / months
        : (wall.getTime() - from.getTime()) / (days * day);
    let step = Math.floor(passed);
    while (startOf(step) > time) step -= 1;
    while (startOf(step + 1) <= time) step += 1;
    return startOf(step);
  };
}

/** Prints a bucket start: UTC with Z, or the offset of a period's zone (field notes §2.4). */
export function printTime(granularity: ReferenceGranularity, time: number): string {
  const zone =
    typeof granularity === 'object' && granularity.type === 'period' ? granularity.timeZone : undefined;
  if (zone === undefined || zone === 'UTC') return new Date(time).toISOString();
  const wall = wallOf(zone, time);
  const offset = Math.abs(wall - time) / minute;
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const sign = wall < time ? '-' : '+';
  return `${new Date(wall).toISOString().slice(0, -1)}${sign}${two(offset / 60)}:${two(offset % 60)}`;
}

/** What the clock of the zone shows at a time, as if it were UTC. */
const wallOf = (zone: string, time: number): number => time + offsetAt(zone, time);

/** The time at which the clock of the zone shows something; clocks that show it twice or never are not asked. */
function timeOf(zone: string, wall: number): number {
  const guess = wall - offsetAt(zone, wall);
  const time = wall - offsetAt(zone, guess);
  return offsetAt(zone, time) === wall - time ? time : guess;
}

const offsets = new Map<string, number>();

/** Offset of a zone in milliseconds, from the runtime's own knowledge of zones; it only changes at half hours. */
function offsetAt(zone: string, time: number): number {
  if (zone === 'UTC') return 0;
  const half = Math.floor(time / (30 * minute));
  const key = `${zone} ${half}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const text = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).format(
    half * 30 * minute,
  );
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(text) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute);
  offsets.set(key, offset);
  return offset;
}
