import type { ResultValue } from '../query/queryResult.js';
import type { ChartResult } from './chartResult.js';
import { chartText, type ChartPicture } from './chartShape.js';
import { chartWords } from './chartWords.js';
import { groupOf } from './group.js';
import { groupDigits, isLongInteger, toNumber } from './numbers.js';
import { exactNumber, shortNumber, withUnit, type Quantity } from './quantity.js';
import { chosenMeasure, groups, quantityOf } from './viewChoice.js';

/** The one value of a result of one row. */
export interface NumberChart {
  /** To be read from afar. */
  readonly short: string;
  readonly isFinite: boolean;
  /** All of its digits, and what it is of. */
  readonly details: readonly string[];
}

/** The chosen value of the first row; one that is no finite number is said as it was sent. */
export function numberChart(result: ChartResult): NumberChart {
  const measure = chosenMeasure(result);
  const value = measure?.values[0] ?? null;
  const quantity = quantityOf(result, measure?.name ?? '');
  const number = toNumber(value);
  const isFinite = Number.isFinite(number);
  const short = isFinite ? shortNumber(number, quantity) : oddText(value);
  const exact = isFinite ? exactText(value, quantity) : undefined;
  const grouped = groups(result);
  const details = [
    ...(exact === undefined || exact === short ? [] : [exact]),
    ...(grouped.length > 0 ? [groupOf(grouped, 0).name] : []),
  ];
  return { short, isFinite, details };
}

const oddText = (value: ResultValue): string => (value === null ? chartWords.noValue : String(value));

/** Integers beyond 2^53 keep every digit; undefined where the last ones may be wrong. */
function exactText(value: ResultValue, quantity: Quantity): string | undefined {
  if (isLongInteger(value)) return withUnit(groupDigits(value), quantity);
  const number = toNumber(value);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? undefined : exactNumber(number, quantity);
}

/** The number as it is drawn in a file. */
export function numberPicture({ short, details }: NumberChart): ChartPicture {
  const lines = details.map((text, at) => ({ ...chartText(text, { x: 8, y: 86 + at * 18 }), size: 13 }));
  const value = { ...chartText(short, { x: 8, y: 56 }), size: 48 };
  return { width: 480, height: 90 + details.length * 18, shapes: [value, ...lines] };
}
