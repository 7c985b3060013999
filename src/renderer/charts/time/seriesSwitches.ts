import { element } from '../../element.js';
import { groupEntries } from '../../grid/gridMenus.js';
import type { MenuEntry } from '../../menu.js';
import type { TimeSpan } from '../../resultLook.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import type { ScreenLook } from '../look.js';
import { Legend } from './legend.js';
import {
  seriesOff,
  type DrawnSeries,
  type Series,
  type TimeChartKind,
} from '../../../model/charts/time/seriesData.js';
import type { SeriesChoice } from '../../../model/results/viewSettings.js';
import { seriesRanges } from '../../../model/charts/time/seriesRanges.js';

/** The chart whose series are switched. */
export interface SwitchedChart {
  readonly session: Session;
  readonly kind: TimeChartKind;
  readonly series: readonly Series[];
  /** Called when others are to be drawn. */
  readonly onDidSwitch: () => void;
}

/** The legend of a chart, which shows and hides series: one by one, all but one, or all of them again. */
export class SeriesSwitches {
  readonly element = element('div');
  private legend: Legend | undefined;

  constructor(private readonly chart: SwitchedChart) {}

  readonly isOn = (id: string): boolean => !this.off.includes(id);

  /** Draws the legend in the looks that the series have; what has the focus keeps it. */
  draw(looks: readonly ScreenLook[]): void {
    const { series, kind, session } = this.chart;
    const entries = series.map(({ id, name, isText, parts }, index) => ({
      id,
      name,
      isText,
      menu: this.menuOf(id, groupEntries(session, parts)),
      look: looks[index]!,
      isDrawn: this.isOn(id),
    }));
    const focused = this.focusedEntry();
    const { hasRanges = false } = session.settings;
    this.legend = new Legend(entries, {
      isFilled: kind !== 'line',
      choose: (id, adds) => this.choose(id, adds),
      hasRanges,
      toggleRanges: () => {
        session.change({ hasRanges: !hasRanges });
        this.chart.onDidSwitch();
      },
    });
    this.legend.element.setAttribute('aria-label', strings.legend);
    this.element.replaceChildren(this.legend.element);
    this.element.querySelectorAll('button')[focused]?.focus();
  }

  /** Says in the legend, where that is wanted, the last value and the maximum of what is in sight. */
  sayRanges(drawn: DrawnSeries, span: TimeSpan): void {
    if (drawn.hasRanges) this.legend?.sayRanges(seriesRanges(drawn, span));
  }

  /** As that of a legend. */
  read(...read: Parameters<Legend['read']>): void {
    this.legend?.read(...read);
  }

  private get off(): readonly string[] {
    return seriesOff(this.chart.session.settings, this.chart.series);
  }

  private focusedEntry(): number {
    const root = this.element.getRootNode() as ShadowRoot;
    return [...this.element.querySelectorAll('button')].indexOf(root.activeElement as HTMLButtonElement);
  }

  private choose(id: string, adds: boolean): void {
    const { series, session } = this.chart;
    // Where nothing is hidden, what is chosen is of other series.
    const { off = [], only } = this.off.length > 0 ? session.settings : {};
    const isOn = this.isOn(id);
    const without = (ids: readonly string[]) => ids.filter(other => other !== id);
    if (adds && isOn) return this.show({ off: [...off, id], only: only && without(only) });
    if (adds) return this.show({ off: without(off), only: only && [...only, id] });
    const isAlone = isOn && seriesOff({ only: [id] }, series).every(other => !this.isOn(other));
    this.show(isAlone ? {} : { only: [id] });
  }

  private show({ off, only }: SeriesChoice): void {
    this.chart.session.change({ off, only });
    this.chart.onDidSwitch();
  }

  private menuOf(id: string, entries: readonly MenuEntry[]): MenuEntry[] {
    const only = { label: strings.onlyThis, run: () => this.show({ only: [id] }) };
    const every = { label: strings.everySeries, run: () => this.show({}) };
    const line = entries.length > 0 ? (['line'] as const) : [];
    return this.chart.series.length < 2 ? [...entries] : [...entries, ...line, only, every];
  }
}
