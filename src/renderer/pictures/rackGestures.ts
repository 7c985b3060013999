import type { Mark } from '../../model/pictures/drawing.js';
import type { RackGrid } from '../../model/pictures/racks/rackDrawing.js';
import type { RackTypes } from '../../model/pictures/racks/rackPicture.js';
import { unitHeight } from '../../model/pictures/racks/rackSegments.js';
import { draggedEnds, freeSelection, type UnitRun } from '../../model/pictures/racks/rackUnits.js';
import { runText } from 'netsensor-contract/text/collections';
import { svgElement } from '../element.js';
import type { DrawnPage } from './pageKind.js';
import { pointOnDrawing } from './pointer.js';

/** Where a gesture may begin: on free units, or on an end of a run of a reservation. */
type Grip = { readonly grid: RackGrid; readonly unit: number } & (
  | { readonly kind: 'free'; readonly run: UnitRun }
  | { readonly kind: 'top' | 'bottom'; readonly run: UnitRun; readonly key: string }
);

/** What a gesture would do if it ended now. */
interface Gesture {
  readonly grip: Grip;
  readonly run: UnitRun;
}

/** Pixels on the screen on both sides of an edge that are taken for it. */
const reach = 5;

/** Reserves free units and moves the ends of reservations, by mouse, pen, finger or keyboard. */
export class RackGestures {
  private gesture: Gesture | undefined;
  private hasMoved = false;
  private readonly sheet: HTMLElement;

  constructor(private readonly page: DrawnPage<RackTypes>) {
    const { sheet } = page.frame;
    this.sheet = sheet;
    sheet.addEventListener('pointerdown', event => this.begin(event));
    sheet.addEventListener('pointermove', event => this.move(event));
    sheet.addEventListener('pointerup', () => this.end());
    sheet.addEventListener('pointercancel', () => this.cancel());
  }

  /** Whether the click that comes now is the end of a drag. */
  get hasJustDragged(): boolean {
    return this.hasMoved;
  }

  /** @returns whether the key was for a gesture */
  press(event: KeyboardEvent, mark: Mark | undefined): boolean {
    if (event.key === 'Escape' && this.gesture) {
      this.cancel();
      return true;
    }
    const grip =
      mark && this.page.isEditable ? this.gripOf(mark, event.shiftKey ? 'bottom' : 'top') : undefined;
    if (!grip) return false;
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (grip.kind === 'free') {
      if (event.key === 'Enter') {
        const { run } = this.gesture ?? grip;
        this.cancel();
        this.page.post({ type: 'reserve', rackId: grip.grid.rack.id, run });
        return true;
      }
      if (!event.shiftKey || !step) return false;
      const to = this.gesture ? this.gesture.run.to + step : grip.run.from;
      this.show({ grip, run: freeSelection(grip.run, grip.run.from, to) });
      return true;
    }
    if (!event.altKey || !step) return false;
    const unit = (grip.kind === 'top' ? grip.run.to : grip.run.from) + step;
    this.finish({ grip, run: draggedEnds(grip.run, grip.kind, { unit, height: grip.grid.rack.drawnUnits }) });
    return true;
  }

  private begin(event: PointerEvent): void {
    this.hasMoved = false;
    const grip = event.button === 0 ? this.gripAt(event) : undefined;
    if (!grip) return;
    this.sheet.setPointerCapture(event.pointerId);
    this.gesture = { grip, run: grip.kind === 'free' ? { from: grip.unit, to: grip.unit } : grip.run };
  }

  private move(event: PointerEvent): void {
    const { gesture } = this;
    if (!gesture) {
      const kind = this.gripAt(event)?.kind;
      const grip = kind === 'top' || kind === 'bottom' ? 'edge' : (kind ?? '');
      if (this.sheet.dataset['grip'] !== grip) this.sheet.dataset['grip'] = grip;
      return;
    }
    const { grip } = gesture;
    const unit = this.unitAt(grip.grid, event);
    if (!this.hasMoved && unit === grip.unit && grip.kind === 'free') return;
    this.hasMoved = true;
    const run =
      grip.kind === 'free'
        ? freeSelection(grip.run, grip.unit, unit)
        : draggedEnds(grip.run, grip.kind, {
            unit: this.edgeUnit(grip, event),
            height: grip.grid.rack.drawnUnits,
          });
    this.show({ grip, run });
  }

  private end(): void {
    const { gesture } = this;
    this.cancel();
    if (gesture && this.hasMoved) this.finish(gesture);
  }

  private finish({ grip, run }: Gesture): void {
    if (grip.kind === 'free') this.page.post({ type: 'reserve', rackId: grip.grid.rack.id, run });
    else if (run.from !== grip.run.from || run.to !== grip.run.to)
      this.page.post({ type: 'resize', key: grip.key, old: grip.run, now: run });
  }

  private cancel(): void {
    this.gesture = undefined;
    this.sheet.querySelector('.ghost')?.remove();
    this.page.frame.say('');
  }

  private show(gesture: Gesture): void {
    this.gesture = gesture;
    const { grip, run } = gesture;
    const { box } = grip.grid;
    const units = `U${runText(run)}`;
    const words = this.page.words;
    this.page.frame.say((grip.kind === 'free' ? words?.reserve : words?.resize)?.replace('{0}', units) ?? '');
    this.sheet.querySelector('.ghost')?.remove();
    const y = box.y + box.height - run.to * unitHeight;
    const height = (run.to - run.from + 1) * unitHeight;
    const frame = svgElement('rect', { x: box.x, y, width: box.width, height });
    const label = svgElement('text', { x: box.x + box.width - 6, y: y + 12, 'text-anchor': 'end' }, units);
    this.sheet.querySelector('svg')?.append(svgElement('g', { class: 'ghost' }, frame, label));
  }

  private gripAt(event: PointerEvent): Grip | undefined {
    if (!this.page.isEditable) return undefined;
    const { x, y } = this.point(event);
    const grid = this.page.placed?.grids.find(
      ({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
    );
    if (!grid) return undefined;
    const unit = this.unitAt(grid, event);
    const { segments, reservations } = grid.rack;
    const segment = segments.find(({ from, to }) => from <= unit && unit <= to);
    if (!segment) return undefined;
    if (segment.claims.length === 0) return { kind: 'free', grid, unit, run: segment };
    const column = Math.floor(((x - grid.box.x) / grid.box.width) * segment.claims.length);
    const key = segment.claims[column];
    const run = reservations
      .find(other => other.key === key)
      ?.runs.find(({ from, to }) => from <= unit && unit <= to);
    if (!run || key === undefined) return undefined;
    const bottom = grid.box.y + grid.box.height;
    const near = reach / this.page.zoom;
    const fromTop = y - (bottom - run.to * unitHeight);
    const fromBottom = bottom - (run.from - 1) * unitHeight - y;
    if (Math.min(fromTop, fromBottom) > near) return undefined;
    return { kind: fromTop <= fromBottom ? 'top' : 'bottom', grid, unit, run, key };
  }

  /** What the keyboard has under it. */
  private gripOf({ id }: Mark, edge: 'top' | 'bottom'): Grip | undefined {
    const words = id.split(' ');
    const from = Number(words.at(-1));
    const grid = this.page.placed?.grids.find(({ rack }) => rack.id === Number(words.at(-2)));
    const segment = grid?.rack.segments.find(other => other.from === from);
    if (!grid || !segment) return undefined;
    if (words[0] === 'free') return { kind: 'free', grid, unit: from, run: segment };
    const key = words[1] ?? '';
    const run = grid.rack.reservations
      .find(other => other.key === key)
      ?.runs.find(other => other.from <= from && from <= other.to);
    return words[0] === 'claim' && run ? { kind: edge, grid, unit: from, run, key } : undefined;
  }

  /** The unit that an edge would belong to: it jumps in the middle of a unit, not at its end. */
  private edgeUnit(grip: Grip, event: PointerEvent): number {
    const { box } = grip.grid;
    const bound = Math.round((box.y + box.height - this.point(event).y) / unitHeight);
    return grip.kind === 'top' ? bound : bound + 1;
  }

  private unitAt({ box }: RackGrid, event: PointerEvent): number {
    return Math.ceil((box.y + box.height - this.point(event).y) / unitHeight);
  }

  private point(event: PointerEvent): { readonly x: number; readonly y: number } {
    return pointOnDrawing(this.sheet, this.page.zoom, event);
  }
}
