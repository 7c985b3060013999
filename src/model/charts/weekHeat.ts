import { formatTime, timeReader } from '../text/timeText.js';
import type { ChartResult } from './chartResult.js';
import { chartText, type ChartPicture, type ChartShape } from './chartShape.js';
import { chartWords } from './chartWords.js';
import { scaleShapes, type ColorScale } from './colorScale.js';
import { scaleEnd, scaleShare, toNumber } from './numbers.js';
import { chosenMeasure, isSum, quantityOf } from './viewChoice.js';

/** Hours by days of the week, and what their colours mean. */
export interface WeekHeat {
  readonly data: WeekData;
  readonly scale: ColorScale;
}

/** The chosen value of a result by day of the week and hour of the day, in the zone of the result; the scale goes from zero to the largest. */
export function weekHeat(result: ChartResult): WeekHeat {
  const measure = chosenMeasure(result)?.name ?? '';
  const data = weekData(result);
  const largest = scaleEnd(data.flat().map(value => value ?? 0));
  return { data, scale: { measure, largest, quantity: quantityOf(result, measure), weakest: 0 } };
}

/** How strong a value is drawn, from 0 to 1. */
export const heatStrength = ({ largest }: ColorScale, value: number | undefined): number =>
  Number(scaleShare(value ?? 0, largest).toFixed(3));

/** Pixels. */
const left = 50;
const top = 24;
const side = 30;

/** Around each hour, also where there is nothing. */
const frames: ChartShape = {
  kind: 'path',
  data: Array.from({ length: 7 * 24 }, (_, at) => {
    const x = left + (at % 24) * side;
    const y = top + Math.floor(at / 24) * side;
    return `M${x} ${y}h${side - 1}v${side - 1}h${1 - side}Z`;
  }).join(''),
  stroke: 'line',
};

/** The hours of a week as they are drawn in a file. */
export function heatPicture({ data, scale }: WeekHeat): ChartPicture {
  const hours = Array.from({ length: 24 }, (_, hour) =>
    chartText(hourName(hour), { x: left + hour * side + 8, y: top - 8 }),
  );
  const rows = data.flatMap((values, day): ChartShape[] => [
    chartText(chartWords.weekdays[day] ?? '', { x: 8, y: top + day * side + 19 }),
    ...values.flatMap((value, hour): ChartShape[] => {
      const opacity = heatStrength(scale, value);
      const place = { x: left + hour * side, y: top + day * side, width: side - 1, height: side - 1 };
      return opacity > 0 ? [{ kind: 'box', ...place, fill: 'series0', opacity }] : [];
    }),
  ]);
  const ramp = scaleShapes(scale, { x: left + 160, y: top + 7 * side + 14 });
  return {
    width: left + 24 * side + 10,
    height: top + 7 * side + 40,
    shapes: [...hours, ...rows, frames, ...ramp],
  };
}

/** An hour of the day, 0 to 23, with two digits. */
export const hourName = (hour: number) => String(hour).padStart(2, '0');

/** Means by day of the week, Monday first, and by hour of the day; undefined where there is nothing. */
export type WeekData = readonly (readonly (number | undefined)[])[];

interface Hour {
  sum: number;
  rows: number;
  readonly days: Set<string>;
}

/** What is counted becomes a mean per hour on the clock of the time zone; other values become a plain mean. */
export function weekData(result: ChartResult): WeekData {
  const measure = chosenMeasure(result);
  const time = result.columns.find(({ kind }) => kind === 'time');
  const hours = Array.from({ length: 7 * 24 }, (): Hour => ({ sum: 0, rows: 0, days: new Set() }));
  const clock = clockReader(result.zone);
  for (let row = 0; measure && time && row < result.rows.count; row += 1) {
    const value = toNumber(measure.values[row]);
    const at = clock(String(time.values[row]));
    const hour = at && hours[at.slot];
    if (!hour || !Number.isFinite(value)) continue;
    hour.sum += value;
    hour.rows += 1;
    hour.days.add(at.date);
  }
  const perDay = measure !== undefined && isSum(result, measure.name);
  const mean = ({ sum, rows, days }: Hour) => (rows === 0 ? undefined : sum / (perDay ? days.size : rows));
  return Array.from({ length: 7 }, (_, day) => hours.slice(day * 24, day * 24 + 24).map(mean));
}

/** Reads date and hour of the week; rows of the same time follow each other, so the last answer is kept. */
function clockReader(zone: string): (sent: string) => { slot: number; date: string } | undefined {
  let lastSent: string | undefined;
  let last: { slot: number; date: string } | undefined;
  const read = timeReader();
  return sent => {
    if (sent === lastSent) return last;
    lastSent = sent;
    const time = read(sent);
    if (Number.isNaN(time)) return (last = undefined);
    const text = formatTime(time, zone);
    const date = text.slice(0, 10);
    const day = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
    return (last = { slot: day * 24 + Number(text.slice(11, 13)), date });
  };
}
