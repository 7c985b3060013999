import { describe, expect, it, vi } from 'vitest';
import { many, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();

/** A table of 1,000 rows, as high as its rows, and whether the page heard of a turn of the wheel in it. */
function drawn() {
  const shown = renderer.draw(many(1000));
  shown.grid.style.overflowY = 'auto';
  vi.spyOn(shown.grid, 'scrollHeight', 'get').mockReturnValue(22_022);
  let heard = 0;
  shown.element.addEventListener('wheel', () => (heard += 1));
  const reachesPage = (deltaY: number, time: number): boolean => {
    const before = heard;
    turn(shown, deltaY, time);
    return heard > before;
  };
  return { shown, reachesPage };
}

function turn({ cells }: ShownOutput, deltaY: number, time: number): void {
  const event = new WheelEvent('wheel', { deltaY, bubbles: true, composed: true });
  Object.defineProperty(event, 'timeStamp', { value: time });
  cells[0]?.dispatchEvent(event);
}

describe('the wheel over a table', () => {
  it('scrolls the table alone until its end, and the page after a pause there', () => {
    const { shown, reachesPage } = drawn();
    expect(reachesPage(100, 1000)).toBe(false);
    shown.grid.scrollTop = 22_022 - 242;
    expect(reachesPage(100, 1200)).toBe(false);
    expect(reachesPage(100, 1600)).toBe(true);
    expect(reachesPage(-100, 1700)).toBe(false);
  });

  it('scrolls the page where the table begins, where it does not scroll, and beside it', () => {
    const { shown, reachesPage } = drawn();
    expect(reachesPage(-100, 1000)).toBe(true);
    expect(reachesPage(0, 3000)).toBe(true);
    vi.spyOn(shown.grid, 'scrollHeight', 'get').mockReturnValue(242);
    expect(reachesPage(100, 5000)).toBe(true);
    const heard: Event[] = [];
    shown.element.addEventListener('wheel', event => heard.push(event));
    shown.root
      .querySelector('.bar')
      ?.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: 1, composed: true }));
    expect(heard).toHaveLength(1);
  });
});
