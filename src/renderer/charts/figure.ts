import { element } from '../element.js';
import type { ChartView, Drawing } from './chartView.js';

/** A drawing below its title, and above what is to be said about it; its picture has the title, too. */
export function inFigure(
  drawing: Drawing,
  { title, notes }: { readonly title: string; readonly notes: readonly Node[] },
): ChartView {
  const caption = element('figcaption', { text: title });
  return {
    element: element('figure', {}, caption, drawing.element, ...notes),
    start: () => drawing.start(),
    redraw: () => drawing.redraw(),
    dispose: () => drawing.dispose(),
    picture: () => drawing.picture(title),
  };
}
