import uPlot from 'uplot';
import { zoneName } from '../../timeText.js';
import { fillStyle } from '../look.js';
import { axisSteps, shortNumber } from '../quantity.js';
import { drawMarks } from './marks.js';
import { isStacked, lonePlaces, type DrawnSeries, type Series } from './seriesData.js';
import { bucketLength, partialBands, timeLabels } from './timeAxis.js';

/** What a plot is made of. */
export interface PlotParts extends DrawnSeries {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly onCursor: (index: number | null | undefined) => void;
  /** Seconds. */
  readonly onRange: (range: { readonly from: number; readonly to: number }) => void;
}

/** The options that uPlot draws with. */
export function plotOptions(parts: PlotParts): uPlot.Options {
  const { data, kind, width, height, zone, onCursor, onRange } = parts;
  const lines = data.series.map((line, index) => plotSeries(parts, { line, index }));
  return {
    width,
    height,
    // The last date is as wide at the right of its mark as at the left.
    padding: [null, data.axes.length > 1 ? null : 36, null, null],
    legend: { show: false },
    tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), zoneName(zone) ?? localZone()),
    cursor: { drag: { x: true, y: false, setScale: true, dist: 4 }, y: false, points: { size: 6 } },
    scales: {
      x: { time: true, ...(kind === 'bars' && { range: barRange(data.times) }) },
      y: { range: valueRange },
      right: { range: valueRange },
    },
    series: [{}, ...(isStacked(kind) ? lines.toReversed() : lines)],
    axes: axes(parts),
    hooks: {
      drawAxes: [plot => markPartial(plot, parts)],
      draw: [plot => drawMarks(plot, { marks: parts.marks ?? [], colors: parts.colors })],
      setCursor: [plot => onCursor(plot.cursor.idx)],
      setScale: [
        (plot, scale) => {
          const { min, max } = plot.scales['x'] ?? {};
          if (scale === 'x' && typeof min === 'number' && typeof max === 'number')
            onRange({ from: min, to: max });
        },
      ],
    },
  };
}

const valueRange: uPlot.Scale.Range = (_plot, min, max) => [
  Math.min(0, min ?? 0),
  Math.max(max ?? 0, 0) * 1.05 || 1,
];

/** The scale of an axis by its place. */
export const scaleOf = (axis: number): string => (axis === 0 ? 'y' : 'right');

function markPartial({ bbox, ctx, valToPos }: uPlot, { data, colors }: PlotParts): void {
  ctx.fillStyle = colors.line;
  for (const { from, to } of partialBands(data, time => valToPos(time, 'x', true))) {
    const left = Math.max(from, bbox.left);
    const width = Math.min(to, bbox.left + bbox.width) - left;
    if (width > 0) ctx.fillRect(left, bbox.top, width, bbox.height);
  }
}

/** More points than a screen has columns run into one another; narrow lines stay readable, and are drawn much faster. */
const mostForWide = 4000;

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function plotSeries(
  { kind, data, looks, colors, isDrawn }: PlotParts,
  { line, index }: { readonly line: Series; readonly index: number },
): uPlot.Series {
  const look = looks[index]!;
  const { bars, linear } = uPlot.paths;
  const path = kind === 'bars' ? bars?.({ size: [0.8, 60], align: 0 }) : linear?.();
  const background = kind === 'area' ? undefined : colors.background;
  return {
    label: line.name,
    scale: scaleOf(line.axis),
    show: isDrawn(line.id),
    stroke: look.color,
    width: kind === 'line' && data.times.length <= mostForWide && !look.isThin ? 2 : 1,
    ...(path && { paths: path }),
    ...(kind === 'line' && { dash: [...look.dash], points: { fill: colors.background, filter: lonePoints } }),
    ...(kind !== 'line' && { fill: (plot: uPlot) => fillStyle(plot.ctx, { ...look, background }) }),
    ...(kind !== 'line' && { points: { show: false, ...(kind !== 'bars' && { filter: lonePoints }) } }),
  };
}

/** The points that no line leads to or from; where all points are shown, all of them. */
const lonePoints: uPlot.Series.Points.Filter = (plot, series, isShown) =>
  isShown ? null : lonePlaces(plot.data[series] ?? []);

/** Room for half a bar on both sides. */
function barRange(times: readonly number[]): uPlot.Scale.Range {
  const step = bucketLength(times);
  return (_plot, min, max) => [min - step / 2, max + step / 2];
}

function axes({ colors, data, zone }: PlotParts): uPlot.Axis[] {
  const common: uPlot.Axis = {
    stroke: colors.text,
    font: `11px ${colors.font}`,
    grid: { stroke: colors.line, width: 1 },
    ticks: { stroke: colors.line, width: 1, size: 4 },
  };
  return [
    {
      ...common,
      values: (_plot, times, _axis, _space, step) => timeLabels(times, step, zone),
      space: 70,
      size: 42,
    },
    ...data.axes.map((quantity, axis): uPlot.Axis => ({
      ...common,
      scale: scaleOf(axis),
      side: axis === 0 ? 3 : 1,
      grid: { ...common.grid, show: axis === 0 },
      incrs: axisSteps(quantity),
      values: (_plot, values) => values.map(value => shortNumber(value, quantity)),
      size: (_plot, labels) => 16 + 7 * Math.max(3, ...(labels ?? []).map(({ length }) => length)),
    })),
  ];
}
