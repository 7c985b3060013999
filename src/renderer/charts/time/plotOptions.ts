import uPlot from 'uplot';
import type { Box } from '../../../model/pictures/drawing.js';
import { zoneName } from '../../timeText.js';
import { fillStyle } from '../look.js';
import { axisSteps, shortNumber } from '../../quantity.js';
import { markShapes, paintShapes } from './marks.js';
import { isStacked, lonePlaces, type DrawnSeries, type Series } from './seriesData.js';
import { bucketLength, partialShapes, timeLabels, type TimePlace } from './timeAxis.js';

/** What a plot has drawn last, besides its lines. */
export interface PlotTrace {
  /** What it has written at its axes, that of time first. */
  readonly labels: Map<number, readonly { readonly at: number; readonly text: string }[]>;
  /** Its bars by the place of their series in the plot, in pixels of the page. */
  readonly bars: Map<number, Box[]>;
}

/** What a plot is made of. */
export interface PlotParts extends DrawnSeries {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly onCursor: (index: number | null | undefined) => void;
  /** Seconds. */
  readonly onRange: (range: { readonly from: number; readonly to: number }) => void;
  /** Where it notes what it draws. */
  readonly trace: PlotTrace;
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
      drawAxes: [plot => paintShapes(plot, partialShapes(data, plotPlace(plot)), parts.colors)],
      draw: [plot => paintShapes(plot, markShapes(parts.marks ?? [], plotPlace(plot)), parts.colors)],
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

/** Where the plot is within its axes, in pixels of the page. */
export function plotPlace({ bbox, valToPos }: uPlot): TimePlace {
  const density = window.devicePixelRatio || 1;
  const x = bbox.left / density;
  const y = bbox.top / density;
  return {
    x: time => x + valToPos(time, 'x'),
    box: { x, y, width: bbox.width / density, height: bbox.height / density },
  };
}

/** More points than a screen has columns run into one another; narrow lines stay readable, and are drawn much faster. */
const mostForWide = 4000;

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function plotSeries(
  { kind, data, looks, colors, isDrawn, trace }: PlotParts,
  { line, index }: { readonly line: Series; readonly index: number },
): uPlot.Series {
  const look = looks[index]!;
  const path = kind === 'bars' ? barPaths(trace) : uPlot.paths.linear?.();
  const background = kind === 'area' ? undefined : colors.ground;
  return {
    label: line.name,
    scale: scaleOf(line.axis),
    show: isDrawn(line.id),
    stroke: look.color,
    width: kind === 'line' && data.times.length <= mostForWide && !look.isThin ? 2 : 1,
    ...(path && { paths: path }),
    ...(kind === 'line' && { dash: [...look.dash], points: { fill: colors.ground, filter: lonePoints } }),
    ...(kind !== 'line' && { fill: (plot: uPlot) => fillStyle(plot.ctx, { ...look, background }) }),
    ...(kind !== 'line' && { points: { show: false, ...(kind !== 'bars' && { filter: lonePoints }) } }),
  };
}

/** Bars, which are noted as they are drawn. */
function barPaths({ bars }: PlotTrace): uPlot.Series.PathBuilder | undefined {
  const draw = uPlot.paths.bars?.({
    size: [0.8, 60],
    align: 0,
    each: (_plot, place, _at, ...bar) => {
      const [x = 0, y = 0, width = 0, height = 0] = bar.map(
        pixels => pixels / (window.devicePixelRatio || 1),
      );
      bars.get(place)?.push({ x, y, width, height });
    },
  });
  return (
    draw &&
    ((plot, place, ...range) => {
      bars.set(place, []);
      return draw(plot, place, ...range);
    })
  );
}

/** The points that no line leads to or from; where all points are shown, all of them. */
const lonePoints: uPlot.Series.Points.Filter = (plot, series, isShown) =>
  isShown ? null : lonePlaces(plot.data[series] ?? []);

/** Room for half a bar on both sides. */
function barRange(times: readonly number[]): uPlot.Scale.Range {
  const step = bucketLength(times);
  return (_plot, min, max) => [min - step / 2, max + step / 2];
}

function axes({ colors, data, zone, trace }: PlotParts): uPlot.Axis[] {
  const noted = (axis: number, places: readonly number[], texts: readonly string[]) => {
    trace.labels.set(
      axis,
      places.map((at, index) => ({ at, text: texts[index] ?? '' })),
    );
    return [...texts];
  };
  const common: uPlot.Axis = {
    stroke: colors.text,
    font: `11px ${colors.font}`,
    grid: { stroke: colors.line, width: 1 },
    ticks: { stroke: colors.line, width: 1, size: 4 },
  };
  return [
    {
      ...common,
      values: (_plot, times, axis, _space, step) => noted(axis, times, timeLabels(times, step, zone)),
      space: 70,
      size: 42,
    },
    ...data.axes.map((quantity, axis): uPlot.Axis => ({
      ...common,
      scale: scaleOf(axis),
      side: axis === 0 ? 3 : 1,
      grid: { ...common.grid, show: axis === 0 },
      incrs: axisSteps(quantity),
      values: (_plot, values, place) =>
        noted(
          place,
          values,
          values.map(value => shortNumber(value, quantity)),
        ),
      size: (_plot, labels) => 16 + 7 * Math.max(3, ...(labels ?? []).map(({ length }) => length)),
    })),
  ];
}
