import { element } from '../element.js';

/** Pixels around what stands below a box. */
const edge = 4;
/** Pixels that a list and a sentence mostly need. */
const usual = 220;

/**
 * What stands below the box over a cell: what is wrong with what is typed, a hint, and what fits. It lies above everything,
 * since a grid of few columns would cut it.
 */
export class CellBelow {
  readonly element = element('div', { className: 'beneath', attributes: { popover: 'manual' } });
  private readonly wrong = element('div', { className: 'wrong', attributes: { role: 'alert', id: 'wrong' } });

  /**
   * @param box that it stands below, or above where there is more room
   * @param grid that scrolls the box
   */
  constructor(
    private readonly box: HTMLElement,
    private readonly grid: HTMLElement,
    hint: string,
  ) {
    box.setAttribute('aria-describedby', 'wrong hint');
    this.element.append(
      this.wrong,
      element('div', { className: 'hint', text: hint, attributes: { id: 'hint' } }),
    );
    grid.addEventListener('scroll', this.place);
    window.addEventListener('resize', this.place);
  }

  /** What is wrong; empty for nothing. */
  get sentence(): string {
    return this.wrong.textContent;
  }

  set sentence(sentence: string) {
    this.wrong.textContent = sentence;
    this.place();
  }

  /** Shows it, once it and the box are in the document. */
  show(): void {
    this.element.showPopover?.();
    this.place();
  }

  dispose(): void {
    this.grid.removeEventListener('scroll', this.place);
    window.removeEventListener('resize', this.place);
  }

  private readonly place = (): void => {
    const { style, classList } = this.element;
    const { left, top, bottom, width } = this.box.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    style.minWidth = `${width}px`;
    const room = innerHeight - bottom;
    const isUp = room < usual && room < top;
    classList.toggle('up', isUp);
    style.top = isUp ? 'auto' : `${bottom}px`;
    style.bottom = isUp ? `${innerHeight - top}px` : 'auto';
    style.left = `${Math.max(edge, Math.min(left, innerWidth - this.element.offsetWidth - edge))}px`;
  };
}
