import { shortened } from 'netsensor-contract/text/plainText';
import type { ChartColumn, ChartResult } from './chartResult.js';
import { chartText, type ChartPicture, type ChartShape } from './chartShape.js';
import { chartWords } from './chartWords.js';
import { mostOf, totals, type Total } from './group.js';
import { scaleEnd, scaleShare } from './numbers.js';
import { shortNumber, type Quantity } from './quantity.js';
import { chosenMeasure, groups, quantityOf } from './viewChoice.js';

/** Groups with bars. */
export interface BarChart {
  readonly measure: string;
  readonly quantity: Quantity;
  /** Those that are drawn, the largest first. */
  readonly bars: readonly Total[];
  /** The value of the longest one. */
  readonly end: number;
  /** How many there are. */
  readonly all: number;
  /** How many are drawn until a person asks for all. */
  readonly usual: number;
}

const usualBars = 50;

/** The largest groups of a result, by some of its columns or by all. */
export function barChart(
  result: ChartResult,
  { grouped = groups(result), usual = usualBars }: { grouped?: readonly ChartColumn[]; usual?: number } = {},
): BarChart {
  const column = chosenMeasure(result);
  const measure = column?.name ?? '';
  const found = column ? totals(result, column, grouped) : [];
  const bars = found.slice(0, mostOf(result, usual));
  const end = scaleEnd(bars.map(({ value }) => value ?? 0));
  return { measure, quantity: quantityOf(result, measure), bars, end, all: found.length, usual };
}

/** How long a bar is beside the longest one, from 0 to 1. */
export const barShare = ({ end }: BarChart, { value }: Total): number => scaleShare(value ?? 0, end);

/** The value of a bar, and what rows without a finite number have instead. */
export function barText({ quantity }: BarChart, { value, odd }: Total, print = shortNumber): string {
  if (value === null) return odd[0] === null ? chartWords.noValue : String(odd[0]);
  const text = print(value, quantity);
  return odd.length === 0 ? text : `${text} ${chartWords.alsoOdd(odd.length)}`;
}

/** Pixels. */
const row = 20;
const nameRoom = 260;
const longestBar = 480;

/** The bars as they are drawn in a file. */
export function barPicture(chart: BarChart): ChartPicture {
  const { bars } = chart;
  const shapes = bars.flatMap((total, index): ChartShape[] => {
    const { name, isText } = total;
    const y = 10 + index * row;
    return [
      { ...chartText(shortened(name, 40), { x: nameRoom - 8, y: y + 13, anchor: 'end' }), isItalic: !isText },
      {
        kind: 'box',
        x: nameRoom,
        y: y + 3,
        width: Math.round(barShare(chart, total) * longestBar),
        height: 13,
        fill: 'series0',
      },
      chartText(barText(chart, total), { x: nameRoom + longestBar + 8, y: y + 13 }),
    ];
  });
  return { width: 860, height: 20 + bars.length * row, shapes };
}
