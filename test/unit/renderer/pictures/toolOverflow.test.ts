import { beforeEach, describe, expect, it } from 'vitest';
import { ToolOverflow } from '../../../../src/renderer/pictures/toolOverflow.js';

describe('the toolbar of a picture', () => {
  let bar: HTMLElement;
  let overflow: ToolOverflow;
  let width = 0;
  const find = (selector: string) => bar.querySelector<HTMLElement>(selector)!;
  const inRow = () => [...find('#tools').children].map(({ id }) => id);
  const inMenu = () => [...find('#more div').children].map(({ id }) => id);
  const foldIn = (wide: number) => {
    width = wide;
    overflow.fold();
  };

  beforeEach(() => {
    document.body.innerHTML = `<header style="padding-right: 0px"><span id="tools">
      <button id="plan"></button><button id="scale"></button><select id="layer"></select><select id="range"></select>
      </span><details id="more" hidden><summary></summary><div></div></details><button id="last"></button></header>`;
    bar = document.querySelector('header')!;
    // Each tool is 100 pixels wide, and so is what follows them.
    const rightAt = (right: () => number) => () => ({ right: right() }) as DOMRect;
    bar.getBoundingClientRect = rightAt(() => width);
    Object.defineProperty(bar, 'clientWidth', { get: () => width });
    find('#last').getBoundingClientRect = rightAt(() => 100 * (inRow().length + 1));
    overflow = new ToolOverflow(bar, find('#tools'), find('#more') as HTMLDetailsElement);
  });

  it('keeps one row: what has no room is in a menu, buttons before choices, and comes back with the room', () => {
    foldIn(500);
    expect([inRow().length, find('#more').hidden]).toEqual([4, true]);
    foldIn(290);
    expect([inRow(), inMenu(), find('#more').hidden]).toEqual([['layer'], ['plan', 'scale', 'range'], false]);
    foldIn(500);
    expect([inRow(), inMenu()]).toEqual([['plan', 'scale', 'layer', 'range'], []]);
  });

  it('takes away its sentences before any tool', () => {
    find('#last').getBoundingClientRect = () =>
      ({ right: bar.classList.contains('tight') ? 500 : 700 }) as DOMRect;
    foldIn(600);
    expect([inRow().length, find('#more').hidden, bar.className]).toEqual([4, true, 'tight']);
    foldIn(800);
    expect(bar.className).toBe('');
  });

  it('leaves the keyboard on the button of the menu where the tool went that had it', () => {
    foldIn(500);
    find('#plan').focus();
    foldIn(290);
    expect(document.activeElement).toBe(find('summary'));
  });
});
