import { describe, expect, it } from 'vitest';
import { many, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();

describe('the keyboard', () => {
  const position = (shown: ShownOutput) => shown.grid.getAttribute('aria-activedescendant');

  it('finds the grid by Tab and its first cell active', () => {
    const shown = renderer.draw(many(3));
    expect(shown.grid.tabIndex).toBe(0);
    expect(shown.active?.textContent).toBe('row 0');
  });

  it.each<[string[], string]>([
    [['ArrowDown'], 'cell-1-0'],
    [['ArrowRight', 'ArrowRight'], 'cell-0-1'],
    [['ArrowLeft'], 'cell-0-0'],
    [['ArrowUp', 'ArrowUp', 'ArrowRight'], 'head-1'],
    [['ArrowUp', 'ArrowDown'], 'cell-0-0'],
    [['End'], 'cell-0-1'],
    [['End', 'Home'], 'cell-0-0'],
    [['PageDown'], 'cell-9-0'],
    [['PageDown', 'PageUp'], 'cell-0-0'],
    [['Control+End'], 'cell-999-1'],
    [['Control+End', 'Control+Home'], 'cell-0-0'],
    [['Control+ArrowDown'], 'cell-999-0'],
  ])('moves with %j to %s', (keys, id) => {
    const shown = renderer.draw(many(1000));
    for (const key of keys) {
      const event = shown.press(key.replace('Control+', ''), { ctrlKey: key.startsWith('Control+') });
      expect(event.defaultPrevented).toBe(true);
    }
    expect(position(shown)).toBe(id);
  });

  it('keeps the active cell in the document and in sight', () => {
    const shown = renderer.draw(many(1000));
    shown.press('End', { ctrlKey: true });
    expect(shown.grid.scrollTop).toBe(1000 * 22 - (242 - 22));
    shown.grid.dispatchEvent(new Event('scroll'));
    expect(shown.active?.textContent).toBe('999,000');
    expect(shown.active?.classList.contains('active')).toBe(true);
  });

  it('leaves other keys to the editor', () => {
    const shown = renderer.draw(many(3));
    for (const key of ['Escape', 'Tab', 'a']) expect(shown.press(key).defaultPrevented).toBe(false);
    expect(shown.press('ArrowDown', { altKey: true }).defaultPrevented).toBe(false);
  });

  it('moves to a cell that is clicked', () => {
    const shown = renderer.draw(many(3));
    shown.cells[3]?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    expect(position(shown)).toBe('cell-1-1');
  });

  it('copies the active cell as it was sent', () => {
    const shown = renderer.draw(many(3));
    shown.press('End', { ctrlKey: true });
    const copied: Record<string, string> = {};
    const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
      clipboardData: { setData: (type: string, text: string) => (copied[type] = text) },
    });
    shown.grid.dispatchEvent(event);
    expect(copied).toEqual({ 'text/plain': '2000' });
    expect(event.defaultPrevented).toBe(true);
  });
});
