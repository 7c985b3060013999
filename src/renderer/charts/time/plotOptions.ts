import uPlot from 'uplot';
import { markShapes } from '../../../model/charts/time/placedMarks.js';
import {
  isStacked,
  lonePlaces,
  type DrawnSeries,
  type Series,
} from '../../../model/charts/time/seriesData.js';
import { thresholdShapes } from '../../../model/charts/time/thresholdShapes.js';
import { partialShapes } from '../../../model/charts/time/timeAxis.js';
import { mostForWide } from '../../../model/charts/time/timePicture.js';
import {
  chartPlaces,
  timeScales,
  type ChartPlaces,
  type TimeScales,
} from '../../../model/charts/time/timeScales.js';
import type { Tick } from '../../../model/charts/time/valueScale.js';
import { fillStyle, screenLook, type ThemeColors } from '../look.js';
import { paintShapes } from './marks.js';

/** What a plot is made of. */
export interface PlotParts extends DrawnSeries {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly onCursor: (index: number | null | undefined) => void;
  /** Seconds. */
  readonly onRange: (range: { readonly from: number; readonly to: number }) => void;
  /** The values of the series as they lie on each other. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly colors: ThemeColors;
}

/** The options that uPlot draws with. */
export function plotOptions(parts: PlotParts): uPlot.Options {
  const { data, kind, width, height, onCursor, onRange } = parts;
  const scales = new ShownScales(parts);
  const places = (plot: uPlot) => chartPlaces(scales.of(plot));
  const lines = data.series.map((line, index) => plotSeries(parts, { line, index }));
  const shapesOver = (at: ChartPlaces) => [
    ...thresholdShapes(data, at),
    ...markShapes(parts.marks ?? [], at),
  ];
  const valueAxis = (axis: number): uPlot.Scale => ({
    range: plot => scales.valueRange(plot, axis),
    // 3 is a logarithmic one.
    distr: data.axes[axis]?.isLogarithmic ? 3 : 1,
  });
  return {
    width,
    height,
    padding: [
      plot => scales.room(plot).top,
      plot => (data.axes.length > 1 ? 0 : scales.room(plot).right),
      0,
      0,
    ],
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: true, dist: 4 }, y: false, points: { size: 6 } },
    scales: {
      x: { time: false, range: (plot, from, to) => scales.see(plot, { from, to }) },
      y: valueAxis(0),
      right: valueAxis(1),
    },
    series: [{}, ...(isStacked(kind) ? lines.toReversed() : lines)],
    axes: axes(parts, scales),
    hooks: {
      drawAxes: [plot => paintShapes(plot, partialShapes(data, places(plot)), parts.colors)],
      draw: [plot => paintShapes(plot, shapesOver(places(plot)), parts.colors)],
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

/** The scale of an axis by its place. */
export const scaleOf = (axis: number): string => (axis === 0 ? 'y' : 'right');

/** The scales of a plot on the screen, which follow its size and what is in sight of it. */
class ShownScales {
  private range: { readonly from: number; readonly to: number } | undefined;
  private last: TimeScales | undefined;

  constructor(private readonly parts: PlotParts) {}

  of(plot: uPlot): TimeScales {
    const { width = this.parts.width, height = this.parts.height } = plot;
    const { last } = this;
    if (last && last.width === width && last.height === height) return last;
    return (this.last = timeScales(this.parts, { width, height, range: this.range }));
  }

  /** Takes another part of the time into sight. @returns what the plot shows of it */
  see(plot: uPlot, range: { readonly from: number; readonly to: number }): uPlot.Range.MinMax {
    this.range = range;
    this.last = undefined;
    const { min, max } = this.of(plot).time;
    return [min, max];
  }

  valueRange(plot: uPlot, axis: number): uPlot.Range.MinMax {
    const { min = 0, max = 1 } = this.of(plot).values[axis] ?? {};
    return [min, max];
  }

  /** The ticks of an axis of a plot, that of time first. */
  ticks(plot: uPlot, place: number): readonly Tick[] {
    const { time, values } = this.of(plot);
    return [time, ...values][place]?.ticks ?? [];
  }

  /** Pixels around the lines. */
  room(plot: uPlot): {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  } {
    const { width, height, box } = this.of(plot);
    return {
      left: box.x,
      right: width - box.x - box.width,
      top: box.y,
      bottom: height - box.y - box.height,
    };
  }
}

function plotSeries(
  { kind, data, looks, colors, isDrawn }: PlotParts,
  { line, index }: { readonly line: Series; readonly index: number },
): uPlot.Series {
  const look = screenLook(looks[index]!, colors);
  const path = kind === 'bars' ? uPlot.paths.bars?.({ size: [0.8, 60], align: 0 }) : uPlot.paths.linear?.();
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

/** The points that no line leads to or from; where all points are shown, all of them. */
const lonePoints: uPlot.Series.Points.Filter = (plot, series, isShown) =>
  isShown ? null : lonePlaces(plot.data[series] ?? []);

function axes({ colors, data }: PlotParts, scales: ShownScales): uPlot.Axis[] {
  const axis = (place: number, side: 'left' | 'right' | 'bottom'): uPlot.Axis => ({
    stroke: colors.text,
    font: `11px ${colors.font}`,
    grid: { stroke: colors.line, width: 1, show: side !== 'right' },
    ticks: { stroke: colors.line, width: 1, size: 4 },
    // Ours are there in any case; without a step of its own, the plot would draw none.
    incrs: [Number.MAX_VALUE],
    splits: plot => scales.ticks(plot, place).map(({ at }) => at),
    values: plot => scales.ticks(plot, place).map(({ text }) => text),
    // Otherwise a logarithmic axis keeps powers of ten alone.
    filter: (_plot, places) => places,
    size: plot => scales.room(plot)[side],
  });
  const sides = ['left', 'right'] as const;
  return [
    axis(0, 'bottom'),
    ...data.axes.map((_, at): uPlot.Axis => ({
      ...axis(at + 1, sides[at] ?? 'right'),
      scale: scaleOf(at),
      side: at === 0 ? 3 : 1,
    })),
  ];
}
