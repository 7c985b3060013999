import { toNumber } from '../numbers.js';
import type { Session } from '../session.js';
import { timeReader } from '../timeReader.js';
import { formatTime } from '../timeText.js';
import { chosenMeasure, isSum } from '../viewChoice.js';

/** Means by day of the week, Monday first, and by hour of the day; undefined where there is nothing. */
export type WeekData = readonly (readonly (number | undefined)[])[];

interface Hour {
  sum: number;
  rows: number;
  readonly days: Set<string>;
}

/** What is counted becomes a mean per hour on the clock of the time zone; other values become a plain mean. */
export function weekData(session: Session): WeekData {
  const measure = chosenMeasure(session);
  const time = session.columns.find(({ kind }) => kind === 'time');
  const hours = Array.from({ length: 7 * 24 }, (): Hour => ({ sum: 0, rows: 0, days: new Set() }));
  const clock = clockReader(session.zone);
  for (let row = 0; measure && time && row < session.rows.count; row += 1) {
    const value = toNumber(measure.values[row]);
    const at = clock(String(time.values[row]));
    const hour = at && hours[at.slot];
    if (!hour || !Number.isFinite(value)) continue;
    hour.sum += value;
    hour.rows += 1;
    hour.days.add(at.date);
  }
  const perDay = measure !== undefined && isSum(session, measure.name);
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
