import type { ChartPaint } from '../../model/charts/chartShape.js';
import { chartHatched, plainTint, type SeriesLook } from '../../model/charts/seriesLook.js';
import { hatchings, hatchingSide } from '../../model/pictures/drawing.js';

/** How one series is drawn on the screen. */
export interface ScreenLook extends SeriesLook {
  readonly color: string;
}

const colorNames = ['blue', 'orange', 'green', 'purple', 'red', 'yellow'];
const fallback = ['#3794ff', '#d18616', '#89d185', '#b180d7', '#f14c4c', '#cca700'];

/** The colours of the editor's theme as they are now. */
export interface ThemeColors {
  readonly series: readonly string[];
  readonly text: string;
  readonly line: string;
  /** Of countries without a value. */
  readonly land: string;
  readonly ground: string;
  readonly font: string;
}

/** Reads the theme at an element. */
export function themeColors(place: Element): ThemeColors {
  const style = getComputedStyle(place);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const isHighContrast = /vscode-high-contrast/.test(document.body.className);
  const ground = read('--vscode-editor-background', '#ffffff');
  const text = read('--vscode-charts-foreground', read('--vscode-foreground', '#888888'));
  const pixel = pixelReader();
  const series = colorNames.map((name, index) => {
    const otherwise = fallback[index] ?? '#888888';
    const color = read(`--vscode-charts-${name}`, otherwise);
    return isVisible(pixel?.(ground), pixel?.(color)) ? color : otherwise;
  });
  return {
    series: [...series, ...series.map(color => mixed(color, pixel?.(color), pixel?.(text)))],
    text,
    line: isHighContrast ? 'rgba(128, 128, 128, 0.6)' : 'rgba(128, 128, 128, 0.25)',
    land: 'rgba(128, 128, 128, 0.15)',
    ground,
    font: read('--vscode-font-family', 'sans-serif'),
  };
}

type Pixel = readonly [red: number, green: number, blue: number];

/** Reads colours of any kind as they come to be on top of those read before; undefined where nothing can be painted. */
function pixelReader(): ((color: string) => Pixel) | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return (
    (drawing &&
      (color => {
        drawing.fillStyle = color;
        drawing.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = drawing.getImageData(0, 0, 1, 1).data;
        return [red, green, blue];
      })) ??
    undefined
  );
}

/** Some themes have chart colours that are see-through; a line in such a colour cannot be seen. */
function isVisible(behind: Pixel | undefined, above: Pixel | undefined): boolean {
  const leastContrast = 2;
  if (!behind || !above) return true;
  const luminance = (pixel: Pixel) => {
    const [red = 0, green = 0, blue = 0] = pixel.map(part => (part / 255) ** 2.2);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [dark, bright] = [luminance(behind), luminance(above)].sort((one, other) => one - other);
  return (bright ?? 0) / (dark ?? 1) >= leastContrast;
}

/** A second series of colours for a theme that has only six: halfway to the colour of its text. */
function mixed(color: string, own: Pixel | undefined, text: Pixel | undefined): string {
  if (!own || !text) return color;
  return `rgb(${own.map((part, index) => Math.round((part + (text[index] ?? part)) / 2)).join(', ')})`;
}

/** The colour of a paint in a theme. */
export const colorOf = (paint: ChartPaint, colors: ThemeColors): string =>
  colors[paint as keyof ThemeColors & ChartPaint] ??
  colors.series[Number(paint.slice('series'.length))] ??
  '#888888';

/** A look in the colours of a theme. */
export const screenLook = (look: SeriesLook, colors: ThemeColors): ScreenLook => ({
  ...look,
  color: colorOf(look.paint, colors),
});

/** What fills an area of a canvas; with a background it hides what was drawn before. */
export function fillStyle(
  context: CanvasRenderingContext2D,
  { color, hatching, background }: ScreenLook & { readonly background: string | undefined },
): CanvasPattern | string {
  const canvas = document.createElement('canvas');
  const scale = window.devicePixelRatio || 1;
  canvas.width = canvas.height = Math.round(hatchingSide * scale);
  const drawing = canvas.getContext('2d');
  if (!drawing) return color;
  drawing.scale(canvas.width / hatchingSide, canvas.height / hatchingSide);
  if (background !== undefined) {
    drawing.fillStyle = background;
    drawing.fillRect(0, 0, hatchingSide, hatchingSide);
  }
  drawing.fillStyle = color;
  drawing.globalAlpha = hatching ? chartHatched.tint : plainTint;
  drawing.fillRect(0, 0, hatchingSide, hatchingSide);
  drawing.globalAlpha = 0.9;
  drawing.strokeStyle = color;
  drawing.lineWidth = hatching === 'dots' ? 2 : chartHatched.strokeWidth;
  if (hatching) drawing.stroke(new Path2D(hatchings[hatching]));
  return context.createPattern(canvas, 'repeat') ?? color;
}
