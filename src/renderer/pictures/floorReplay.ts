import type { FloorTypes } from '../../model/pictures/floors/floorPicture.js';
import type { ShownLayer } from '../../model/pictures/floors/shownFloor.js';
import type { FloorLayer } from '../../model/pictures/floors/floorFile.js';
import type { DrawnPage } from './pageKind.js';

/** Milliseconds that a part of a range is seen while it is played. */
const pace = 700;

/** Which layer of a floor is shown, and which part of its time. */
export class FloorReplay {
  /** 0 is all of the range. */
  frame = 0;
  private frames: ShownLayer['frames'] = [];
  private playing: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly page: DrawnPage<FloorTypes>) {
    const { layer: kept } = page.state;
    for (const id of ['layer', 'range'] as const) {
      if (kept) this.input(id).value = kept[id];
      this.input(id).addEventListener('change', () => this.choose());
    }
    this.input('frame').addEventListener('input', () => {
      this.stop();
      this.show(Number(this.input('frame').value));
    });
  }

  /** Takes the layer that is drawn now. */
  follow({ kind, frames }: ShownLayer): void {
    const isTimed = frames.length > 1;
    if (frames.length !== this.frames.length) this.frame = 0;
    this.frames = frames;
    this.frame = Math.min(this.frame, Math.max(frames.length - 1, 0));
    this.input('layer').value = kind;
    this.part('range').hidden = kind !== 'clients' && kind !== 'signal';
    this.part('[data-action=reverse]').hidden = kind !== 'signal' && kind !== 'reach';
    const isReversed = this.page.state.isReversed === true;
    this.part('[data-action=reverse]').setAttribute('aria-pressed', String(isReversed));
    this.part('replay').hidden = !isTimed;
    // Nothing moves by itself for those who do not want that; the slider is there for them too.
    const isStill = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
    this.part('[data-action=play]').hidden = isStill;
    if (!isTimed || isStill) this.stop();
    this.input('frame').max = String(Math.max(frames.length - 1, 0));
    this.input('frame').value = String(this.frame);
    const when = frames[this.frame]?.label ?? '';
    this.part('when').textContent = when;
    this.input('frame').setAttribute('aria-valuetext', when);
  }

  reverse(): void {
    this.page.change({ isReversed: this.page.state.isReversed !== true });
  }

  play(): void {
    if (this.playing !== undefined) return this.stop();
    this.part('[data-action=play]').setAttribute('aria-pressed', 'true');
    this.playing = setInterval(
      () => this.show(this.frame + 1 < this.frames.length ? this.frame + 1 : 1),
      pace,
    );
  }

  private stop(): void {
    clearInterval(this.playing);
    this.playing = undefined;
    this.part('[data-action=play]').setAttribute('aria-pressed', 'false');
  }

  private show(frame: number): void {
    this.frame = frame;
    this.page.draw();
  }

  private choose(): void {
    const layer = { layer: this.input('layer').value as FloorLayer, range: this.input('range').value };
    this.page.update({ layer });
    this.stop();
    this.frame = 0;
    this.page.post({ type: 'layer', ...layer });
  }

  private input(id: string): HTMLInputElement {
    return this.part(id) as HTMLInputElement;
  }

  private part(selector: string): HTMLElement {
    return this.page.frame.root.querySelector<HTMLElement>(
      selector.startsWith('[') ? selector : `#${selector}`,
    )!;
  }
}
