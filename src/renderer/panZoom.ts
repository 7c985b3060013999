/** How far something was dragged, in pixels. */
export type Way = readonly [x: number, y: number];

/** What can be dragged. */
export interface Dragged {
  /** @returns whether what was pressed can be dragged */
  beginDrag(event: PointerEvent): boolean;
  dragTo(way: Way, event: PointerEvent): void;
  /** It is let go. @param way undefined where it was a click, or was given up */
  endDrag?(way: Way | undefined, event: PointerEvent): void;
}

/** Pixels on the screen that a press may move and still be a click. */
const clickReach = 3;

const ends = ['pointerup', 'pointercancel'] as const;

/** A drag over a picture by mouse, pen or finger, from a press on. */
export class Drag {
  private isDrag = false;
  private from: { readonly x: number; readonly y: number } | undefined;

  /** @param place what is dragged over, and gets the moves of the pointer that leave it */
  constructor(
    private readonly place: HTMLElement,
    private readonly dragged: Dragged,
  ) {
    place.addEventListener('pointerdown', event => this.begin(event));
    place.addEventListener('pointermove', event => {
      const way = this.follow(event);
      if (way) dragged.dragTo(way, event);
    });
  }

  /** Whether the click that comes now is the end of it. */
  get hasMoved(): boolean {
    return this.isDrag;
  }

  /** Whether the pointer is down on what can be dragged. */
  get isOn(): boolean {
    return this.from !== undefined;
  }

  /** Gives it up: what the pointer does until the next press is for nobody. */
  end(): void {
    this.from = undefined;
    for (const type of ends) window.removeEventListener(type, this.release);
  }

  /** Begins anew with each press, wherever it is. */
  private begin(event: PointerEvent): void {
    this.end();
    this.isDrag = false;
    if (!this.dragged.beginDrag(event)) return;
    this.from = { x: event.clientX, y: event.clientY };
    // A press that is no drag yet may end beside the place.
    for (const type of ends) window.addEventListener(type, this.release);
  }

  private follow({ clientX, clientY, pointerId }: PointerEvent): Way | undefined {
    if (!this.from) return undefined;
    const x = clientX - this.from.x;
    const y = clientY - this.from.y;
    if (!this.isDrag && Math.hypot(x, y) <= clickReach) return undefined;
    // From here on, what is below the pointer gets no click.
    if (!this.isDrag) this.place.setPointerCapture?.(pointerId);
    this.isDrag = true;
    return [x, y];
  }

  private readonly release = (event: PointerEvent): void => {
    const way = event.type === 'pointerup' ? this.follow(event) : undefined;
    this.end();
    this.dragged.endDrag?.(way, event);
  };
}

/** Where arrow keys lead, across and down. */
export const directions: Readonly<Record<string, Way | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Of one turn of the wheel. */
const wheelStep = 1.25;

/** Zooms with the wheel. @param ownsWheel whether it has nothing to scroll there, so that it zooms without Ctrl */
export function zoomWithWheel(
  place: HTMLElement,
  zoom: (factor: number, event: WheelEvent) => void,
  ownsWheel = false,
): void {
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey && !ownsWheel) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? wheelStep : 1 / wheelStep, event);
  };
  place.addEventListener('wheel', turn, { passive: false });
}
