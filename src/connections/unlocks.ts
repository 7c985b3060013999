import { Emitter, Owner } from '../ui/lifetimes.js';
import type { UnlockedUntil } from './connection.js';

/** What time it is, in milliseconds. */
interface Clocks {
  /** Goes on while the machine sleeps, and is set by people. */
  readonly wall: () => number;
  /** Nobody sets it, and it may stand still while the machine sleeps. */
  readonly steady: () => number;
}

interface End {
  readonly wall: number;
  readonly steady: number;
}

/** How often the clocks are compared while a time runs: a timer alone would be late after a sleep. */
const tick = 5000;

/**
 * Which connections this window has unlocked, and until when: in memory alone, so that every start begins locked. A time is
 * over as soon as either clock says so, whoever asks; who is to be told of it hears so within some seconds.
 */
export class Unlocks extends Owner {
  private readonly ends = new Map<string, End | 'windowCloses'>();
  private readonly ended = this.own(new Emitter<void>());
  private timer: NodeJS.Timeout | undefined;
  /** Fires when the time of a connection is over. */
  readonly onDidEnd = this.ended.event;

  constructor(private readonly clocks: Clocks = { wall: () => Date.now(), steady: () => performance.now() }) {
    super();
    this.own({ dispose: () => clearTimeout(this.timer) });
  }

  /** Unlocks a connection as long as the window is open, or for so many milliseconds. */
  unlock(id: string, milliseconds?: number): void {
    const { wall, steady } = this.clocks;
    this.ends.set(
      id,
      milliseconds === undefined
        ? 'windowCloses'
        : { wall: wall() + milliseconds, steady: steady() + milliseconds },
    );
    this.compareLater();
  }

  lock(id: string): void {
    this.ends.delete(id);
  }

  /** Until when a connection is unlocked; undefined for one that is not, or whose time is over. */
  until(id: string): UnlockedUntil | undefined {
    const end = this.ends.get(id);
    if (end === undefined || end === 'windowCloses') return end;
    return this.isOver(end) ? undefined : end.wall;
  }

  private isOver({ wall, steady }: End): boolean {
    return this.clocks.wall() >= wall || this.clocks.steady() >= steady;
  }

  private compareLater(): void {
    clearTimeout(this.timer);
    const left = [...this.ends.values()].flatMap(end =>
      end === 'windowCloses' ? [] : [Math.max(0, end.steady - this.clocks.steady())],
    );
    if (left.length > 0) this.timer = setTimeout(() => this.compare(), Math.min(tick, ...left));
  }

  private compare(): void {
    const over = [...this.ends].filter(([, end]) => end !== 'windowCloses' && this.isOver(end));
    for (const [id] of over) this.ends.delete(id);
    this.compareLater();
    if (over.length > 0) this.ended.fire();
  }
}
