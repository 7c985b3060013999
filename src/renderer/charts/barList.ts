import { shortened } from 'netsensor-contract/text/plainText';
import { button, element } from '../element.js';
import { groupEntries } from '../grid/gridMenus.js';
import { openMenu, openMenuAt } from '../menu.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { chosenMeasure, groups, isSum, quantityOf } from '../../model/charts/viewChoice.js';
import { chartText, type ChartPicture, type ChartShape } from '../../model/charts/chartShape.js';
import type { ChartEvents, Drawing } from './chartView.js';
import { largestBar } from './largest.js';
import { exactNumber, shortNumber, type Quantity } from '../../model/charts/quantity.js';
import { mostOf, totals, type Total } from '../../model/charts/group.js';

const usualBars = 50;

/** Groups with bars, the largest first: a list that a screen reader reads as one. */
export class BarList implements Drawing {
  readonly element = element('div', { className: 'bars' });
  private readonly list: readonly Total[];
  private readonly quantity: Quantity;

  constructor(
    private readonly session: Session,
    private readonly events: ChartEvents,
    { grouped = groups(session), usual = usualBars } = {},
  ) {
    const measure = chosenMeasure(session);
    const measureName = measure?.name ?? '';
    const all = measure ? totals(session, measure, grouped) : [];
    const most = mostOf(session, usual);
    this.list = all.slice(0, most);
    this.quantity = quantityOf(session, measureName);
    const items = this.list.map(total => this.item(total));
    const name = `${measureName}, ${grouped.map(column => column.name).join(' · ')}`;
    this.element.append(element('ol', { attributes: { role: 'list', 'aria-label': name } }, ...items));
    if (all.length === 0) this.element.append(element('div', { className: 'note', text: strings.noData }));
    if (all.length > usual) this.element.append(this.largestBar(all.length, measureName));
  }

  picture(): ChartPicture {
    const row = 20;
    const left = 260;
    const bar = 480;
    const width = 860;
    const shapes = this.list.flatMap((total, index): ChartShape[] => {
      const { name, isText, value } = total;
      const y = 10 + index * row;
      return [
        { ...chartText(shortened(name, 40), { x: left - 8, y: y + 13, anchor: 'end' }), isItalic: !isText },
        {
          kind: 'box',
          x: left,
          y: y + 3,
          width: Math.round(this.share(value) * bar),
          height: 13,
          fill: 'series0',
        },
        chartText(this.valueText(total, shortNumber), { x: left + bar + 8, y: y + 13 }),
      ];
    });
    const height = 20 + this.list.length * row;
    return { width, height, shapes };
  }

  private largestBar(all: number, measure: string): HTMLElement {
    const { session, events, list } = this;
    const isCut = all > list.length;
    const someOf = isSum(session, measure) ? strings.groupsBySum : strings.groupsByMaximum;
    const said = isCut ? someOf(list.length, all) : strings.allGroups(all);
    return largestBar(session, { said, isCut, onDidChoose: events.onDidChoose });
  }

  private share(value: number | null): number {
    return Math.max(0, (value ?? 0) / (this.list[0]?.value || 1));
  }

  /** The value, and what rows without a finite number have instead. */
  private valueText({ value, odd }: Total, print: (value: number, quantity: Quantity) => string): string {
    if (value === null) return odd[0] === null ? strings.noValue : String(odd[0]);
    const text = print(value, this.quantity);
    return odd.length === 0 ? text : `${text} ${strings.alsoOdd(odd.length)}`;
  }

  private item(total: Total): HTMLElement {
    const { name, isText, value } = total;
    const bar = element('span', { className: 'bar' });
    bar.style.width = `${this.share(value) * 100}%`;
    const text = this.valueText(total, shortNumber);
    const exact = this.valueText(total, exactNumber);
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
