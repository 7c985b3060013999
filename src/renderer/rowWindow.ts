import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';

/** Rows of one height inside a scrolling element. */
export interface RowWindowOptions {
  readonly scroller: HTMLElement;
  /** Holds the rows; as high as all of them. */
  readonly body: HTMLElement;
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly makeRow: (row: number) => HTMLElement;
  readonly onDidDraw: () => void;
}

/** Keeps exactly the rows in sight, and a few around them, in the document. */
export class RowWindow {
  private readonly drawn = new Map<number, HTMLElement>();
  private readonly stop: () => void;

  constructor(private readonly options: RowWindowOptions) {
    const { scroller, body, count, rowHeight } = options;
    body.style.height = `${count * rowHeight}px`;
    const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
      count,
      getScrollElement: () => scroller,
      estimateSize: () => rowHeight,
      overscan: 6,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: changed => this.draw(changed.getVirtualIndexes()),
    });
    this.stop = virtualizer._didMount();
    virtualizer._willUpdate();
    this.draw(virtualizer.getVirtualIndexes());
  }

  /** Stops listening to scrolling and resizing. */
  dispose(): void {
    this.stop();
  }

  private draw(rows: readonly number[]): void {
    const wanted = new Set(rows);
    for (const [row, element] of this.drawn) {
      if (wanted.has(row)) continue;
      element.remove();
      this.drawn.delete(row);
    }
    let next: HTMLElement | null = null;
    for (const row of rows.toReversed()) next = this.place(row, next);
    this.options.onDidDraw();
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
