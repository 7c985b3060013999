import { paints } from '../../model/pictures/drawing.js';
import type { Palette } from '../../model/pictures/writeSvg.js';

const variable = (paint: string) => `--picture-${paint}`;

const paletteOf = (colorOf: (name: string) => string, font: string): Palette =>
  Object.assign(
    { font },
    Object.fromEntries(paints.map(paint => [paint, colorOf(variable(paint))])),
  ) as Palette;

/** The colours of whatever theme the editor has: they change with it, and nothing is drawn anew. */
export const screenPalette: Palette = paletteOf(name => `var(${name})`, 'var(--vscode-font-family)');

/** The colours and the font of the theme as they are now, for a file. */
export function filePalette(place: Element): Palette {
  const style = getComputedStyle(place);
  const read = (name: string) => style.getPropertyValue(name).trim() || '#888888';
  return paletteOf(read, style.getPropertyValue('--vscode-font-family').trim() || 'sans-serif');
}
