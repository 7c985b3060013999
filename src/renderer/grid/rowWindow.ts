/** Rows of one height inside a scrolling element. */
export interface RowWindowOptions {
  readonly scroller: HTMLElement;
  /** Holds the rows; as high as all of them. */
  readonly body: HTMLElement;
  /** Pixels. */
  readonly rowHeight: number;
  readonly makeRow: (row: number) => HTMLElement;
}

/** Rows drawn above and below those in sight. */
const spare = 6;

/**
 * Keeps exactly the rows in sight, and a few around them, in the document. Rows of one height need no library for that: the
 * usual one is a sixth of all that the renderer may weigh.
 */
export class RowWindow {
  private readonly drawn = new Map<number, HTMLElement>();
  private readonly sizes = new ResizeObserver(() => this.draw());
  private readonly draw = () => this.drawRows();

  constructor(
    private readonly options: RowWindowOptions,
    private count: number,
  ) {
    const { scroller } = options;
    scroller.addEventListener('scroll', this.draw, { passive: true });
    this.sizes.observe(scroller);
    this.show(count);
  }

  /** Draws other rows in place of those that were there. */
  show(count: number): void {
    const { body, rowHeight } = this.options;
    this.count = count;
    body.style.height = `${count * rowHeight}px`;
    this.drawAnew();
  }

  /** Draws the rows in sight again, because what they show has changed. */
  drawAnew(): void {
    for (const element of this.drawn.values()) element.remove();
    this.drawn.clear();
    this.drawRows();
  }

  /** Goes through the rows that are drawn. */
  forEach(visit: (element: HTMLElement, row: number) => void): void {
    this.drawn.forEach(visit);
  }

  /** Stops listening to scrolling and resizing. */
  dispose(): void {
    this.options.scroller.removeEventListener('scroll', this.draw);
    this.sizes.disconnect();
  }

  private drawRows(): void {
    const { scroller, rowHeight } = this.options;
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare);
    const end = Math.min(
      this.count,
      Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + spare,
    );
    for (const [row, element] of this.drawn) {
      if (row >= first && row < end) continue;
      element.remove();
      this.drawn.delete(row);
    }
    let next: HTMLElement | null = null;
    for (let row = end - 1; row >= first; row -= 1) next = this.place(row, next);
  }

  /** Rows stand in the document in their order, which is the order they are read out in. */
  private place(row: number, next: HTMLElement | null): HTMLElement {
    const existing = this.drawn.get(row);
    if (existing) return existing;
    const element = this.options.makeRow(row);
    element.style.top = `${row * this.options.rowHeight}px`;
    this.options.body.insertBefore(element, next);
    this.drawn.set(row, element);
    return element;
  }
}
