import type { MapPlane } from '../model/pictures/maps/mapPlane.js';
import type { ResultOutput } from '../model/results/shownResult.js';
import type { QueryFacts } from '../model/results/queryFacts.js';
import type { ViewSettings } from '../model/results/viewSettings.js';
import type { KeptFocus } from './keptFocus.js';
import type { GridPlace } from './grid/gridPlace.js';

/** Seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A part of a map, in its own units. */
export type MapView = Pick<MapPlane, 'middle' | 'scale'>;

/** How a result is looked at on its page, beyond what is kept in its cell: the next answer to the same question goes on with it. */
export interface ResultLook {
  /** The part of the time that is looked at; undefined for all of it. */
  zoomed?: TimeSpan | undefined;
  map?: MapView;
  grid?: GridPlace | undefined;
  /** Whether the filters of the table are open. */
  isFiltering?: boolean;
  /** Whether the options of a folded toolbar are open. */
  hasOptions?: boolean;
  /** Whether what can be chosen about an axis is open. */
  hasAxisForm?: boolean;
  focus?: KeptFocus | undefined;
  /** The ids of the series of a chart over time, in their order, and the column by which that is. */
  series?: { readonly by: string; readonly ids: readonly string[] };
  /** Pixels that it takes below its toolbar. */
  height?: number;
  /** What was chosen since this answer came: the next one may have been made before. */
  settings?: ViewSettings | undefined;
}

/** An answer and how it is looked at. */
export interface LookedAt {
  readonly output: Pick<ResultOutput, 'question'>;
  readonly facts: QueryFacts;
  readonly look: ResultLook;
}

const mostKept = 50;

/** How the answers to the last questions are looked at. */
export class KeptLooks {
  private readonly kept = new Map<string, Pick<LookedAt, 'facts' | 'look'>>();

  keep({ output: { question }, facts, look }: LookedAt): void {
    if (question === undefined) return;
    this.kept.delete(question);
    this.kept.set(question, { facts, look });
    const [oldest = ''] = this.kept.keys();
    if (this.kept.size > mostKept) this.kept.delete(oldest);
  }

  of({ question }: LookedAt['output']): Pick<LookedAt, 'facts' | 'look'> | undefined {
    return question === undefined ? undefined : this.kept.get(question);
  }
}

/**
 * The part of the time that is looked at in the next answer: it stays where it is, or follows the end of the time where it
 * reached that, bucket by bucket. Undefined when it has passed.
 */
export function carriedZoom(
  zoomed: TimeSpan | undefined,
  before: QueryFacts,
  { stretches = [], bucketLength = 1 }: QueryFacts,
): TimeSpan | undefined {
  const first = stretches[0];
  const last = stretches.at(-1);
  const earlierLast = before.stretches?.at(-1);
  if (!zoomed || !first || !last || !earlierLast) return zoomed;
  const bucketAt = (end: number) => Math.floor((end - 1) / bucketLength) * bucketLength;
  const isAtEnd = zoomed.to * 1000 >= earlierLast.end - bucketLength;
  const moved = isAtEnd ? (bucketAt(last.end) - bucketAt(earlierLast.end)) / 1000 : 0;
  const from = Math.max(zoomed.from + moved, first.start / 1000);
  const to = zoomed.to + moved;
  return from < to ? { from, to } : undefined;
}
