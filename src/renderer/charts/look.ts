/** How one series is drawn: told apart by colour, and without colours by dashes and hatching. */
export interface SeriesLook {
  readonly color: string;
  /** Lengths of dashes and gaps in pixels; empty for a whole line. */
  readonly dash: readonly number[];
  readonly hatching: Hatching;
}

export type Hatching = 'plain' | 'rising' | 'falling' | 'dots' | 'crossed';

const colorNames = ['blue', 'orange', 'green', 'purple', 'red', 'yellow'];
const fallback = ['#3794ff', '#d18616', '#89d185', '#b180d7', '#f14c4c', '#cca700'];
const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 2]];
const hatchings: readonly Hatching[] = ['plain', 'rising', 'dots', 'falling', 'crossed'];

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
  return {
    series: colorNames.map((name, index) => {
      const otherwise = fallback[index] ?? '#888888';
      const color = read(`--vscode-charts-${name}`, otherwise);
      return isVisible(color, background) ? color : otherwise;
    }),
    text,
    line: isHighContrast ? 'rgba(128, 128, 128, 0.6)' : 'rgba(128, 128, 128, 0.25)',
    background,
    font: read('--vscode-font-family', 'sans-serif'),
    isHighContrast,
  };
}

/** Some themes have chart colours that are see-through; a line in such a colour cannot be seen. */
function isVisible(color: string, background: string): boolean {
  const leastContrast = 2;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) return true;
  const luminance = (paint: string) => {
    drawing.fillStyle = paint;
    drawing.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...drawing.getImageData(0, 0, 1, 1).data].map(
      part => (part / 255) ** 2.2,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [behind, above] = [luminance(background), luminance(color)];
  return Math.max(behind, above) / Math.min(behind, above) >= leastContrast;
}

/** The look of a series by its place in the order. */
export function seriesLook(index: number, { series }: ThemeColors): SeriesLook {
  return {
    color: series[index % series.length] ?? '#888888',
    dash: dashes[index % dashes.length] ?? [],
    hatching: hatchings[index % hatchings.length] ?? 'plain',
  };
}

const tile = 8;

/** The strokes of a hatching in a square of 8 pixels, as a path of SVG. */
export const hatchingPath: Readonly<Record<Hatching, string>> = {
  plain: '',
  rising: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  falling: 'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  dots: 'M3 4h2M7 0h2M-1 0h2M7 8h2M-1 8h2',
  crossed: 'M0 0L8 8M8 0L0 8',
};

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
