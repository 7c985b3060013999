import { button, element } from '../../element.js';
import { openMenu, type MenuEntry } from '../../menu.js';
import { hatchings } from '../../../model/pictures/drawing.js';
import { tag } from '../../../model/pictures/writeSvg.js';
import { chartHatched } from '../../../model/charts/seriesLook.js';
import type { ScreenLook } from '../look.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import { largestBar } from '../largest.js';
import { seriesCountText } from '../../../model/charts/time/groupedSeries.js';
import type { SeriesRange } from '../../../model/charts/time/seriesRanges.js';
import type { SeriesData } from '../../../model/charts/time/seriesData.js';

/** What a legend says of a series. */
export interface LegendEntry {
  readonly id: string;
  readonly name: string;
  /** Whether the name is text of the result. */
  readonly isText: boolean;
  readonly look: ScreenLook;
  readonly isDrawn: boolean;
  /** What can be done with the value that the series stands for. */
  readonly menu: readonly MenuEntry[];
}

/** How a chart is told which series to draw. */
export interface LegendOptions {
  readonly isFilled: boolean;
  /** @param adds whether the others stay as they are, as with Ctrl or Cmd */
  readonly choose: (id: string, adds: boolean) => void;
  /** Whether last values and maxima are said. */
  readonly hasRanges: boolean;
  /** Says them, or says them no longer. */
  readonly toggleRanges: () => void;
}

/** Names of the series with their values at the cursor; a press shows one alone, and with Ctrl or Cmd it adds one or takes it away. */
export class Legend {
  readonly element: HTMLElement;
  private readonly values = new Map<string, HTMLElement>();
  private readonly ranges = new Map<string, HTMLElement>();

  constructor(
    entries: readonly LegendEntry[],
    private readonly options: LegendOptions,
  ) {
    const { hasRanges, toggleRanges } = options;
    const attributes = { 'aria-pressed': String(hasRanges) };
    const toggle = button(strings.seriesRanges, toggleRanges, { className: 'ranges', attributes });
    const names = [strings.lastValue, strings.axis.max].map(text =>
      element('span', { className: 'number', text }),
    );
    const head = element('div', { className: 'names', attributes: { 'aria-hidden': 'true' } }, ...names);
    this.element = element(
      'div',
      { className: hasRanges ? 'legend columns' : 'legend', attributes: { role: 'group' } },
      ...(hasRanges ? [head] : []),
      ...entries.map(entry => this.entry(entry)),
      toggle,
    );
  }

  /** Says the last value and the maximum of each series, by their ids. */
  sayRanges(found: ReadonlyMap<string, SeriesRange>): void {
    for (const [id, shown] of this.ranges) {
      const range = found.get(id);
      shown.replaceChildren(...(range ? cells(range) : []));
    }
  }

  /** Says what stands at the cursor, by the ids of the series; nothing without values. */
  read(values: ReadonlyMap<string, string>): void {
    for (const [id, shown] of this.values) shown.textContent = values.get(id) ?? '';
  }

  private entry({ id, name, isText, look, isDrawn, menu }: LegendEntry): HTMLElement {
    const value = element('span', { className: 'value' });
    const range = element('span', { className: 'range' });
    this.values.set(id, value);
    this.ranges.set(id, range);
    const { choose, hasRanges } = this.options;
    const made = button('', event => choose(id, hasControl(event)), {
      className: isDrawn ? 'entry' : 'entry off',
      attributes: { 'aria-pressed': String(isDrawn), title: `${name}\n${strings.legendEntry}` },
    });
    // Browsers make no press of these keys while Ctrl is down.
    made.addEventListener('keydown', event => {
      if (!hasControl(event) || !['Enter', ' '].includes(event.key)) return;
      event.preventDefault();
      choose(id, true);
    });
    // Also the key for menus ends here.
    made.addEventListener('contextmenu', event => {
      if (menu.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      openMenu(made, menu);
    });
    made.append(
      swatch(look, this.options.isFilled),
      element('span', { className: isText ? 'name' : 'name null', text: name }),
      ...(hasRanges ? [range] : []),
      value,
    );
    return made;
  }
}

/** For the columns of a legend; who hears a number hears what it is. */
function cells({ last, maximum }: SeriesRange): HTMLElement[] {
  const cell = (name: string, text: string) => {
    const spoken = element('span', { className: 'spoken', text: ` ${name} ` });
    return element('span', { className: 'number' }, spoken, element('span', { text }));
  };
  return [cell(strings.lastValue, last), cell(strings.axis.max, maximum)];
}

const hasControl = ({ ctrlKey, metaKey }: MouseEvent | KeyboardEvent): boolean => ctrlKey || metaKey;

/** A small picture of how a series is drawn. */
export function swatch({ color, dash, hatching }: ScreenLook, isFilled: boolean): HTMLElement {
  const strokes = { d: hatching && hatchings[hatching], stroke: color, 'stroke-width': 1.2, fill: 'none' };
  const content = isFilled
    ? [
        tag('rect', {
          width: 20,
          height: 12,
          fill: color,
          'fill-opacity': hatching ? chartHatched.tint : 0.6,
        }),
        ...[0, 8, 16].map(x => tag('path', { ...strokes, transform: `translate(${x} 2)` })),
        tag('rect', { x: 0.5, y: 0.5, width: 19, height: 11, fill: 'none', stroke: color }),
      ]
    : [tag('path', { ...strokes, d: 'M0 6H20', 'stroke-width': 2.5, 'stroke-dasharray': dash.join(' ') })];
  const made = element('span', { className: 'swatch', attributes: { 'aria-hidden': 'true' } });
  made.innerHTML = tag('svg', { width: 20, height: 12 }, content.join(''));
  return made;
}

/** Says how many of how many series are drawn, with the button for all of them; nothing where there are few. */
export function seriesBar(session: Session, { count }: SeriesData, onDidChoose: () => void): HTMLElement[] {
  if (count.all <= count.usual) return [];
  const cut = seriesCountText(count);
  const said = cut ?? strings.allSeries(count.all);
  return [largestBar(session, { said, isCut: cut !== undefined, onDidChoose })];
}
