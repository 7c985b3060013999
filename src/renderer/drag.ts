/** Pixels on the screen that a press may move and still be a click. */
const clickReach = 3;

/** A drag over a picture, from a press on: how far it has gone. */
export class Drag {
  private isDrag = false;
  private from: { readonly x: number; readonly y: number } | undefined;

  /** @param place what is dragged over, and gets the moves of the pointer that leave it */
  constructor(protected readonly place: HTMLElement) {}

  /** Whether the click that comes now is the end of it. */
  get hasMoved(): boolean {
    return this.isDrag;
  }

  /** Whether the pointer is down on what can be dragged. */
  get isOn(): boolean {
    return this.from !== undefined;
  }

  /** Begins anew with each press, wherever it is. @param isDragged whether what was pressed can be dragged */
  begin({ clientX: x, clientY: y }: MouseEvent, isDragged: boolean): void {
    this.isDrag = false;
    this.from = isDragged ? { x, y } : undefined;
  }

  /** How far it has gone, in pixels; undefined while it still is a click. */
  follow({ clientX, clientY, pointerId }: PointerEvent): readonly [x: number, y: number] | undefined {
    if (!this.from) return undefined;
    const x = clientX - this.from.x;
    const y = clientY - this.from.y;
    if (!this.isDrag && Math.hypot(x, y) <= clickReach) return undefined;
    // From here on, what is below the pointer gets no click.
    if (!this.isDrag) this.place.setPointerCapture?.(pointerId);
    this.isDrag = true;
    return [x, y];
  }

  end(): void {
    this.from = undefined;
  }
}
