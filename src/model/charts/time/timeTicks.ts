import { zonedTime } from '../../text/zonedTime.js';
import { zoneName } from '../../text/timeText.js';

/** Seconds. */
const minute = 60;
const hour = 3600;
const day = 86_400;
/** Of a second. */
const fractions = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];

/** Steps between ticks that are the same on every clock, in seconds. */
const clockSteps = [
  ...fractions,
  ...[1, minute].flatMap(unit => [1, 2, 5, 10, 15, 30].map(count => count * unit)),
  ...[1, 2, 3, 4, 6, 12].map(hours => hours * hour),
  ...[1, 2, 7, 14].map(days => days * day),
];
/** Longer steps in months, and how long they are at least, in seconds. */
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12_000];
const shortestMonth = 28 * day;
const monthsOfYear = 12;

/** Times at which a time axis has ticks. */
export interface TimeTicks {
  /** Seconds, ascending. */
  readonly times: readonly number[];
  /** Seconds between two of them, at least. */
  readonly step: number;
}

/**
 * Round times on the clock of a time zone within a range, as many as there is room for.
 * @param range seconds
 * @param most so many ticks, about
 * @param zone as in view settings
 */
export function timeTicks(
  { min, max }: { readonly min: number; readonly max: number },
  { most, zone }: { readonly most: number; readonly zone: string },
): TimeTicks {
  const least = (max - min) / Math.max(1, most);
  const clock = wallClock(zone);
  const from = min + clock(min);
  const to = max + clock(max);
  const months = monthSteps.find(each => each * shortestMonth >= least) ?? monthSteps.at(-1)!;
  const step = clockSteps.find(each => each >= least);
  const walls = step === undefined ? monthsBetween({ from, to }, months) : stepsBetween({ from, to }, step);
  const times = walls.map(wall => timeAt(wall, clock)).filter(time => time >= min && time <= max);
  return { times: [...new Set(times)], step: step ?? months * shortestMonth };
}

/** Seconds on a clock on a wall: those since 1970 if it were that of UTC. */
type Walls = { readonly from: number; readonly to: number };

/** Weeks begin on Mondays; 1970 began on a Thursday. */
const firstMonday = 4 * day;

function stepsBetween({ from, to }: Walls, step: number): number[] {
  const origin = step % (7 * day) === 0 ? firstMonday : 0;
  const first = Math.ceil((from - origin) / step);
  const count = Math.max(0, Math.floor((to - origin) / step) - first + 1);
  return Array.from({ length: count }, (_, at) => origin + rounded((first + at) * step));
}

/** Steps of less than a second are no exact numbers. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

function monthsBetween({ from, to }: Walls, step: number): number[] {
  const monthOf = (wall: number) => {
    const date = new Date(wall * 1000);
    return date.getUTCFullYear() * monthsOfYear + date.getUTCMonth();
  };
  const first = Math.ceil(monthOf(from) / step);
  const count = Math.max(0, Math.floor(monthOf(to) / step) - first + 1);
  return Array.from(
    { length: count },
    (_, at) => new Date(0).setUTCFullYear(0, (first + at) * step, 1) / 1000,
  );
}

/** How far a clock is ahead of UTC, in seconds, at a time in seconds. */
type Clock = (time: number) => number;

function wallClock(zone: string): Clock {
  const name = zoneName(zone);
  if (name === 'UTC') return () => 0;
  return time => {
    const { year, month, day: date, hour: hours, minute: minutes, second } = zonedTime(time * 1000, name);
    const [y, m, d, h, min, s] = [year, month, date, hours, minutes, second].map(Number);
    return (
      new Date(0).setUTCFullYear(y!, m! - 1, d) / 1000 + h! * hour + min! * minute + s! - Math.floor(time)
    );
  };
}

/** The time at which a clock shows this; an hour later where the clock leaps over it. */
function timeAt(wall: number, clock: Clock): number {
  const guess = wall - clock(wall);
  return wall - clock(guess);
}
