/** How one series is drawn: told apart by colour, and without colours by dashes and hatching. */
export interface SeriesLook {
  readonly color: string;
  /** Lengths of dashes and gaps in pixels; empty for a whole line. */
  readonly dash: readonly number[];
  readonly hatching: Hatching;
  readonly isThin?: boolean;
}

export type Hatching = keyof typeof hatchingPath;

const colorNames = ['blue', 'orange', 'green', 'purple', 'red', 'yellow'];
const fallback = ['#3794ff', '#d18616', '#89d185', '#b180d7', '#f14c4c', '#cca700'];
const dashes = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [5, 2],
  [14, 4],
  [2, 6],
  [10, 3, 2, 3, 2, 3],
  [6, 6],
  [14, 3, 5, 3],
];

/** The strokes of a hatching in a square of 8 pixels, as a path of SVG. */
export const hatchingPath = {
  plain: '',
  rising: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  dots: 'M3 4h2M7 0h2M-1 0h2M7 8h2M-1 8h2',
  falling: 'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  crossed: 'M0 0L8 8M8 0L0 8',
  flat: 'M0 4H8',
  upright: 'M4 0V8',
  squares: 'M0 4H8M4 0V8',
  zigzag: 'M0 6L4 2L8 6',
  bricks: 'M0 2H4M4 6H8',
} as const;
const hatchings = Object.keys(hatchingPath) as readonly Hatching[];

/** The colours of the editor's theme as they are now. */
export interface ThemeColors {
  readonly series: readonly string[];
  readonly text: string;
  readonly line: string;
  readonly background: string;
  readonly font: string;
  readonly isHighContrast: boolean;
}

/** Reads the theme at an element. */
export function themeColors(place: Element): ThemeColors {
  const style = getComputedStyle(place);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const isHighContrast = /vscode-high-contrast/.test(document.body.className);
  const background = read('--vscode-editor-background', '#ffffff');
  const text = read('--vscode-charts-foreground', read('--vscode-foreground', '#888888'));
  const pixel = pixelReader();
  const series = colorNames.map((name, index) => {
    const otherwise = fallback[index] ?? '#888888';
    const color = read(`--vscode-charts-${name}`, otherwise);
    return isVisible(pixel?.(background), pixel?.(color)) ? color : otherwise;
  });
  return {
    series: [...series, ...series.map(color => mixed(color, pixel?.(color), pixel?.(text)))],
    text,
    line: isHighContrast ? 'rgba(128, 128, 128, 0.6)' : 'rgba(128, 128, 128, 0.25)',
    background,
    font: read('--vscode-font-family', 'sans-serif'),
    isHighContrast,
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

/** The look of a series by its place in the order. */
export function seriesLook(index: number, { series }: ThemeColors): SeriesLook {
  return {
    color: series[index % series.length] ?? '#888888',
    dash: dashes[index % dashes.length] ?? [],
    hatching: hatchings[index % hatchings.length] ?? 'plain',
  };
}

/** The look of what was some time before, beside a series of this look. */
export const lookBefore = (look: SeriesLook): SeriesLook => ({ ...look, dash: [1, 3], isThin: true });

const tile = 8;

/** What fills an area of a canvas; with a background it hides what was drawn before. */
export function fillStyle(
  context: CanvasRenderingContext2D,
  { color, hatching, background }: SeriesLook & { readonly background: string | undefined },
): CanvasPattern | string {
  const canvas = document.createElement('canvas');
  const scale = window.devicePixelRatio || 1;
  canvas.width = canvas.height = Math.round(tile * scale);
  const drawing = canvas.getContext('2d');
  if (!drawing) return color;
  drawing.scale(canvas.width / tile, canvas.height / tile);
  if (background !== undefined) {
    drawing.fillStyle = background;
    drawing.fillRect(0, 0, tile, tile);
  }
  drawing.fillStyle = color;
  drawing.globalAlpha = hatching === 'plain' ? 0.45 : 0.2;
  drawing.fillRect(0, 0, tile, tile);
  drawing.globalAlpha = 0.9;
  drawing.strokeStyle = color;
  drawing.lineWidth = hatching === 'dots' ? 2 : 1.2;
  drawing.stroke(new Path2D(hatchingPath[hatching]));
  return context.createPattern(canvas, 'repeat') ?? color;
}
