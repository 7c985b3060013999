import fc from 'fast-check';
import { partial } from './randomRecords.js';
import { nightLength, nights, nightStart } from './randomRows.js';
import type { ReferenceGranularity, Stretch } from '../../contract/test/query/referenceTime.js';

const minute = 60_000;
const origins = ['2026-03-01T00:00Z', '2026-10-24T22:00:00Z', '2026-12-15T06:30:00+02:00', '2026-03-15'];
const periods = 'pt5m PT6M PT15M PT1H PT2H PT7H PT24H PT1H30M P1D p2d P1W P2W P1M P3M P1Y'.split(' ');
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];

export const granularity: fc.Arbitrary<ReferenceGranularity> = fc.oneof(
  fc.constantFrom('all', 'minute', 'five_minute', 'fifteen_minute', 'thirty_minute'),
  fc.constantFrom('all', 'hour', 'six_hour', 'day', 'week', 'month'),
  partial(
    {
      type: fc.constant('duration' as const),
      duration: fc.constantFrom(5_400_000, 7_200_000, 100_000_000),
      origin: fc.constantFrom(...origins),
    },
    ['type', 'duration'],
  ),
  {
    weight: 4,
    arbitrary: partial(
      {
        type: fc.constant('period' as const),
        period: fc.constantFrom(...periods),
        timeZone: fc.constantFrom(...zones),
        origin: fc.constantFrom(...origins),
      },
      ['type', 'period'],
    ),
  },
);

/** An interval and its text: whole minutes or not, with an offset, a period at either end, or neither. */
export const interval: fc.Arbitrary<{ stretch: Stretch; text: string }> = fc
  .record({
    night: fc.constantFrom(...nights),
    from: fc.integer({ min: -120, max: nightLength }),
    length: fc.oneof(fc.integer({ min: 1, max: nightLength }), fc.constantFrom(60, 360 * 24 * 60)),
    seconds: fc.constantFrom(0, 0, 0, 30),
    form: fc.constantFrom('utc', 'offset', 'period after', 'period before'),
  })
  .map(({ night, from, length, seconds, form }) => {
    const start = nightStart(night) + from * minute + seconds * 1000;
    const end = start + length * minute;
    const at = (time: number) => new Date(time).toISOString();
    const inIndia = (time: number) => at(time + 330 * minute).replace('.000Z', '+05:30');
    const texts = {
      utc: `${at(start)}/${at(end).replace('.000Z', '')}`,
      offset: `${inIndia(start)}/${inIndia(end)}`,
      'period after': `${at(start)}/PT${length}M`,
      'period before': `pt${length}m/${at(end)}`,
    };
    return { stretch: [start, end] as const, text: texts[form as keyof typeof texts] };
  });
