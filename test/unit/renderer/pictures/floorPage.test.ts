import { beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  PageMessage,
  PageState,
  PictureMessage,
} from '../../../../src/model/pictures/pictureMessages.js';
import type { ShownPoint } from '../../../../src/model/pictures/shownFloor.js';
import { PicturePage } from '../../../../src/renderer/pictures/picturePage.js';

const ids = ['filter', 'turn', 'locked', 'failed', 'sentence', 'nothing', 'place', 'table', 'status'];
const words = {
  ...{ hint: 'Drag', lockedHint: 'Arrows', reserve: 'Reserve {0}', resize: '{0} now', nothing: 'Nothing' },
  ...{ noMatch: 'No match', copied: 'Copied', failed: 'Failed' },
};

const pointAt = (id: number, x?: number, y?: number): ShownPoint => ({
  ...{ key: String(id), isKnown: true, isEdited: false, isFarAway: false, name: `AP ${id}` },
  ...{ state: id === 4 ? 'down' : 'up', clients: id },
  place: x === undefined || y === undefined ? undefined : { x, y },
  texts: { name: `AP ${id}`, said: `AP ${id}, up` },
});
/** 1 and 2 stand above 3 and 4; 5 has no place. */
const points = [pointAt(1, 0, 0), pointAt(2, 100, 5), pointAt(3, 5, 50), pointAt(4, 100, 55), pointAt(5)];

const picture = (shown = points, isEditable = true): PictureMessage => ({
  ...{ type: 'picture', isEditable, words },
  picture: {
    ...{ kind: 'floor', title: 'Floor 1' },
    floor: {
      ...{ points: shown, total: shown.length },
      texts: {
        ...{ summary: 'Five', filtered: '{0} of {1}', clients: '{0} clients', tray: 'Waiting: {0}' },
        ...{ more: '{0} more', units: '{0} units', empty: 'Empty' },
        states: { up: 'Up', down: 'Down', unknown: 'Not known' },
      },
    },
  },
  table: { columns: ['Access point'], rows: [] },
});

describe('the page of a floor', () => {
  let posted: PageMessage[];
  let kept: PageState | undefined;
  let page: PicturePage;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
  const markOf = (id: number) => find(`[data-mark="point ${id} "]`);
  const focused = () => document.activeElement?.getAttribute('data-mark')?.split(' ')[1];
  const press = (key: string, more: KeyboardEventInit = {}) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
  const texts = () => [...document.querySelectorAll('svg text')].map(text => text.textContent);

  beforeEach(() => {
    posted = [];
    kept = undefined;
    document.body.innerHTML = ids
      .map(id => (id === 'filter' ? '<input id="filter">' : `<div id="${id}"></div>`))
      .join('');
    const sheet = document.createElement('div');
    sheet.id = 'sheet';
    sheet.setPointerCapture = vi.fn();
    find('#place').append(sheet);
    find('#place').scrollTo = vi.fn();
    Element.prototype.scrollIntoView ??= vi.fn();
    page = new PicturePage(document.body, {
      subject: { connectionId: 'a', kind: 'floor', uuid: '7' },
      ...{ kept, keep: state => (kept = state), post: message => posted.push(message) },
    });
    page.hear(picture());
  });

  it('goes with arrows to the next point in that direction, and opens it with Enter', () => {
    markOf(1).focus();
    press('ArrowRight');
    expect(focused()).toBe('2');
    press('ArrowDown');
    expect(focused()).toBe('4');
    press('ArrowLeft');
    expect(focused()).toBe('3');
    press('Enter');
    expect(posted).toEqual([{ type: 'open', target: { type: 'accessPoint', key: '3' } }]);
  });

  it('shows the point that is asked for, which may have no place', () => {
    page.hear({ type: 'show', target: { type: 'accessPoint', key: '5' } });
    expect(focused()).toBe('5');
    expect(texts()).toContain('Waiting: 1');
  });

  it('says how many of how many are shown while they are filtered', () => {
    const filter = find('#filter') as HTMLInputElement;
    filter.value = 'AP 2';
    filter.dispatchEvent(new Event('input'));
    expect(texts()).toContain('1 of 5');
    expect(document.querySelectorAll('[data-mark]')).toHaveLength(1);
  });

  it('keeps the size of symbols and words on the screen when it is zoomed', () => {
    const sizeOf = () => Number(find('svg text').getAttribute('font-size'));
    const before = sizeOf();
    page.zoomBy(2);
    expect(sizeOf()).toBeCloseTo(before / 2, 1);
    expect(kept?.zoom).toBe(2);
  });
});
