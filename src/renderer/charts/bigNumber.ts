import type { ResultValue } from '../../model/query/queryResult.js';
import { element } from '../element.js';
import { cellText } from '../grid/cellText.js';
import { isLongInteger, toNumber } from '../../model/charts/numbers.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { chosenMeasure, groups, quantityOf } from '../../model/charts/viewChoice.js';
import { chartText, type ChartPicture } from '../../model/charts/chartShape.js';
import type { Drawing } from './chartView.js';
import { groupOf } from '../../model/charts/group.js';
import { exactNumber, shortNumber, withUnit, type Quantity } from '../../model/charts/quantity.js';

/** The one value of a result of one row, to be read from afar; below it all of its digits, and what it is of. */
export class BigNumber implements Drawing {
  readonly element = element('div', { className: 'big-number' });
  private readonly short: string;
  private readonly details: readonly string[];

  constructor(session: Session) {
    const measure = chosenMeasure(session);
    const value = measure?.values[0] ?? null;
    const quantity = quantityOf(session, measure?.name ?? '');
    const number = toNumber(value);
    const isFinite = Number.isFinite(number);
    this.short = isFinite ? shortNumber(number, quantity) : oddText(value);
    const exact = isFinite ? exactText(value, quantity) : undefined;
    const grouped = groups(session);
    this.details = [
      ...(exact === undefined || exact === this.short ? [] : [exact]),
      ...(grouped.length > 0 ? [groupOf(grouped, 0).name] : []),
    ];
    this.element.append(
      element('div', { className: isFinite ? 'value' : 'value null', text: this.short }),
      ...this.details.map(text => element('div', { className: 'detail', text })),
    );
  }

  picture(): ChartPicture {
    const lines = this.details.map((text, at) => ({
      ...chartText(text, { x: 8, y: 86 + at * 18 }),
      size: 13,
    }));
    const value = { ...chartText(this.short, { x: 8, y: 56 }), size: 48 };
    const height = 90 + this.details.length * 18;
    return { width: 480, height, shapes: [value, ...lines] };
  }
}

const oddText = (value: ResultValue): string => (value === null ? strings.noValue : String(value));

/** Integers beyond 2^53 keep every digit; undefined where the last ones may be wrong. */
function exactText(value: ResultValue, quantity: Quantity): string | undefined {
  if (isLongInteger(value)) {
    return withUnit(cellText(value, { kind: 'value', isNumeric: true, zone: 'sent' }).text, quantity);
  }
  const number = toNumber(value);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? undefined : exactNumber(number, quantity);
}
