import { shortened } from 'netsensor-contract/text/plainText';
import { textWidth } from '../pictures/textWidth.js';
import type { ChartColumn, ChartResult } from './chartResult.js';
import { chartText, type ChartPicture, type ChartShape } from './chartShape.js';
import { chartWords } from './chartWords.js';
import { mostOf, totals, type Total } from './group.js';
import { scaleEnd, scaleShare } from './numbers.js';
import { shortNumber, type Quantity } from './quantity.js';
import { chosenMeasure, groups, isSum, quantityOf } from './viewChoice.js';

/** Groups with bars. */
export interface BarChart {
  readonly measure: string;
  readonly quantity: Quantity;
  /** Whether a value is the sum of several rows, and else the largest of them. */
  readonly isSummed: boolean;
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
  const isSummed = isSum(result, measure);
  const quantity = quantityOf(result, measure);
  return { measure, quantity, isSummed, bars, end, all: found.length, usual };
}

/** How many of how many groups are drawn; undefined where all are. */
export function barCountText({ bars, all, isSummed }: BarChart): string | undefined {
  if (all <= bars.length) return undefined;
  const someOf = isSummed ? chartWords.groupsBySum : chartWords.groupsByMaximum;
  return someOf(bars.length, all);
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
const widestName = 252;
const valueRoom = 120;
const width = 860;

/** The bars as they are drawn in a file. */
export function barPicture(chart: BarChart): ChartPicture {
  const { bars } = chart;
  const names = bars.map(({ name }) => shortened(name, 40));
  const nameRoom =
    16 + Math.ceil(Math.min(widestName, Math.max(60, ...names.map(name => textWidth(name, 11)))));
  const longestBar = width - nameRoom - valueRoom;
  const shapes = bars.flatMap((total, index): ChartShape[] => {
    const name = names[index] ?? '';
    const y = 10 + index * row;
    return [
      { ...chartText(name, { x: nameRoom - 8, y: y + 13, anchor: 'end' }), isItalic: !total.isText },
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
  const cut = barCountText(chart);
  return { width, height: 20 + bars.length * row, shapes, cut: cut === undefined ? [] : [cut] };
}
