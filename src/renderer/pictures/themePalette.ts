import type { Paint } from '../../model/pictures/drawing.js';
import { pictureHatched, type Palette } from '../../model/pictures/writeSvg.js';

const variable = (paint: Paint) => `--picture-${paint}`;

/** The colours of whatever theme the editor has: they change with it, and nothing is drawn anew. */
export const screenPalette: Palette = {
  font: 'var(--vscode-font-family)',
  colorOf: paint => `var(${variable(paint)})`,
  hatched: pictureHatched,
};

/** The colours and the font of the theme as they are now, for a file. */
export function filePalette(place: Element): Palette {
  const style = getComputedStyle(place);
  return {
    font: style.getPropertyValue('--vscode-font-family').trim() || 'sans-serif',
    colorOf: paint => style.getPropertyValue(variable(paint)).trim() || '#888888',
    hatched: pictureHatched,
  };
}
