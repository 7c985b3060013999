import type { FloorTypes } from '../../model/pictures/floors/floorPicture.js';
import type { ShownLayer } from '../../model/pictures/floors/shownFloor.js';
import type { FloorLayer } from '../../model/pictures/floors/floorFile.js';
import type { DrawnPage } from './pageKind.js';
import { isMotionReduced } from './windowMoves.js';

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
    const { frame } = this.page;
    this.input('layer').value = kind;
    this.input('range').hidden = kind !== 'clients' && kind !== 'signal';
    const isReversed = this.page.state.isReversed === true;
    frame.press('reverse', isReversed, kind !== 'signal' && kind !== 'reach');
    frame.part('replay').hidden = !isTimed;
    if (!isTimed || isMotionReduced()) this.stop();
    this.sayPlaying();
    this.input('frame').max = String(Math.max(frames.length - 1, 0));
    this.input('frame').value = String(this.frame);
    const when = frames[this.frame]?.label ?? '';
    frame.part('when').textContent = when;
    this.input('frame').setAttribute('aria-valuetext', when);
  }

  reverse(): void {
    this.page.change({ isReversed: this.page.state.isReversed !== true });
  }

  play(): void {
    if (this.playing !== undefined) return this.stop();
    const next = () => this.show(this.frame + 1 < this.frames.length ? this.frame + 1 : 1);
    this.playing = setInterval(next, pace);
    this.sayPlaying();
  }

  private stop(): void {
    clearInterval(this.playing);
    this.playing = undefined;
    this.sayPlaying();
  }

  /** Nothing moves by itself for those who do not want that; the slider is there for them too. */
  private sayPlaying(): void {
    this.page.frame.press('play', this.playing !== undefined, isMotionReduced());
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
    return this.page.frame.part(id) as HTMLInputElement;
  }
}
