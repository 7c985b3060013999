/** How one way to show the rows went. */
export interface TableTimes {
  /** Milliseconds from having the rows to the frame that shows the first of them. */
  readonly firstPaint: number;
  /** What the page holds when nothing is left to be collected, as a multiple of the rows as JSON. */
  readonly memory: number;
  readonly down: FrameTimes;
  readonly sideways: FrameTimes;
  readonly typing: FrameTimes;
}

/** Milliseconds between frames, and of work of the page for each turn of the wheel or each key. */
export interface FrameTimes {
  readonly median: number;
  readonly p95: number;
  readonly work: number;
}
