import type { ChartPaint } from '../charts/chartShape.js';
import { chartHatched, seriesColors } from '../charts/seriesLook.js';
import type { Palette } from '../pictures/writeSvg.js';

/** Colours of a report. */
export interface ReportColors {
  readonly ground: string;
  /** Behind what is on the ground. */
  readonly page: string;
  readonly text: string;
  readonly dim: string;
  readonly line: string;
  readonly land: string;
  readonly link: string;
  readonly warning: string;
  readonly series: readonly string[];
}

export const lightColors: ReportColors = {
  ground: '#ffffff',
  page: '#f6f7f9',
  text: '#1c2128',
  dim: '#5a6472',
  line: '#e4e8ed',
  land: '#d9dfe6',
  link: '#0b62b8',
  warning: '#8f5a00',
  series: ['#1f6fc5', '#c2620e', '#2c8439', '#8250b8', '#cc3a34', '#927500'],
};

export const darkColors: ReportColors = {
  ground: '#1d2127',
  page: '#15181d',
  text: '#e3e7ed',
  dim: '#9aa5b3',
  line: '#323942',
  land: '#434c58',
  link: '#6cb2ff',
  warning: '#e2ae4f',
  series: ['#58a6ff', '#f0943e', '#63c174', '#bd93f0', '#ff7b72', '#d8b94a'],
};

/** A second series of colours is halfway to that of the text, as on the screen. */
function colorOf(paint: ChartPaint, { series, text, line, land, ground }: ReportColors): string {
  const plain: Readonly<Record<string, string>> = { text, line, land, ground };
  const place = Number(paint.slice('series'.length));
  return plain[paint] ?? series[place] ?? mixed(series[place % series.length] ?? text, text);
}

function mixed(one: string, other: string): string {
  const parts = [1, 3, 5].map(at => {
    const partOf = (color: string) => Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round((partOf(one) + partOf(other)) / 2)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

const paints: readonly ChartPaint[] = [
  'text',
  'line',
  'land',
  'ground',
  ...Array.from({ length: seriesColors }, (_, place): ChartPaint => `series${place}`),
];

/** Colours as variables of CSS, for pictures too. */
export function colorVariables(colors: ReportColors): string {
  const { page, dim, link, warning } = colors;
  const drawn = paints.map(paint => [paint, colorOf(paint, colors)]);
  const others = Object.entries({ page, dim, link, warning });
  return [...drawn, ...others].map(([name, color]) => `--${name}:${color}`).join(';');
}

/** For a picture inside of a page: it has the colours of that, in light and in dark. @param scope unlike that of any other picture */
export const pagePalette = (scope: string): Palette<ChartPaint> => ({
  font: 'inherit',
  colorOf: paint => `var(--${paint})`,
  hatched: chartHatched,
  scope,
});

/** For a picture in a file of its own. */
export const filePalette: Pick<Palette<ChartPaint>, 'font' | 'colorOf'> = {
  font: 'system-ui, sans-serif',
  colorOf: paint => colorOf(paint, lightColors),
};
