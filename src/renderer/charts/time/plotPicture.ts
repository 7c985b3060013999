import type uPlot from 'uplot';
import { chartText, titleHeight, type ChartPicture, type ChartShape } from '../chartPicture.js';
import { plainTint, type SeriesLook } from '../look.js';
import { markShapes } from './marks.js';
import { plotPlace, scaleOf, type PlotTrace } from './plotOptions.js';
import { isStacked, type DrawnSeries } from './seriesData.js';
import { partialShapes, type TimePlace } from './timeAxis.js';

/** A plot on the screen, and what it was made of. */
interface ShownPlot {
  readonly plot: uPlot;
  readonly shown: DrawnSeries;
  readonly trace: PlotTrace;
}

/** The same with its place in a file. */
interface PlacedPlot extends ShownPlot, TimePlace {
  readonly y: (value: number, scale: string) => number;
}

const legendRow = 18;
/** Width of a point that no line leads to, in pixels. */
const lone = 3;

/** What a plot shows on the screen, with its legend below. */
export function plotPicture(parts: ShownPlot): ChartPicture {
  const { plot, shown } = parts;
  const { x, box } = plotPlace(plot);
  const top = box.y + titleHeight;
  const placed: PlacedPlot = {
    ...parts,
    x: time => rounded(x(time)),
    y: (value, scale) => rounded(top + plot.valToPos(value, scale)),
    box: { ...box, y: top },
  };
  const drawn = plot.series.flatMap(({ show }, place) => (place > 0 && show ? [place] : []));
  const entries = drawn.map(place => seriesAt(parts, place)).toSorted((one, other) => one - other);
  const below = titleHeight + plot.height;
  return {
    width: plot.width,
    height: below + 2 + entries.length * legendRow,
    shapes: [
      ...shown.data.axes.flatMap((_, axis) => valueAxis(placed, axis)),
      ...timeAxis(placed),
      ...partialShapes(shown.data, placed),
      ...drawn.flatMap(place => seriesShapes(placed, place)),
      ...markShapes(shown.marks ?? [], placed),
      ...entries.flatMap((index, row) => legendEntry(shown, index, { x: box.x, y: below + row * legendRow })),
    ],
  };
}

const rounded = (pixels: number) => Math.round(pixels * 10) / 10;

const line = { kind: 'box', width: 1, height: 1, fill: 'line' } as const;

/** The number of the series at a place of a plot, which draws first what lies on top of others. */
const seriesAt = ({ shown: { data, kind } }: ShownPlot, place: number): number =>
  isStacked(kind) ? data.series.length - place : place - 1;

const timeAxis = ({ trace, x, box: { y, height } }: PlacedPlot): ChartShape[] =>
  (trace.labels.get(0) ?? []).flatMap(({ at, text }): ChartShape[] => [
    { ...line, x: x(at), y, height },
    ...text
      .split('\n')
      .map((words, row) => chartText(words, { x: x(at), y: y + height + 16 + row * 14, anchor: 'middle' })),
  ]);

/** Lines across belong to the first axis only. */
const valueAxis = ({ trace, y, box: { x, width } }: PlacedPlot, axis: number): ChartShape[] =>
  (trace.labels.get(axis + 1) ?? []).flatMap(({ at, text }): ChartShape[] => {
    const place = y(at, scaleOf(axis));
    if (axis > 0) return [chartText(text, { x: x + width + 8, y: place + 4 })];
    return [{ ...line, x, y: place, width }, chartText(text, { x: x - 8, y: place + 4, anchor: 'end' })];
  });

function seriesShapes(placed: PlacedPlot, place: number): ChartShape[] {
  const { plot, shown, trace, y } = placed;
  const look = shown.looks[seriesAt(placed, place)]!;
  const { width, scale = 'y' } = plot.series[place]!;
  const stroke = { stroke: look.paint, strokeWidth: width };
  const behind = shown.kind === 'area' ? undefined : 'ground';
  if (shown.kind === 'bars') {
    return (trace.bars.get(place) ?? []).flatMap(bar =>
      filled({ kind: 'box', ...bar, y: titleHeight + bar.y, ...stroke }, look, behind),
    );
  }
  const runs = unbroken(placed, place);
  const path = { kind: 'path', data: runs.map(runPath).join(''), ...stroke } as const;
  if (shown.kind === 'line') return [{ ...path, dash: look.dash }];
  const base = y(0, scale);
  const closed = runs.map(run => `${runPath(run)}L${run.at(-1)?.[0]} ${base}L${run[0]?.[0]} ${base}Z`);
  return [...filled({ kind: 'path', data: closed.join('') }, look, behind), path];
}

/** A shape in the look of a series; with something behind it, it hides what was drawn before. */
const filled = (
  shape: ChartShape & { readonly kind: 'box' | 'path' },
  { paint, hatching }: SeriesLook,
  behind?: 'ground',
): ChartShape[] => [
  ...(behind ? [{ ...shape, stroke: undefined, fill: behind }] : []),
  { ...shape, fill: paint, ...(hatching ? { hatching } : { opacity: plainTint }) },
];

type Point = readonly [x: number, y: number];

/** Runs of points in sight that a line connects. */
function unbroken({ plot, x, y }: PlacedPlot, place: number): Point[][] {
  const { min, max } = plot.scales['x']!;
  const { scale = 'y' } = plot.series[place]!;
  const runs: Point[][] = [[]];
  plot.data[0].forEach((time, at) => {
    const value = plot.data[place]?.[at] ?? null;
    if (value === null || time < min! || time > max!) runs.push([]);
    else runs.at(-1)!.push([x(time), y(value, scale)]);
  });
  return runs.filter(run => run.length > 0);
}

const runPath = (run: readonly Point[]): string =>
  run.length === 1
    ? `M${run[0]![0] - lone / 2} ${run[0]![1]}h${lone}`
    : `M${run.map(point => point.join(' ')).join('L')}`;

function legendEntry(
  { data, looks, kind }: DrawnSeries,
  index: number,
  { x, y }: { readonly x: number; readonly y: number },
): ChartShape[] {
  const look = looks[index]!;
  const { name, isText } = data.series[index]!;
  const stroke = look.paint;
  const sign: ChartShape[] =
    kind === 'line'
      ? [{ kind: 'path', data: `M${x} ${y + 6}h24`, stroke, strokeWidth: 2.5, dash: look.dash }]
      : filled({ kind: 'box', x, y, width: 24, height: 12, stroke }, look);
  return [...sign, { ...chartText(name, { x: x + 32, y: y + 10 }), isItalic: !isText }];
}
