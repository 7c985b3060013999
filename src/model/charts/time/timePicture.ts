import type { Box } from '../../pictures/drawing.js';
import { shortened } from 'netsensor-contract/text/plainText';
import { textWidth } from '../../pictures/textWidth.js';
import { chartText, type ChartPicture, type ChartShape } from '../chartShape.js';
import { chartWords } from '../chartWords.js';
import { plainTint, type SeriesLook } from '../seriesLook.js';
import { ThinnedLines } from './densePlaces.js';
import { seriesCountText } from './groupedSeries.js';
import { markShapes } from './placedMarks.js';
import { thresholdShapes } from './thresholdShapes.js';
import { drawnValues, isStacked, type DrawnSeries } from './seriesData.js';
import { partialShapes, type BucketTimes } from './timeAxis.js';
import { seriesRanges, type SeriesRange } from './seriesRanges.js';
import { chartPlaces, pointShift, timeScales, type ChartPlaces, type ChartSize } from './timeScales.js';
import type { AxisScale } from './valueScale.js';

/** Pixels. */
export type Point = readonly [x: number, y: number];

/** A series where it is drawn. */
interface PlacedSeries {
  readonly index: number;
  readonly look: SeriesLook;
  readonly axis: number;
  /** Places in pixels; undefined between those that no line connects. */
  readonly points: readonly (Point | undefined)[];
}

const legendRow = 18;
/** Width of a point that no line leads to, in pixels. */
const lone = 3;
/** Of the room for a bar, and pixels at most. */
const [barShare, widestBar] = [0.8, 60] as const;
/** More points than this run into one another; a narrow line stays readable. */
export const mostForWide = 4000;

/** A chart over time as it is drawn in a file, with its legend below: what is in sight of it. */
export function timePicture(shown: DrawnSeries, size: ChartSize): ChartPicture {
  const { data, hasRanges, marks = [] } = shown;
  const values = drawnValues(shown);
  const scales = timeScales({ ...shown, values }, size);
  const places = chartPlaces(scales);
  const { box, x } = places;
  const series = placedSeries(shown, { values, places, time: scales.time });
  const drawn = isStacked(shown.kind) ? series.toReversed() : series;
  const ranges = hasRanges ? seriesRanges(shown, { from: scales.time.min, to: scales.time.max }) : undefined;
  const off = data.series.filter(({ id, beside }) => beside === undefined && !shown.isDrawn(id)).length;
  const entries = legendEntries(shown, { ranges, from: box.x, to: size.width });
  return {
    width: size.width,
    height: size.height + 2 + ((entries.at(-1)?.row ?? -1) + 1) * legendRow,
    shapes: [
      ...scales.values.flatMap((scale, axis) => valueAxis(scale, { axis, places })),
      ...timeAxis(scales.time, places),
      ...partialShapes(data, places),
      ...drawn.flatMap(line => seriesShapes(shown, line, places)),
      ...thresholdShapes(data, places),
      ...markShapes(marks, { box, x: at => rounded(x(at)) }),
      ...entries.flatMap(entry => legendShapes(shown, entry, size.height + entry.row * legendRow)),
    ],
    cut: [seriesCountText(data.count) ?? [], off > 0 ? chartWords.seriesOff(off) : []].flat(),
  };
}

const rounded = (pixels: number) => Math.round(pixels * 10) / 10;

const line = { kind: 'box', width: 1, height: 1, fill: 'line' } as const;

const timeAxis = ({ ticks }: AxisScale, { x, box: { y, height } }: ChartPlaces): ChartShape[] =>
  ticks.flatMap(({ at, text }): ChartShape[] => [
    { ...line, x: rounded(x(at)), y, height },
    ...text
      .split('\n')
      .map((words, row) =>
        chartText(words, { x: rounded(x(at)), y: y + height + 16 + row * 14, anchor: 'middle' }),
      ),
  ]);

/** Lines across belong to the first axis only. */
const valueAxis = (
  { ticks }: AxisScale,
  { axis, places: { y, box } }: { readonly axis: number; readonly places: ChartPlaces },
): ChartShape[] =>
  ticks.flatMap(({ at, text }): ChartShape[] => {
    const place = rounded(y(at, axis));
    if (axis > 0) return [chartText(text, { x: box.x + box.width + 8, y: place + 4 })];
    const label = chartText(text, { x: box.x - 8, y: place + 4, anchor: 'end' });
    return [{ ...line, x: box.x, y: place, width: box.width }, label];
  });

/** The series that are switched on, of which no more is placed than there are pixels for. */
function placedSeries(
  { data, kind, looks, isDrawn }: DrawnSeries,
  {
    values,
    places,
    time: { min, max },
  }: {
    readonly values: readonly (readonly (number | null)[])[];
    readonly places: ChartPlaces;
    readonly time: AxisScale;
  },
): PlacedSeries[] {
  const range = { from: min, to: max };
  const shift = pointShift(kind, data);
  const columns = Math.ceil(places.box.width);
  const [times = [], ...lines] = new ThinnedLines().thin({
    times: data.times,
    lines: values,
    range,
    columns,
  });
  return data.series.flatMap(({ id, axis }, index) => {
    if (!isDrawn(id)) return [];
    const points = times.map((time, at): Point | undefined => {
      const value = lines[index]?.[at] ?? null;
      const drawnAt = (time ?? 0) + shift;
      if (time === null || value === null || drawnAt < min || drawnAt > max) return undefined;
      return [places.x(drawnAt), places.y(value, axis)];
    });
    return { index, look: looks[index]!, axis, points };
  });
}

function seriesShapes(shown: DrawnSeries, placed: PlacedSeries, places: ChartPlaces): ChartShape[] {
  const { kind, data } = shown;
  const { look, axis, points } = placed;
  const width = kind === 'line' && data.times.length <= mostForWide && !look.isThin ? 2 : 1;
  const stroke = { stroke: look.paint, strokeWidth: width };
  const behind = kind === 'area' ? undefined : 'ground';
  const { box } = places;
  const within = (y: number) => rounded(Math.min(Math.max(y, box.y), box.y + box.height));
  const base = within(places.y(0, axis));
  if (kind === 'bars') {
    const bars = barsOf(points, { base, within, places, buckets: data });
    return filled({ kind: 'path', data: bars, ...stroke }, look, behind);
  }
  const runs = unbroken(points).map(run => withCrossings(run, box));
  const lines = runs.flatMap(run => runsWithin(run, box));
  const path = { kind: 'path', data: lines.map(runPath).join(''), ...stroke } as const;
  if (kind === 'line') return [{ ...path, dash: look.dash }];
  const closed = runs.map(run => {
    const first = rounded(run[0]?.[0] ?? 0);
    const last = rounded(run.at(-1)?.[0] ?? 0);
    return `${runPath(run.map(([x, y]) => [x, within(y)]))}L${last} ${base}L${first} ${base}Z`;
  });
  return [...filled({ kind: 'path', data: closed.join('') }, look, behind), path];
}

/** A box from the base for each point, as wide as its bucket has room for; in sight of the chart. As the data of one path. */
function barsOf(
  points: PlacedSeries['points'],
  {
    base,
    within,
    places: { x, box },
    buckets,
  }: { base: number; within: (y: number) => number; places: ChartPlaces; buckets: BucketTimes },
): string {
  const room = Math.abs(x(buckets.bucketLength) - x(0));
  const width = Math.max(1, Math.min(widestBar, barShare * room));
  const bars = points.map(point => {
    if (!point) return '';
    const left = rounded(Math.max(box.x, point[0] - width / 2));
    const right = rounded(Math.min(box.x + box.width, point[0] + width / 2));
    return `M${left} ${base}V${within(point[1])}H${right}V${base}Z`;
  });
  return bars.join('');
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

/** Runs of points that a line connects. */
function unbroken(points: PlacedSeries['points']): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)!.push(point);
    else runs.push([]);
  }
  return runs.filter(run => run.length > 0);
}

/** The points of a line, and besides them those where it goes through the upper or the lower edge of a box. */
export function withCrossings(run: readonly Point[], { y, height }: Box): Point[] {
  return run.flatMap((point, at): Point[] => {
    const before = run[at - 1];
    if (!before) return [point];
    const [x0, y0] = before;
    const [x1, y1] = point;
    const edges = [y, y + height].filter(edge => (y0 - edge) * (y1 - edge) < 0);
    const crossings = edges.map((edge): Point => [x0 + ((x1 - x0) * (edge - y0)) / (y1 - y0), edge]);
    return [...crossings.toSorted(([one], [other]) => one - other), point];
  });
}

/** The parts of such a line that are within the box. */
export function runsWithin(run: readonly Point[], { y, height }: Box): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of run) {
    if (point[1] >= y && point[1] <= y + height) runs.at(-1)!.push(point);
    else runs.push([]);
  }
  return runs.filter(part => part.length > 0);
}

const runPath = (run: readonly Point[]): string =>
  run.length === 1
    ? `M${rounded(run[0]![0] - lone / 2)} ${rounded(run[0]![1])}h${lone}`
    : `M${run.map(point => point.map(rounded).join(' ')).join('L')}`;

/** A series in the legend: what is said of it, and where. */
interface LegendEntry {
  readonly index: number;
  readonly text: string;
  readonly row: number;
  readonly x: number;
}

/** Pixels before the text of an entry, and between two of them. */
const [signRoom, entrySpace] = [32, 20] as const;
/** Characters of a name. */
const longestName = 80;

/** The series that are switched on, side by side as far as there is room. */
function legendEntries(
  { data, isDrawn }: DrawnSeries,
  { ranges, from, to }: { ranges: ReadonlyMap<string, SeriesRange> | undefined; from: number; to: number },
): LegendEntry[] {
  let x = from;
  let row = 0;
  return data.series.flatMap(({ id, name }, index) => {
    if (!isDrawn(id)) return [];
    const range = ranges?.get(id);
    const shown = shortened(name, longestName);
    const text = range ? `${shown} ${chartWords.seriesRange(range.last, range.maximum)}` : shown;
    const width = signRoom + Math.ceil(textWidth(text, 11)) + entrySpace;
    if (x > from && x + width > to) {
      x = from;
      row += 1;
    }
    const entry = { index, text, row, x };
    x += width;
    return [entry];
  });
}

function legendShapes(
  { data, looks, kind }: DrawnSeries,
  { index, text, x }: LegendEntry,
  y: number,
): ChartShape[] {
  const look = looks[index]!;
  const stroke = look.paint;
  const sign: ChartShape[] =
    kind === 'line'
      ? [{ kind: 'path', data: `M${x} ${y + 6}h24`, stroke, strokeWidth: 2.5, dash: look.dash }]
      : filled({ kind: 'box', x, y, width: 24, height: 12, stroke }, look);
  const isItalic = !data.series[index]!.isText;
  return [...sign, { ...chartText(text, { x: x + signRoom, y: y + 10 }), isItalic }];
}
