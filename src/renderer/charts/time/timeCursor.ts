import type uPlot from 'uplot';
import { groupEntries } from '../../grid/gridMenus.js';
import { openMenuAt } from '../../menu.js';
import type { Session } from '../../session.js';
import type { ChartEvents } from '../chartView.js';
import { PointerTip } from '../pointerTip.js';
import { pointShift } from '../../../model/charts/time/timeScales.js';
import { exactNumber } from '../../../model/charts/quantity.js';
import type { ThinnedLines } from '../../../model/charts/time/densePlaces.js';
import { marksWithin } from '../../../model/charts/time/placedMarks.js';
import { markSentences, pointedMarks } from './marks.js';
import type { ThemeColors } from '../look.js';
import { scaleOf } from './plotOptions.js';
import {
  readout,
  isStacked,
  type DrawnSeries,
  type Series,
  type SeriesData,
} from '../../../model/charts/time/seriesData.js';
import { strings } from '../../strings.js';
import type { SeriesSwitches } from './seriesSwitches.js';
import { seriesTip } from './seriesTip.js';
import type { ZoomBar } from './zoomBar.js';

/** What a chart over time drew last. */
export interface DrawnPlot {
  readonly plot: uPlot;
  readonly shown: DrawnSeries;
  /** The values of the series as they lie on each other. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly colors: ThemeColors;
}

interface CursorParts {
  readonly session: Session;
  readonly data: SeriesData;
  readonly thinned: ThinnedLines;
  readonly switches: SeriesSwitches;
  readonly zoomBar: ZoomBar;
  readonly events: ChartEvents;
  /** Where the tip and the menu are. */
  readonly place: HTMLElement;
  readonly drawn: () => DrawnPlot | undefined;
}

/** The cursor of a chart over time: what is read at it, said of it, and can be done there. */
export class TimeCursor {
  private readonly tip = new PointerTip();

  constructor(private readonly parts: CursorParts) {
    const { place } = parts;
    place.append(this.tip.element);
    place.addEventListener('contextmenu', event => this.openMenu(event));
    place.addEventListener('blur', () => this.tip.hide());
  }

  /** Its place among all times; -1 where it is at none. */
  get at(): number {
    return this.parts.thinned.placeOf(this.parts.drawn()?.plot.cursor.idx) ?? -1;
  }

  /** Shows what is read at a time. @param index its place among the times that are drawn */
  read(index: number | null | undefined): void {
    const { switches, thinned, drawn, zoomBar } = this.parts;
    const at = thinned.placeOf(index);
    const now = drawn();
    const found = now && readout(now.shown, at);
    zoomBar.read(found?.time ?? '');
    if (!found || !now) {
      this.tip.hide();
      return switches.read(new Map());
    }
    const { plot, shown, colors } = now;
    switches.read(new Map(this.lines().map(line => [line.id, found.value(line)] as const)));
    const { left = 0, top = 0 } = plot.cursor;
    const over = plot.over.getBoundingClientRect();
    const pointed = this.pointed(now, { at: at ?? -1, y: top });
    const tip = seriesTip(
      { ...shown, colors },
      {
        found,
        at: at ?? -1,
        pointed,
        marks: pointedMarks(plot, shown.marks ?? []),
      },
    );
    this.tip.show({ x: over.left + left, y: over.top + top }, ...tip);
  }

  /** Goes to a time, and says what is read there. @param index its place among all times */
  move(index: number): void {
    const { data, session, drawn, events } = this.parts;
    const now = drawn();
    const time = data.times[index];
    if (!now || time === undefined) return;
    const { plot, shown } = now;
    const at = time + pointShift(shown.kind, data);
    plot.setCursor({ left: plot.valToPos(at, 'x'), top: plot.over.clientHeight / 2 });
    const found = readout(shown, index);
    const values = this.lines().map(line => `${line.name} ${found?.value(line, exactNumber) ?? ''}`);
    const total = found?.total(exactNumber);
    if (total !== undefined) values.push(`${strings.total} ${total}`);
    const end = (data.times[index + 1] ?? Number.POSITIVE_INFINITY) - 0.001;
    const marks = marksWithin(shown.marks ?? [], time, end);
    const said = [values.join(', '), ...markSentences(marks, session.zone)].join('. ');
    events.announce(`${found?.time ?? ''}: ${said}`);
  }

  /** What can be done with the series at the pointer, at the time that is read there. */
  private openMenu(event: MouseEvent): void {
    const { data, session, place, drawn } = this.parts;
    const now = drawn();
    const at = this.at;
    const time = data.times[at];
    if (!now || time === undefined) return;
    const y = event.clientY - now.plot.over.getBoundingClientRect().top;
    const { parts = [] } = this.pointed(now, { at, y }) ?? {};
    const sent = new Date(time * 1000).toISOString();
    const timed = parts.map(part => ({ ...part, time: sent }));
    openMenuAt(event, place, groupEntries(session, timed));
  }

  /** The series that is meant at a time. @param at `y` is in pixels from above */
  private pointed({ plot, shown, values }: DrawnPlot, at: { at: number; y: number }): Series | undefined {
    const topOf = (value: number, axis: number) => plot.valToPos(value, scaleOf(axis));
    return pointedSeries(shown, values, { ...at, topOf });
  }

  private lines(): Series[] {
    const { data, switches } = this.parts;
    return data.series.filter(({ id }) => switches.isOn(id));
  }
}

/** A place in a chart. */
interface Pointed {
  /** Which of the times. */
  readonly at: number;
  /** Pixels from above. */
  readonly y: number;
  /** How many pixels from above a value of an axis is drawn. */
  readonly topOf: (value: number, axis: number) => number;
}

/**
 * The series that a pointer means: the one in whose pile it is, else the one whose value is nearest. None where nothing is
 * drawn, or above a pile.
 * @param values of the series as they are drawn
 */
export function pointedSeries(
  { data, kind, isDrawn }: DrawnSeries,
  values: readonly (readonly (number | null)[])[],
  { at, y, topOf }: Pointed,
): Series | undefined {
  const found = data.series.flatMap((line, index) => {
    const value = values[index]?.[at] ?? null;
    if (value === null || !isDrawn(line.id)) return [];
    const distance = y - topOf(value, line.axis);
    if (isStacked(kind)) return distance >= 0 ? [{ line, distance }] : [];
    return [{ line, distance: Math.abs(distance) }];
  });
  return found.toSorted((one, other) => one.distance - other.distance)[0]?.line;
}
