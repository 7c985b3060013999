import { exactNumber, shortNumber } from '../../model/charts/quantity.js';
import { element } from '../element.js';
import { toNumber } from '../../model/charts/numbers.js';
import { strings } from '../strings.js';
import { isSum, quantityOf } from '../../model/charts/viewChoice.js';
import type { GridColumn, GridModel } from './gridModel.js';
import type { GridSelection, Rectangle } from './gridSelection.js';

/** What the finite numbers of a column come to; there is at least one. */
export interface ColumnStatistics {
  readonly count: number;
  readonly sum: number;
  readonly smallest: number;
  readonly largest: number;
}

/** Reckons with the rows of a column from top to bottom, both included; undefined where none has a finite number. */
export function columnStatistics(
  model: Pick<GridModel, 'value'>,
  column: GridColumn,
  { top, bottom }: Pick<Rectangle, 'top' | 'bottom'>,
): ColumnStatistics | undefined {
  let count = 0;
  let sum = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let row = Math.max(top, 0); row <= bottom; row += 1) {
    const number = toNumber(model.value(row, column));
    if (!Number.isFinite(number)) continue;
    count += 1;
    sum += number;
    smallest = Math.min(smallest, number);
    largest = Math.max(largest, number);
  }
  return count === 0 ? undefined : { count, sum, smallest, largest };
}

/** Columns that there is room for in a line or two. */
const mostColumns = 3;

/** What the selected numbers of a grid come to, as below a spreadsheet: for each column by itself, in its unit. */
export class SelectionStatistics {
  readonly element = element('div', { className: 'statistics', attributes: { role: 'status' } });

  constructor(
    private readonly model: GridModel,
    private readonly selection: GridSelection,
  ) {
    // The room for it is there before, so that nothing moves under the mouse.
    this.element.hidden = !model.session.columns.some(({ isNumeric }) => isNumeric);
  }

  /** Reckons again, because something else is selected; what has not come yet is asked for. */
  show(): void {
    const { selection, model } = this;
    if (selection.isOneCell) return this.element.replaceChildren();
    const { left, right } = selection.rectangle;
    const numeric = model.columns.slice(left, right + 1).filter(({ isNumeric }) => isNumeric);
    if (numeric.length > 0 && !this.isLoaded()) return this.wait();
    const found = numeric.flatMap(column => {
      const statistics = columnStatistics(model, column, selection.rectangle);
      return statistics ? [{ column, statistics }] : [];
    });
    const shown = found.slice(0, mostColumns).map(each => this.column(each, found.length > 1));
    const more = found.length - shown.length;
    if (more > 0) shown.push(element('span', { text: strings.statistics.more(more) }));
    this.element.replaceChildren(...shown);
  }

  private isLoaded(): boolean {
    const { model, selection } = this;
    const { rows } = model.session;
    if (rows.isComplete) return true;
    const { top, bottom } = selection.rectangle;
    for (let row = Math.max(top, 0); row <= bottom; row += 1)
      if (!rows.isLoaded(model.rowAt(row))) return false;
    return true;
  }

  private wait(): void {
    const { rows } = this.model.session;
    this.element.textContent = rows.isGone ? strings.gone : strings.loadingRows;
    if (!rows.isGone) void rows.loadAll().then(() => this.show());
  }

  private column(
    { column: { name }, statistics }: { column: GridColumn; statistics: ColumnStatistics },
    isNamed: boolean,
  ): HTMLElement {
    const { count, sum, smallest, largest } = statistics;
    const { session } = this.model;
    const { measures } = session.facts;
    // A sum of what the query says cannot be added up, such as distinct values, would mean nothing.
    const hasSum = isSum(session, name) || !measures.some(measure => measure.name === name);
    const said = strings.statistics;
    const values = [
      ...(hasSum ? [{ say: said.sum, value: sum }] : []),
      { say: said.average, value: sum / count },
      { say: said.minimum, value: smallest },
      { say: said.maximum, value: largest },
    ];
    const quantity = quantityOf(session, name);
    return element(
      'span',
      {},
      ...(isNamed ? [element('span', { className: 'name', text: name })] : []),
      element('span', { text: said.count(count) }),
      ...values.map(({ say, value }) =>
        element('span', {
          text: say(shortNumber(value, quantity)),
          // Beyond that the last digits would be wrong.
          attributes: { title: Math.abs(value) > 2 ** 53 ? undefined : exactNumber(value, quantity) },
        }),
      ),
    );
  }
}
