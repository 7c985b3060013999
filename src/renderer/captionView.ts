import type { Caption } from '../model/results/caption.js';
import { element } from './element.js';

/** What a result says of itself above it: its title, and the manager, the range and the zone. */
export class CaptionView {
  readonly element = element('figcaption');

  constructor(private readonly said: () => Caption) {
    this.draw();
  }

  /** Says it again when it has become something else. */
  draw(): void {
    const { title, subtitle } = this.said();
    this.element.replaceChildren(
      element('span', { className: 'title', text: title }),
      element('span', { className: 'subtitle', text: subtitle }),
    );
  }
}
