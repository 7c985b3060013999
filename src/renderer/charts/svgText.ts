import { hatchingPath, type SeriesLook, type ThemeColors } from './look.js';
import { escaped } from '../../model/text/xmlText.js';

/** Words of ours in the place of a text of the result lean, as they do in a table. */
export const slant = (isText: boolean): string => (isText ? '' : ' font-style="italic"');

const titleRow = 24;

/** The text of an SVG file with the colours of the theme; its size is that of the content below the title. */
export function svgFile(
  { width, height, title }: { readonly width: number; readonly height: number; readonly title: string },
  { background, font, text }: ThemeColors,
  content: readonly string[],
): string {
  const whole = height + titleRow;
  const size = `width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(font)}" font-size="11">`,
    `<rect width="${width}" height="${whole}" fill="${escaped(background)}"/>`,
    `<text x="8" y="16" font-size="12" font-weight="bold" fill="${escaped(text)}">${escaped(title)}</text>`,
    `<g transform="translate(0 ${titleRow})">`,
    ...content,
    '</g></svg>\n',
  ].join('\n');
}

/** The patterns that `hatchingFill` names, for the definitions of an SVG file. */
export function hatchingDefinitions(looks: readonly SeriesLook[], background: string): string {
  const patterns = looks.map(({ color, hatching }, index) => {
    const paint = escaped(color);
    const opacity = hatching === 'plain' ? 0.45 : 0.2;
    return [
      `<pattern id="look${index}" width="8" height="8" patternUnits="userSpaceOnUse">`,
      `<rect width="8" height="8" fill="${escaped(background)}"/>`,
      `<rect width="8" height="8" fill="${paint}" fill-opacity="${opacity}"/>`,
      `<path d="${hatchingPath[hatching]}" stroke="${paint}" stroke-width="1.2" fill="none"/></pattern>`,
    ].join('');
  });
  return `<defs>${patterns.join('')}</defs>`;
}

/** The fill of a series. */
export const hatchingFill = (index: number): string => `url(#look${index})`;
