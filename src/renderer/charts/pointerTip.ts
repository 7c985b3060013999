import { element } from '../element.js';

/** Pixels between the pointer and what is said of its place. */
const distance = 14;

/** Says what is at the pointer, beside it. It lets the mouse through, and screen readers are told in other ways. */
export class PointerTip {
  /** To be put into what has the place that is pointed at, and is positioned itself. */
  readonly element = element('div', { className: 'tip', attributes: { 'aria-hidden': 'true' } });

  constructor() {
    this.hide();
  }

  /** Shows something at a place of the window, where there is room: else at the left of it, and as low as it may be. */
  show({ x, y }: { readonly x: number; readonly y: number }, ...content: readonly (Node | string)[]): void {
    const tip = this.element;
    const place = tip.parentElement;
    if (!place) return;
    tip.hidden = false;
    tip.replaceChildren(...content);
    const box = place.getBoundingClientRect();
    const right = x - box.left + distance;
    const isRoom = right + tip.offsetWidth <= place.clientWidth;
    const left = isRoom ? right : right - 2 * distance - tip.offsetWidth;
    const top = Math.min(y - box.top + distance, place.clientHeight - tip.offsetHeight);
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${Math.max(0, top)}px`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}

/** The place of the mouse. */
export const pointerAt = ({ clientX: x, clientY: y }: MouseEvent): { x: number; y: number } => ({ x, y });
