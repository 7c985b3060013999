import { element } from '../element.js';
import type { ColorScale } from '../../model/charts/colorScale.js';
import { shortNumber } from '../../model/charts/quantity.js';

/** A ramp from nothing to the largest value, with their numbers and with what is read at the pointer beside it. */
export function scaleBar(
  { measure, largest, quantity, weakest }: ColorScale,
  readout: HTMLElement,
): HTMLElement {
  const ramp = element('span', { className: 'ramp', attributes: { 'aria-hidden': 'true' } });
  ramp.style.setProperty('--weakest', `${weakest * 100}%`);
  const number = (value: number) => element('span', { text: shortNumber(value, quantity) });
  const name = element('span', { text: measure });
  const scale = element('div', { className: 'scale' }, name, number(0), ramp, number(largest));
  return element('div', { className: 'below' }, scale, readout);
}
