import { DateTime, Duration, IANAZone } from 'luxon';
import { badRequest } from '../http/errorAnswers.js';
import { calendarBuckets } from './time/buckets.js';
import { fixedBuckets } from './fixedBuckets.js';
import type { Buckets } from './buckets.js';
import type { TimeRange } from './time/intervals.js';

/** A period granularity as it was sent. */
export interface PeriodSpec {
  /** ISO 8601 duration; its letters may be lower case (field notes §2.1). */
  readonly period: string;
  readonly zone: string;
  readonly origin: number | undefined;
}

/** Milliseconds of the units that always last as long; days and weeks only where clocks never change. */
const lengths: Readonly<Record<string, number>> = { hours: 3_600_000, minutes: 60_000, seconds: 1000 };
const daily: Readonly<Record<string, number>> = { weeks: 604_800_000, days: 86_400_000 };

/** 1970-01-05T00:00, the first Monday, as days after the epoch. */
const mondayOffset = 4 * 86_400_000;

/**
 * The buckets of a period (field notes §2.5): fixed lengths where all units have one, else calendar steps.
 * @throws HttpProblem 400 for a period or zone that cannot be read
 */
export function readPeriod(spec: PeriodSpec, range: TimeRange): Buckets {
  const { zone, origin } = spec;
  const units = unitsOf(spec.period);
  const sample = DateTime.fromMillis(range.start, { zone });
  if (!sample.isValid) throw badRequest(`granularity.timeZone: ${zone} is not a time zone`);
  const constant =
    sample.zone.isUniversal || (IANAZone.isValidZone(zone) && /^(Etc\/)?(UTC|GMT)$/i.test(zone));
  const known: Readonly<Record<string, number>> = constant ? { ...lengths, ...daily } : lengths;
  if (units.some(([unit]) => known[unit] === undefined)) {
    return calendarBuckets({ step: Object.fromEntries(units), zone, origin }, range);
  }
  const width = units.reduce((sum, [unit, count]) => sum + count * (known[unit] ?? 0), 0);
  return fixedBuckets(width, origin ?? defaultOrigin(units, sample));
}

/**
 * One whole unit is cut at the clock of the zone, weeks on Monday; anything else is counted from
 * 1970-01-01T00:00 in the zone.
 */
function defaultOrigin(units: readonly (readonly [string, number])[], sample: DateTime): number {
  const [unit, count] = units[0] ?? ['', 0];
  if (units.length === 1 && count === 1) {
    return (unit === 'weeks' ? mondayOffset : 0) - sample.offset * 60_000;
  }
  return DateTime.fromObject({ year: 1970, month: 1, day: 1 }, { zone: sample.zone }).toMillis();
}

/** The units of a period that are not zero, the largest first. */
function unitsOf(period: string): (readonly [string, number])[] {
  const duration = Duration.fromISO(period.toUpperCase());
  if (!duration.isValid) throw badRequest(`granularity.period: ${period} is not an ISO 8601 duration`);
  const units = Object.entries(duration.toObject()).filter(([, count]) => count !== 0);
  if (units.length === 0) throw badRequest(`granularity.period: ${period} has no length`);
  return units;
}
