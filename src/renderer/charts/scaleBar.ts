import { element } from '../element.js';
import { seriesLook, type ThemeColors } from './look.js';
import { shortNumber, type Quantity } from './quantity.js';
import { escaped } from '../../model/text/xmlText.js';

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

/** The same for an SVG file, 20 pixels high. */
export function scalePicture(
  { measure, largest, quantity, weakest }: Scale,
  { x, y, colors }: { readonly x: number; readonly y: number; readonly colors: ThemeColors },
): string {
  const paint = `stop-color="${escaped(seriesLook(0, colors).color)}"`;
  const text = (place: string, words: string) =>
    `<text ${place} y="${y + 10}" fill="${escaped(colors.text)}">${escaped(words)}</text>`;
  return [
    `<defs><linearGradient id="ramp"><stop ${paint} stop-opacity="${weakest}"/><stop offset="1" ${paint}/></linearGradient></defs>`,
    text(`x="${x}" text-anchor="end"`, `${measure}  ${shortNumber(0, quantity)}`),
    `<rect x="${x + 8}" y="${y}" width="120" height="12" fill="url(#ramp)"/>`,
    text(`x="${x + 136}"`, shortNumber(largest, quantity)),
  ].join('');
}
