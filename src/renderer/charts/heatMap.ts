import { element } from '../element.js';
import { moveByKey } from '../grid/gridKeys.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { chosenMeasure, isSum, quantityOf } from '../../model/charts/viewChoice.js';
import { chartText, type ChartPicture, type ChartShape } from '../../model/charts/chartShape.js';
import type { Drawing } from './chartView.js';
import { PointerTip } from './pointerTip.js';
import { exactNumber, shortNumber } from '../../model/charts/quantity.js';
import { scaleBar, scaleShapes, type Scale } from './scaleBar.js';
import { toNumber } from '../../model/charts/numbers.js';
import { timeReader, formatTime } from '../../model/text/timeText.js';

/** Hours by days of the week: a table whose cells are darker the more there is. */
export class HeatMap implements Drawing {
  readonly element = element('div', { className: 'heat' });
  private readonly data: WeekData;
  private readonly scale: Scale;
  private readonly readout = element('div', { className: 'note', text: '\u00a0' });
  private readonly cells: HTMLElement[][] = [];
  private readonly tip = new PointerTip();

  constructor(session: Session) {
    const measure = chosenMeasure(session)?.name ?? '';
    this.data = weekData(session);
    const largest = Math.max(0, ...this.data.flat().map(value => value ?? 0));
    this.scale = { measure, largest, quantity: quantityOf(session, measure), weakest: 0 };
    const attributes = { role: 'grid', 'aria-label': strings.heatSummary(measure) };
    const table = element('table', { attributes });
    table.append(this.header(), ...this.data.map((_, day) => this.row(day)));
    table.addEventListener('keydown', event => this.onKey(event));
    for (const end of ['pointerleave', 'focusout']) table.addEventListener(end, () => this.tip.hide());
    this.element.append(table, scaleBar(this.scale, this.readout), this.tip.element);
    this.cells[0]?.[0]?.setAttribute('tabindex', '0');
  }

  picture(): ChartPicture {
    const left = 50;
    const top = 24;
    const size = 30;
    const hours = Array.from({ length: 24 }, (_, hour) =>
      chartText(hourName(hour), { x: left + hour * size + 8, y: top - 8 }),
    );
    const rows = this.data.flatMap((values, day): ChartShape[] => [
      chartText(strings.weekdays[day] ?? '', { x: 8, y: top + day * size + 19 }),
      ...values.map((value, hour): ChartShape => ({
        kind: 'box',
        x: left + hour * size,
        y: top + day * size,
        width: size - 1,
        height: size - 1,
        fill: 'series0',
        opacity: this.strength(value),
        stroke: 'line',
      })),
    ]);
    const scale = scaleShapes(this.scale, { x: left + 160, y: top + 7 * size + 14 });
    const shapes = [...hours, ...rows, ...scale];
    return { width: left + 24 * size + 10, height: top + 7 * size + 40, shapes };
  }

  private header(): HTMLElement {
    const hours = Array.from({ length: 24 }, (_, hour) =>
      element('th', { text: hourName(hour), attributes: { scope: 'col' } }),
    );
    return element('tr', {}, element('td'), ...hours);
  }

  private row(day: number): HTMLElement {
    const cells = (this.data[day] ?? []).map((_, hour) => this.cell(day, hour));
    this.cells.push(cells);
    return element(
      'tr',
      {},
      element('th', { text: strings.weekdays[day] ?? '', attributes: { scope: 'row' } }),
      ...cells,
    );
  }

  private cell(day: number, hour: number): HTMLElement {
    const value = this.data[day]?.[hour];
    const { quantity } = this.scale;
    const text = value === undefined ? strings.noData : shortNumber(value, quantity);
    const exact = value === undefined ? strings.noData : exactNumber(Math.round(value), quantity);
    const cell = element('td', { attributes: { role: 'gridcell', tabindex: '-1', 'aria-label': text } });
    cell.append(element('span', { className: 'fill' }));
    cell.style.setProperty('--strength', `${this.strength(value) * 100}%`);
    if (value === undefined) cell.className = 'none';
    const said = `${strings.weekdays[day] ?? ''} ${hourName(hour)}:00 – ${exact}`;
    const show = () => {
      this.readout.textContent = said;
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      this.tip.show({ x: (left + right) / 2, y: (top + bottom) / 2 }, said);
    };
    cell.addEventListener('pointerenter', show);
    cell.addEventListener('focus', show);
    return cell;
  }

  /** From 0 to 1. */
  private strength(value: number | undefined): number {
    const { largest } = this.scale;
    return largest === 0 ? 0 : Number(Math.max(0, (value ?? 0) / largest).toFixed(3));
  }

  private onKey(event: KeyboardEvent): void {
    const from = this.position(event.target);
    const to = from && moveByKey(from, event, { rows: 7, columns: 24, page: 7 });
    if (!to || !from) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.cells[Math.max(0, to.row)]?.[to.column];
    this.cells[from.row]?.[from.column]?.setAttribute('tabindex', '-1');
    next?.setAttribute('tabindex', '0');
    next?.focus();
  }

  private position(target: EventTarget | null): { row: number; column: number } | undefined {
    const row = this.cells.findIndex(cells => cells.includes(target as HTMLElement));
    return row < 0 ? undefined : { row, column: this.cells[row]!.indexOf(target as HTMLElement) };
  }
}

const hourName = (hour: number) => String(hour).padStart(2, '0');

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
