import { element } from '../element.js';
import { chartText, type ChartShape } from '../../model/charts/chartShape.js';
import { shortNumber, type Quantity } from '../../model/charts/quantity.js';

/** What the strengths of a drawing mean. */
export interface Scale {
  readonly measure: string;
  readonly largest: number;
  readonly quantity: Quantity;
  /** From 0 to 1: how strong the smallest value is drawn. */
  readonly weakest: number;
}

/** A ramp from nothing to the largest value, with their numbers and with what is read at the pointer beside it. */
export function scaleBar({ measure, largest, quantity, weakest }: Scale, readout: HTMLElement): HTMLElement {
  const ramp = element('span', { className: 'ramp', attributes: { 'aria-hidden': 'true' } });
  ramp.style.setProperty('--weakest', `${weakest * 100}%`);
  const number = (value: number) => element('span', { text: shortNumber(value, quantity) });
  const name = element('span', { text: measure });
  const scale = element('div', { className: 'scale' }, name, number(0), ramp, number(largest));
  return element('div', { className: 'below' }, scale, readout);
}

/** Of the ramp in a file, in pixels, and of how many colours it is made. */
const [rampWidth, steps] = [120, 60] as const;

/** The same in a file, 20 pixels high. */
export const scaleShapes = (
  { measure, largest, quantity, weakest }: Scale,
  { x, y }: { readonly x: number; readonly y: number },
): ChartShape[] => [
  chartText(`${measure}  ${shortNumber(0, quantity)}`, { x, y: y + 10, anchor: 'end' }),
  ...Array.from({ length: steps }, (_, step): ChartShape => ({
    kind: 'box',
    x: x + 8 + (step * rampWidth) / steps,
    y,
    width: rampWidth / steps,
    height: 12,
    fill: 'series0',
    opacity: weakest + ((1 - weakest) * (step + 0.5)) / steps,
  })),
  chartText(shortNumber(largest, quantity), { x: x + 136, y: y + 10 }),
];
