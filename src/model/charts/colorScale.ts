import { chartText, type ChartShape } from './chartShape.js';
import { shortNumber, type Quantity } from './quantity.js';

/** What the strengths of a drawing mean. */
export interface ColorScale {
  readonly measure: string;
  /** The value that is drawn strongest; below zero where none is above it. */
  readonly largest: number;
  readonly quantity: Quantity;
  /** From 0 to 1: how strong what is next to zero is drawn. */
  readonly weakest: number;
}

/** Of the ramp in a file, in pixels, and of how many colours it is made. */
const [rampWidth, steps] = [120, 30] as const;

/** A ramp from nothing to the largest value with their numbers, 20 pixels high. */
export const scaleShapes = (
  { measure, largest, quantity, weakest }: ColorScale,
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
    opacity: Number((weakest + ((1 - weakest) * (step + 0.5)) / steps).toFixed(3)),
  })),
  chartText(shortNumber(largest, quantity), { x: x + 136, y: y + 10 }),
];
