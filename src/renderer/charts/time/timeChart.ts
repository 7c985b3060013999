import uPlot from 'uplot';
import uPlotCss from 'uplot/dist/uPlot.min.css';
import { element, button } from '../../element.js';
import type { TimeSpan } from '../../resultLook.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import { formatTime } from '../../../model/text/timeText.js';
import type { ChartEvents, Drawing } from '../chartView.js';
import type { ChartPicture } from '../../../model/charts/chartShape.js';
import { timeOfBuckets } from '../../../model/charts/time/timeAxis.js';
import { pointShift } from '../../../model/charts/time/timeScales.js';
import { timePicture } from '../../../model/charts/time/timePicture.js';
import { ThinnedLines } from '../../../model/charts/time/densePlaces.js';
import { axisForm } from './axisForm.js';
import { heightEdge } from './heightEdge.js';
import { seriesBar } from './legend.js';
import { screenLook, themeColors } from '../look.js';
import { plotOptions } from './plotOptions.js';
import {
  drawnValues,
  isStacked,
  seriesData,
  drawnSeries,
  inOrder,
  type DrawnSeries,
  type SeriesData,
  type TimeChartKind,
} from '../../../model/charts/time/seriesData.js';
import { withSeriesBefore } from '../../../model/charts/time/seriesBefore.js';
import { chosenMeasure } from '../../../model/charts/viewChoice.js';
import { SeriesSwitches } from './seriesSwitches.js';
import { TimeCursor, type DrawnPlot } from './timeCursor.js';
import { ZoomBar } from './zoomBar.js';
import type { BesideRows } from '../../besideRows.js';

/** Of a plot, where its style has none, and the least; pixels. */
const [usualHeight, leastWidth] = [260, 200] as const;

/** Lines, areas or bars over time: values at the cursor, zoom by dragging, series to switch on and off. */
export class TimeChart implements Drawing {
  readonly element = element('div', { className: 'chart' });
  private readonly place = element('div', {
    className: 'plot',
    attributes: { tabindex: '0', role: 'group' },
  });
  private readonly zoomBar: ZoomBar;
  private readonly switches: SeriesSwitches;
  private readonly data: SeriesData;
  private readonly sizes = new ResizeObserver(() => this.fit());
  private readonly thinned = new ThinnedLines();
  private readonly cursor: TimeCursor;
  private last: DrawnPlot | undefined;

  constructor(
    private readonly session: Session,
    private readonly kind: TimeChartKind,
    events: ChartEvents,
  ) {
    const data = keptOrder(session, kind);
    const before = kind === 'line' ? session.readBefore() : undefined;
    const { compared: shift } = session;
    this.data = before && shift ? withSeriesBefore(data, { before, shift }) : data;
    this.zoomBar = new ZoomBar(session, this.data, () => this.zoom(undefined));
    const { series } = this.data;
    this.switches = new SeriesSwitches({ session, kind, series, onDidSwitch: () => this.draw() });
    const style = element('style', { text: uPlotCss });
    this.element.append(
      style,
      ...besideBars(session, kind, events.onDidChoose),
      this.place,
      ...heightEdge(session, this.place, () => this.fit()),
      this.zoomBar.element,
      ...seriesBar(session, this.data, events.onDidChoose),
      this.switches.element,
      axisForm({ session, kind, onDidChoose: events.onDidChoose }),
    );
    this.place.setAttribute('aria-label', this.summary());
    this.place.addEventListener('keydown', event => this.onKey(event));
    this.cursor = new TimeCursor({
      session,
      events,
      data: this.data,
      thinned: this.thinned,
      switches: this.switches,
      zoomBar: this.zoomBar,
      place: this.place,
      drawn: () => this.last,
    });
    this.sizes.observe(this.element);
  }

  dispose(): void {
    this.sizes.disconnect();
    this.clear();
  }

  private clear(): void {
    this.last?.plot.destroy();
    this.last = undefined;
  }

  picture(): ChartPicture {
    return timePicture(this.drawn(), { ...this.size(), range: this.session.zoomed });
  }

  private drawn(): DrawnSeries {
    const { data, kind, session } = this;
    const found = session.marks.read(session.marked);
    return drawnSeries(session, { data, kind, marks: found?.marks ?? [] });
  }

  draw(): void {
    this.clear();
    const shown = this.drawn();
    const values = drawnValues(shown);
    const colors = themeColors(this.element);
    const options = plotOptions({
      ...shown,
      ...this.size(),
      values,
      colors,
      onCursor: index => this.cursor.read(index),
      onRange: range => this.onRange(range),
    });
    const plot = new uPlot(options, this.plotted(values), this.place);
    this.last = { plot, shown, values, colors };
    const { zoomed } = this.session;
    if (zoomed) plot.setScale('x', { min: zoomed.from, max: zoomed.to });
    this.switches.draw(shown.looks.map(look => screenLook(look, colors)));
    this.switches.sayRanges(shown, this.range);
  }

  /** What is drawn of the values in the range that is in sight. */
  private plotted(values: DrawnPlot['values']): uPlot.AlignedData {
    const { data, range } = this;
    const columns = Math.ceil(this.size().width * devicePixelRatio);
    // What lies on top of others is drawn first, so that those below cover its lower part.
    const lines = isStacked(this.kind) ? values.toReversed() : values;
    const [times = [], ...drawn] = this.thinned.thin({ times: data.times, lines, range, columns });
    const shift = pointShift(this.kind, data);
    return [times.map(time => (time ?? 0) + shift), ...drawn] as uPlot.AlignedData;
  }

  /** Takes other values into the plot where it has not all of them, and lets its axes follow. */
  private drawAnew(): void {
    if (!this.thinned.isThinned || !this.last) return;
    const { plot, values } = this.last;
    plot.setData(this.plotted(values), false);
    plot.redraw(true, true);
  }

  private onRange(range: TimeSpan): void {
    const whole = this.wholeRange();
    const { from, to } = this.range;
    const isZoomed = range.from > whole.from || range.to < whole.to;
    this.session.zoomed = isZoomed ? range : undefined;
    // In the middle of its work the plot would forget that its axes are to follow.
    if (this.range.from !== from || this.range.to !== to) queueMicrotask(() => this.drawAnew());
    this.zoomBar.show(this.session.zoomed);
    if (this.last) this.switches.sayRanges(this.last.shown, this.range);
  }

  private zoom(range: TimeSpan | undefined): void {
    const { from, to } = range ?? this.wholeRange();
    this.last?.plot.setScale('x', { min: from, max: to });
    if (!range) this.place.focus();
  }

  /** What is in sight. */
  private get range(): TimeSpan {
    return this.session.zoomed ?? this.wholeRange();
  }

  private wholeRange(): TimeSpan {
    return timeOfBuckets(this.data);
  }

  private onKey(event: KeyboardEvent): void {
    const { last, data } = this;
    if (!last || event.ctrlKey || event.metaKey || event.altKey) return;
    const { at } = this.cursor;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step !== undefined) this.cursor.move(Math.min(Math.max(step, 0), data.times.length - 1));
    else if (event.key === '+') this.zoomAround(at, 0.5);
    else if (event.key === '-') this.zoomAround(at, 2);
    else if (event.key === '0' || event.key === 'Escape') this.zoom(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private zoomAround(index: number, factor: number): void {
    const whole = this.wholeRange();
    const { from, to } = this.range;
    const middle = this.data.times[index] ?? (from + to) / 2;
    const half = ((to - from) * factor) / 2;
    const range = { from: Math.max(middle - half, whole.from), to: Math.min(middle + half, whole.to) };
    this.zoom(range.from <= whole.from && range.to >= whole.to ? undefined : range);
  }

  private fit(): void {
    const { width, height } = this.size();
    const plot = this.last?.plot;
    if (!plot || this.element.clientWidth <= 0 || (width === plot.width && height === plot.height)) return;
    plot.setSize({ width, height });
    this.drawAnew();
  }

  private size(): { readonly width: number; readonly height: number } {
    const height = Number.parseFloat(getComputedStyle(this.place).minHeight) || usualHeight;
    return { width: Math.max(leastWidth, this.element.clientWidth), height };
  }

  private summary(): string {
    const { data, kind, session } = this;
    const first = data.times[0] ?? 0;
    const last = data.times.at(-1) ?? 0;
    return strings.chartSummary({
      kind: strings.views[kind],
      series: data.series.map(({ name }) => name),
      from: formatTime(first * 1000, session.zone),
      to: formatTime(last * 1000, session.zone),
    });
  }
}

/** The lines of a result, in the order of the answer before where they are of the same column. */
function keptOrder(session: Session, kind: TimeChartKind): SeriesData {
  const by = chosenMeasure(session, kind)?.name ?? '';
  const { look } = session;
  const found = seriesData(session, kind);
  const data = look.series?.by === by ? inOrder(found, look.series.ids) : found;
  look.series = { by, ids: data.series.map(({ id }) => id) };
  return data;
}

/** Says what of that which is drawn beside a chart could not be read, with a way to try again; nothing else. */
function besideBars(session: Session, kind: TimeChartKind, onDidChoose: () => void): HTMLElement[] {
  const { before, compared, marks, marked } = session;
  const bar = (name: string, rows: Pick<BesideRows<string, unknown>, 'again'>) => {
    const again = button(strings.tryAgain, () => {
      rows.again();
      onDidChoose();
    });
    return element('div', { className: 'largest' }, element('span', { text: strings.notRead(name) }), again);
  };
  return [
    ...(kind === 'line' && compared && before.isRefused ? [bar(strings.before[compared], before)] : []),
    ...(marked !== undefined && marks.isRefused ? [bar(strings.markSource(marked), marks)] : []),
  ];
}
