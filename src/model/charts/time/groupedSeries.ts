import { toNumber } from '../numbers.js';
import type { ChartColumn, ChartResult } from '../chartResult.js';
import { chartWords } from '../chartWords.js';
import { groups, isSum } from '../viewChoice.js';
import { groupId, groupOf, mostOf, type Group } from '../group.js';
import type { TimeSlots } from './timeSlots.js';

/** The values of one group, or of the rows of one time; null where there is none. */
export interface Line extends Group {
  readonly values: (number | null)[];
}

/** Lines of a measure. */
export interface MeasureLines {
  readonly measure: ChartColumn;
  readonly lines: readonly Line[];
}

/** How many groups there are. */
export interface GroupCount {
  /** Those that have lines of their own. */
  readonly drawn: number;
  readonly all: number;
  /** Those that have lines of their own, at most, until a person asks for all. */
  readonly usual: number;
  /** What makes a group one of the largest. */
  readonly by: 'sum' | 'maximum';
  /** Whether those without a line of their own are added up in one; else they are not drawn. */
  readonly addsOthers: boolean;
}

/** Lines per group. */
export interface GroupedLines {
  /** For each measure the same groups in the same order. */
  readonly drawn: readonly MeasureLines[];
  readonly count: GroupCount;
}

/** Lines that are drawn until a person asks for all. */
const usualSeries = 10;

/**
 * One line per group and measure: the groups that are the largest by the first measure, and the others added up. Where
 * the first measure cannot be added up, it is its maximum that counts; where any cannot, the others are left out.
 */
export function groupedLines(
  result: ChartResult,
  { measures, places }: { measures: readonly ChartColumn[]; places: TimeSlots },
): GroupedLines {
  const found = measures.map(measure => {
    const canAdd = isSum(result, measure.name);
    return { measure, canAdd, lines: linesOf(measure, { grouped: groups(result), places, canAdd }) };
  });
  const [first] = found;
  if (!first) return { drawn: [], count: wholeCount(0) };
  const order = bySize(first.lines, first.canAdd);
  const all = order.length;
  const usual = Math.ceil(usualSeries / measures.length);
  const most = mostOf(result, usual);
  const addsOthers = found.every(({ canAdd }) => canAdd);
  const drawn = all <= most ? all : addsOthers ? most - 1 : most;
  return {
    drawn: found.map(({ measure, lines }) => {
      const ordered = order.flatMap(at => lines[at] ?? []);
      const others = addsOthers && drawn < all ? [addedUp(ordered.slice(drawn))] : [];
      return { measure, lines: [...ordered.slice(0, drawn), ...others] };
    }),
    count: { drawn, all, usual, by: first.canAdd ? 'sum' : 'maximum', addsOthers },
  };
}

/** How many of how many series are drawn; undefined where all are. */
export function seriesCountText({ drawn, all, by, addsOthers }: GroupCount): string | undefined {
  if (all <= drawn) return undefined;
  const { seriesBySum, seriesByMaximum, seriesWithOthers } = chartWords;
  const someOf = addsOthers ? seriesWithOthers : by === 'sum' ? seriesBySum : seriesByMaximum;
  return someOf(drawn, all);
}

/** The count where every line is drawn. */
export const wholeCount = (lines: number): GroupCount => ({
  drawn: lines,
  all: lines,
  usual: lines,
  by: 'sum',
  addsOthers: false,
});

/** One line per group; where a group has several rows of one time, they are added up or the largest one counts. */
function linesOf(
  { values }: ChartColumn,
  { grouped, places, canAdd }: { grouped: readonly ChartColumn[]; places: TimeSlots; canAdd: boolean },
): Line[] {
  const { slots, times } = places;
  const lines = new Map<string, Line>();
  for (let row = 0; row < slots.length; row += 1) {
    const id = groupId(grouped, row);
    let line = lines.get(id);
    if (!line) {
      const empty = new Array<number | null>(times.length).fill(null);
      lines.set(id, (line = { ...groupOf(grouped, row), values: empty }));
    }
    const slot = slots[row] ?? -1;
    const value = toNumber(values[row]);
    if (slot < 0 || !Number.isFinite(value)) continue;
    const known = line.values[slot] ?? null;
    line.values[slot] = known === null ? value : canAdd ? known + value : Math.max(known, value);
  }
  return [...lines.values()];
}

/** The places of lines, the largest first: by their sum, or by their maximum where adding up makes no sense. */
function bySize(lines: readonly Line[], canAdd: boolean): number[] {
  const sizes = lines.map(({ values }) =>
    values.reduce<number>(
      (known, value) => (value === null ? known : canAdd ? known + value : Math.max(known, value)),
      canAdd ? 0 : Number.NEGATIVE_INFINITY,
    ),
  );
  return [...lines.keys()].sort((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0) || 0);
}

function addedUp(others: readonly Line[]): Line {
  const values = new Array<number | null>(others[0]?.values.length ?? 0).fill(null);
  for (const line of others)
    line.values.forEach((value, at) => {
      if (value !== null) values[at] = (values[at] ?? 0) + value;
    });
  // No group has this id.
  return { id: '', name: chartWords.others(others.length), isText: false, parts: [], values };
}
