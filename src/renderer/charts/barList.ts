import { button, element } from '../element.js';
import { groupEntries } from '../grid/gridMenus.js';
import { openMenu, openMenuAt } from '../menu.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { groups } from '../../model/charts/viewChoice.js';
import {
  barChart,
  barCountText,
  barPicture,
  barShare,
  barText,
  type BarChart,
} from '../../model/charts/barChart.js';
import type { ChartPicture } from '../../model/charts/chartShape.js';
import type { ChartEvents, Drawing } from './chartView.js';
import { largestBar } from './largest.js';
import { exactNumber } from '../../model/charts/quantity.js';
import type { Total } from '../../model/charts/group.js';

/** Groups with bars, the largest first: a list that a screen reader reads as one. */
export class BarList implements Drawing {
  readonly element = element('div', { className: 'bars' });
  private readonly chart: BarChart;

  constructor(
    private readonly session: Session,
    private readonly events: ChartEvents,
    { grouped = groups(session), usual }: Parameters<typeof barChart>[1] = {},
  ) {
    this.chart = barChart(session, { grouped, ...(usual !== undefined && { usual }) });
    const { measure, bars, all } = this.chart;
    const items = bars.map(total => this.item(total));
    const name = `${measure}, ${grouped.map(column => column.name).join(' · ')}`;
    this.element.append(element('ol', { attributes: { role: 'list', 'aria-label': name } }, ...items));
    if (all === 0) this.element.append(element('div', { className: 'note', text: strings.noData }));
    if (all > this.chart.usual) this.element.append(this.largestBar());
  }

  picture(): ChartPicture {
    return barPicture(this.chart);
  }

  private largestBar(): HTMLElement {
    const { session, events, chart } = this;
    const cut = barCountText(chart);
    const said = cut ?? strings.allGroups(chart.all);
    return largestBar(session, { said, isCut: cut !== undefined, onDidChoose: events.onDidChoose });
  }

  private item(total: Total): HTMLElement {
    const { chart } = this;
    const { name, isText, value } = total;
    const bar = element('span', { className: 'bar' });
    bar.style.width = `${barShare(chart, total) * 100}%`;
    const text = barText(chart, total);
    const exact = barText(chart, total, exactNumber);
    const entries = groupEntries(this.session, total.parts);
    const label = button(name, () => openMenu(label, entries), {
      className: isText ? 'name' : 'name null',
      attributes: { title: name, 'aria-haspopup': 'menu' },
    });
    label.disabled = entries.length === 0;
    const item = element(
      'li',
      {},
      label,
      element('span', { className: 'track', attributes: { 'aria-hidden': 'true' } }, bar),
      element('span', {
        className: value === null ? 'value null' : 'value',
        text,
        attributes: { title: exact },
      }),
    );
    item.addEventListener('contextmenu', event => openMenuAt(event, label, entries));
    return item;
  }
}
