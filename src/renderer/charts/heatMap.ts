import { element } from '../element.js';
import { moveByKey } from '../grid/gridKeys.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import type { ChartPicture } from '../../model/charts/chartShape.js';
import { heatPicture, heatStrength, hourName, weekHeat, type WeekHeat } from '../../model/charts/weekHeat.js';
import type { Drawing } from './chartView.js';
import { PointerTip } from './pointerTip.js';
import { exactNumber, shortNumber } from '../../model/charts/quantity.js';
import { scaleBar } from './scaleBar.js';

/** Hours by days of the week: a table whose cells are darker the more there is. */
export class HeatMap implements Drawing {
  readonly element = element('div', { className: 'heat' });
  private readonly heat: WeekHeat;
  private readonly readout = element('div', { className: 'note', text: '\u00a0' });
  private readonly cells: HTMLElement[][] = [];
  private readonly tip = new PointerTip();

  constructor(session: Session) {
    this.heat = weekHeat(session);
    const { data, scale } = this.heat;
    const attributes = { role: 'grid', 'aria-label': strings.heatSummary(scale.measure) };
    const table = element('table', { attributes });
    table.append(this.header(), ...data.map((_, day) => this.row(day)));
    table.addEventListener('keydown', event => this.onKey(event));
    for (const end of ['pointerleave', 'focusout']) table.addEventListener(end, () => this.tip.hide());
    this.element.append(table, scaleBar(scale, this.readout), this.tip.element);
    this.cells[0]?.[0]?.setAttribute('tabindex', '0');
  }

  picture(): ChartPicture {
    return heatPicture(this.heat);
  }

  private header(): HTMLElement {
    const hours = Array.from({ length: 24 }, (_, hour) =>
      element('th', { text: hourName(hour), attributes: { scope: 'col' } }),
    );
    return element('tr', {}, element('td'), ...hours);
  }

  private row(day: number): HTMLElement {
    const cells = (this.heat.data[day] ?? []).map((_, hour) => this.cell(day, hour));
    this.cells.push(cells);
    return element(
      'tr',
      {},
      element('th', { text: strings.weekdays[day] ?? '', attributes: { scope: 'row' } }),
      ...cells,
    );
  }

  private cell(day: number, hour: number): HTMLElement {
    const value = this.heat.data[day]?.[hour];
    const { scale } = this.heat;
    const { quantity } = scale;
    const text = value === undefined ? strings.noData : shortNumber(value, quantity);
    const exact = value === undefined ? strings.noData : exactNumber(Math.round(value), quantity);
    const cell = element('td', { attributes: { role: 'gridcell', tabindex: '-1', 'aria-label': text } });
    cell.append(element('span', { className: 'fill' }));
    cell.style.setProperty('--strength', `${heatStrength(scale, value) * 100}%`);
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
