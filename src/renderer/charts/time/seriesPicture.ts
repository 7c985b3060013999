import { axisValues, shortNumber } from '../quantity.js';
import { marksPicture, marksWithin } from './marks.js';
import { drawnValues, isStacked, type DrawnSeries } from './seriesData.js';
import { hatchingDefinitions, hatchingFill, slant, svgFile } from '../svgText.js';
import { escaped } from '../../../model/text/xmlText.js';
import { bucketLength, partialBands, timeLabels, timeStep } from './timeAxis.js';

/** What a picture of lines over time is made of. */
export interface SeriesPicture extends DrawnSeries {
  readonly title: string;
  /** Seconds. */
  readonly range: { readonly from: number; readonly to: number };
}

interface Scales {
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}

const [width, plotHeight, left, right, top] = [900, 300, 80, 80, 16] as const;
const legendRow = 18;
/** Width of a point that no line leads to, in pixels. */
const lone = 3;

/** The text of an SVG file of lines, areas or bars over time, with axes and legend. */
export function seriesPicture(picture: SeriesPicture): string {
  const { data, looks, colors, isDrawn, kind, range } = picture;
  const values = drawnValues(picture);
  const shown = data.series.flatMap(({ id }, index) => (isDrawn(id) ? [index] : []));
  const inRange = (at: number) => (data.times[at] ?? 0) >= range.from && (data.times[at] ?? 0) <= range.to;
  const marks = data.axes.map((quantity, axis) => {
    const onAxis = shown
      .filter(index => data.series[index]?.axis === axis)
      .flatMap(index => values[index] ?? []);
    const atTime = onAxis.map((value, at) => (inRange(at % data.times.length) ? (value ?? 0) : 0));
    return axisValues(
      atTime.reduce((most, value) => Math.max(most, value), 0),
      quantity,
    );
  });
  const padding = kind === 'bars' ? bucketLength(data.times) / 2 : 0;
  const shownRange = { from: range.from - padding, to: range.to + padding };
  const scales = marks.map(each => toScales(shownRange, each.at(-1) || 1));
  const [scale = toScales(shownRange, 1)] = scales;
  const order = isStacked(kind) ? shown.toReversed() : shown;
  const lines = order.map(index => {
    const points = (values[index] ?? []).map(
      (value, at) => [data.times[at] ?? 0, inRange(at) ? value : null] as const,
    );
    return drawSeries(unbroken(points), {
      ...picture,
      scales: scales[data.series[index]?.axis ?? 0] ?? scale,
      index,
    });
  });
  const height = top + plotHeight + 50 + shown.length * legendRow;
  const background = kind === 'area' ? 'none' : colors.background;
  return svgFile({ width, height, title: picture.title }, colors, [
    hatchingDefinitions(looks, background),
    ...marks.map((each, axis) => valueAxis(each, axis, { ...picture, scales: scales[axis] ?? scale })),
    timeAxis(scale, picture),
    ...partialMarks(scale, picture),
    ...lines,
    ...marksPicture(marksWithin(picture.marks ?? [], range.from, range.to), {
      x: scale.x,
      top,
      height: plotHeight,
      color: colors.text,
    }),
    legend(shown, picture),
  ]);
}

function partialMarks({ x }: Scales, { data, colors }: SeriesPicture): string[] {
  return partialBands(data, x).flatMap(({ from, to }) => {
    const start = Math.max(from, left);
    const length = round(Math.min(to, width - right) - start);
    if (length <= 0) return [];
    return `<rect x="${round(start)}" y="${top}" width="${length}" height="${plotHeight}" fill="${escaped(colors.line)}"/>`;
  });
}

function toScales({ from, to }: SeriesPicture['range'], largest: number): Scales {
  const length = to - from || 1;
  return {
    x: time => round(left + ((time - from) / length) * (width - left - right)),
    y: value => round(top + plotHeight - (value / largest) * plotHeight),
  };
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;

type Point = readonly [time: number, value: number];

/** Runs of points that a line may connect. */
function unbroken(points: readonly (readonly [time: number, value: number | null])[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const [time, value] of points) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push([time, value]);
  }
  return runs.filter(run => run.length > 0);
}

function drawSeries(
  runs: readonly (readonly Point[])[],
  { kind, data, looks, scales, index }: SeriesPicture & { readonly scales: Scales; readonly index: number },
): string {
  const { x, y } = scales;
  const { color = '#888888', dash = [], isThin } = looks[index] ?? {};
  const stroke = `stroke="${escaped(color)}"`;
  const fill = `fill="${hatchingFill(index)}"`;
  if (kind === 'bars') {
    const barWidth = round(Math.max(1, (x(bucketLength(data.times)) - x(0)) * 0.8));
    const bars = runs.flat().map(([time, value]) => {
      const barTop = y(value);
      return `<rect x="${round(x(time) - barWidth / 2)}" y="${barTop}" width="${barWidth}" height="${round(y(0) - barTop)}"/>`;
    });
    return `<g ${stroke} ${fill}>${bars.join('')}</g>`;
  }
  const line = (run: readonly Point[]) => {
    const [[time, value] = [0, 0], ...others] = run;
    if (others.length === 0) return `M${x(time) - lone / 2} ${y(value)}h${lone}`;
    return run.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point[0])} ${y(point[1])}`).join('');
  };
  const path = runs.map(line).join('');
  if (kind === 'line') {
    return `<path d="${path}" ${stroke} stroke-width="${isThin ? 1 : 2}" stroke-dasharray="${dash.join(' ')}" fill="none"/>`;
  }
  const closed = runs.map(run => {
    const [first, last] = [run[0]?.[0] ?? 0, run.at(-1)?.[0] ?? 0];
    return `${line(run)}L${x(last)} ${y(0)}L${x(first)} ${y(0)}Z`;
  });
  return `<path d="${closed.join('')}" ${fill}/><path d="${path}" ${stroke} fill="none"/>`;
}

/** Lines across belong to the first axis only. */
function valueAxis(
  marks: readonly number[],
  axis: number,
  { scales: { y }, data, colors }: SeriesPicture & { readonly scales: Scales },
): string {
  const place = axis === 0 ? `x="${left - 8}" text-anchor="end"` : `x="${width - right + 8}"`;
  const lines = marks.map(value => {
    const label = escaped(shortNumber(value, data.axes[axis]!));
    const text = `<text ${place} y="${y(value) + 4}" fill="${escaped(colors.text)}">${label}</text>`;
    const line = `<path d="M${left} ${y(value)}H${width - right}" stroke="${escaped(colors.line)}"/>`;
    return axis === 0 ? line + text : text;
  });
  return lines.join('');
}

function timeAxis({ x }: Scales, { range, zone, colors }: SeriesPicture): string {
  const step = timeStep(range.to - range.from);
  const first = Math.ceil(range.from / step) * step;
  const times = Array.from(
    { length: Math.floor((range.to - first) / step) + 1 },
    (_, index) => first + index * step,
  );
  const labels = timeLabels(times, step, zone).map((label, index) => {
    const [clock = '', date = ''] = label.split('\n');
    const place = `x="${x(times[index] ?? 0)}" text-anchor="middle" fill="${escaped(colors.text)}"`;
    return `<text ${place} y="${top + plotHeight + 16}">${clock}</text><text ${place} y="${top + plotHeight + 30}">${date}</text>`;
  });
  return labels.join('');
}

function legend(shown: readonly number[], { data, looks, kind, colors }: SeriesPicture): string {
  const entries = shown.map((index, row) => {
    const y = top + plotHeight + 44 + row * legendRow;
    const { color = '#888888', dash = [] } = looks[index] ?? {};
    const stroke = `stroke="${escaped(color)}"`;
    const sign =
      kind === 'line'
        ? `<path d="M${left} ${y + 6}h24" ${stroke} stroke-width="2.5" stroke-dasharray="${dash.join(' ')}"/>`
        : `<rect x="${left}" y="${y}" width="24" height="12" ${stroke} fill="${hatchingFill(index)}"/>`;
    const { name = '', isText = true } = data.series[index] ?? {};
    return `${sign}<text x="${left + 32}" y="${y + 10}" fill="${escaped(colors.text)}"${slant(isText)}>${escaped(name)}</text>`;
  });
  return entries.join('');
}
