import { element } from '../../element.js';
import { strings } from '../../strings.js';
import { screenLook, type ScreenLook, type ThemeColors } from '../look.js';
import { swatch } from './legend.js';
import type { PlacedMark } from '../../../model/charts/time/placedMarks.js';
import { markSentences } from './marks.js';
import {
  isStacked,
  type DrawnSeries,
  type Readout,
  type Series,
} from '../../../model/charts/time/seriesData.js';

/** Lines that can be read at a glance. */
const most = 10;

/** What is read at one time of a chart. */
export interface ReadPlace {
  readonly found: Readout;
  /** Which of the times. */
  readonly at: number;
  /** The series that the pointer means. */
  readonly pointed: Series | undefined;
  /** What is marked there. */
  readonly marks: readonly PlacedMark[];
}

/** The time, and below it the series that have a value there, the largest first; that at the pointer stands out. */
export function seriesTip(
  drawn: DrawnSeries & { readonly colors: ThemeColors },
  { found, at, pointed, marks }: ReadPlace,
): HTMLElement[] {
  const { data, kind, looks, colors, isDrawn, zone } = drawn;
  const valueOf = ({ values }: Series) => values[at] ?? null;
  const present = data.series
    .map((line, index) => ({ line, look: looks[index] && screenLook(looks[index], colors) }))
    .filter(({ line }) => isDrawn(line.id) && valueOf(line) !== null)
    .toSorted((one, other) => (valueOf(other.line) ?? 0) - (valueOf(one.line) ?? 0));
  const isShown = ({ line }: { line: Series }, place: number) => place < most || line === pointed;
  const shown = present
    .filter(isShown)
    .map(({ line, look }) =>
      element(
        'div',
        { className: line === pointed && present.length > 1 ? 'entry pointed' : 'entry' },
        ...signOf(look, isStacked(kind) || kind === 'area'),
        element('span', { className: line.isText ? 'name' : 'name null', text: line.name }),
        element('span', { className: 'value', text: found.value(line) }),
      ),
    );
  const left = present.length - shown.length;
  const total = found.total();
  return [
    element('div', { className: 'time', text: found.time }),
    ...shown,
    ...(left > 0 ? [element('div', { text: strings.others(left) })] : []),
    ...(total === undefined ? [] : [totalRow(total)]),
    ...markSentences(marks, zone).map(text => element('div', { className: 'mark', text })),
  ];
}

const totalRow = (total: string): HTMLElement =>
  element(
    'div',
    { className: 'entry total' },
    element('span', { className: 'name', text: strings.total }),
    element('span', { className: 'value', text: total }),
  );

const signOf = (look: ScreenLook | undefined, isFilled: boolean): Node[] =>
  look ? [swatch(look, isFilled)] : [];
