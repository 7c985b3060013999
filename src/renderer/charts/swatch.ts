import { svgElement } from '../element.js';
import { hatchingPath, type SeriesLook } from './look.js';

/** A small picture of how a series is drawn. */
export function swatch({ color, dash, hatching }: SeriesLook, isFilled: boolean): SVGElement {
  const children = isFilled
    ? [
        svgElement('rect', {
          width: 20,
          height: 12,
          fill: color,
          'fill-opacity': hatching === 'plain' ? 0.6 : 0.2,
        }),
        ...[0, 8, 16].map(x =>
          svgElement('path', {
            d: hatchingPath[hatching],
            transform: `translate(${x} 2)`,
            stroke: color,
            'stroke-width': 1.2,
            fill: 'none',
          }),
        ),
        svgElement('rect', { x: 0.5, y: 0.5, width: 19, height: 11, fill: 'none', stroke: color }),
      ]
    : [
        svgElement('path', {
          d: 'M0 6H20',
          stroke: color,
          'stroke-width': 2.5,
          'stroke-dasharray': dash.join(' '),
          fill: 'none',
        }),
      ];
  return svgElement('svg', { width: 20, height: 12, class: 'swatch', 'aria-hidden': 'true' }, ...children);
}
