import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageMessage, PictureMessage } from '../../../../src/model/pictures/pictureMessages.js';
import type { FloorTypes } from '../../../../src/model/pictures/floors/floorPicture.js';
import type { ShownLayer, ShownPoint } from '../../../../src/model/pictures/floors/shownFloor.js';
import { page as kindPage } from '../../../../src/renderer/pictures/kinds/floorPage.js';
import type { DrawnPage } from '../../../../src/renderer/pictures/pageKind.js';
import type { PicturePage } from '../../../../src/renderer/pictures/picturePage.js';
import { openPage, press, words } from './pageParts.js';

const pointAt = (id: number, x?: number, y?: number): ShownPoint => ({
  key: String(id),
  isKnown: true,
  isEdited: false,
  isFarAway: false,
  name: `AP ${id}`,
  mac: undefined,
  state: id === 4 ? 'down' : 'up',
  clients: id,
  place: x === undefined || y === undefined ? undefined : { x, y },
  texts: { name: `AP ${id}`, said: `AP ${id}, up` },
});
/** 1 and 2 stand above 3 and 4; 5 has no place. */
const points = [pointAt(1, 0, 0), pointAt(2, 100, 5), pointAt(3, 5, 50), pointAt(4, 100, 55), pointAt(5)];

const noLayer: ShownLayer = { kind: 'none', title: '', frames: [], bands: [] };

const picture = (shown = points, isEditable = true, layer = noLayer): PictureMessage<FloorTypes> => ({
  type: 'picture',
  isEditable,
  isLocked: !isEditable,
  words,
  picture: {
    title: 'Floor 1',
    floor: {
      points: shown,
      total: shown.length,
      look: { corner: [0, 0], unitsPerPixel: 1, metresPerUnit: undefined, reach: 5 },
      layer,
      texts: {
        summary: 'Five',
        filtered: '{0} of {1}',
        clients: '{0} clients',
        tray: 'Waiting: {0}',
        more: '{0} more',
        units: '{0} units',
        metres: '{0} m',
        empty: 'Empty',
        noMatch: 'No match',
        states: { up: 'Up', down: 'Down', unknown: 'Not known' },
      },
    },
  },
  table: { columns: ['Access point'], rows: [] },
});

describe('the page of a floor', () => {
  let posted: (PageMessage | FloorTypes['message'])[];
  let kept: DrawnPage<FloorTypes>['state'] | undefined;
  let page: PicturePage;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
  const markOf = (id: number) => find(`[data-mark="point ${id} "]`);
  const focused = () => document.activeElement?.getAttribute('data-mark')?.split(' ')[1];
  const texts = () => [...document.querySelectorAll('svg text')].map(text => text.textContent);

  beforeEach(() => {
    posted = [];
    kept = undefined;
    ({ page } = openPage(
      kindPage,
      { kept, keep: state => (kept = state), post: message => posted.push(message) },
      `<select id="layer"><option>none<option>clients<option>signal<option>reach</select>
      <select id="range"><option value=""><option>last hour</select><button data-action="reverse"></button>
      <div id="replay"><button data-action="play"></button><input id="frame" type="range"><output id="when"></div>`,
    ));
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

  it('says on the sheet that it is empty, and that nothing matches a filter', () => {
    const filter = find('#filter') as HTMLInputElement;
    filter.value = 'nobody';
    filter.dispatchEvent(new Event('input'));
    expect(texts()).toContain('No match');
    page.hear(picture([]));
    expect(texts()).toContain('Empty');
    expect(find('#nothing').hidden).toBe(true);
  });

  it('keeps the size of symbols and words on the screen when it is zoomed', () => {
    const sizeOf = () => Number(find('svg text').getAttribute('font-size'));
    const before = sizeOf();
    page.zoomBy(2);
    expect(sizeOf()).toBeCloseTo(before / 2, 1);
    expect(kept?.zoom).toBe(2);
  });

  /** Drags from a point to another place, in units of the plan; the plan has no more than that in a window without a size. */
  const drag = (id: number, to: { x: number; y: number }) => {
    const [from, origin, right] = [id, 1, 2].map(middleOf);
    const scale = (right!.x - origin!.x) / 100;
    const event = (type: string, { x, y }: { x: number; y: number }) =>
      new MouseEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y });
    const end = { x: origin!.x + to.x * scale, y: origin!.y + to.y * scale };
    markOf(id).dispatchEvent(event('pointerdown', from!));
    find('#sheet').dispatchEvent(event('pointermove', end));
    const said = find('#status').textContent;
    find('#sheet').dispatchEvent(event('pointerup', end));
    return said;
  };
  const middleOf = (id: number) => {
    const hold = markOf(id).querySelector('circle, rect')!;
    const [x, y] = ['cx', 'cy'].map(name => Number(hold.getAttribute(name)));
    return { x: x!, y: y! };
  };

  const resize = (width: number) => {
    for (const [name, value] of Object.entries({ clientWidth: width, clientHeight: 600 }))
      Object.defineProperty(find('#place'), name, { configurable: true, value });
    page.draw();
  };
  const scrolledTo = () =>
    vi.mocked(find('#place').scrollTo).mock.lastCall as unknown as [left: number, top: number];

  it('keeps what has the keyboard where it is while a document takes half of the window', () => {
    resize(1_000);
    page.zoomBy(3);
    markOf(4).focus();
    Object.assign(find('#place'), { scrollLeft: 1_200, scrollTop: 700 });
    const shareOf = (left: number, width: number) => (middleOf(4).x * 3 - left) / width;
    const before = shareOf(1_200, 1_000);
    resize(500);
    expect(shareOf(scrolledTo()[0], 500)).toBeCloseTo(before);
  });

  it('keeps what waits for a place in sight, too, which a narrow window has below the plan', () => {
    resize(1_000);
    page.zoomBy(3);
    markOf(5).focus();
    Object.assign(find('#place'), { scrollLeft: 1_200, scrollTop: 0 });
    resize(500);
    const row = markOf(5).querySelector('rect')!;
    const [left, top] = scrolledTo();
    const [x, y] = ['x', 'y'].map(name => Number(row.getAttribute(name)) * 3);
    // A window never scrolls beyond the corner.
    expect(x! - Math.max(left, 0)).toBeLessThan(500);
    expect(y! - top).toBeLessThan(600);
    expect(y! - top).toBeGreaterThan(0);
  });

  it('moves a point to where it is dragged, and says where that is', () => {
    expect(drag(3, { x: 50, y: 20 })).toBe('x 50, y 20 now');
    expect(posted).toEqual([{ type: 'move', key: '3', to: { x: 50, y: 20 }, from: { x: 5, y: 50 } }]);
    markOf(3).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(posted).toHaveLength(1);
  });

  it('moves nothing beside the plan, by a click, or on a locked connection', () => {
    drag(3, { x: -50, y: 20 });
    drag(3, { x: 5, y: 50 });
    page.hear(picture(points, false));
    drag(3, { x: 50, y: 20 });
    expect(posted).toEqual([]);
    expect(find('#locked').hidden).toBe(false);
  });

  it('moves a point with Alt and arrow keys, faster than it is drawn', () => {
    markOf(3).focus();
    press('ArrowRight', { altKey: true });
    press('ArrowRight', { altKey: true });
    press('ArrowUp', { altKey: true, shiftKey: true });
    expect(posted).toEqual(
      [
        { x: 6, y: 50 },
        { x: 7, y: 50 },
        { x: 7, y: 40 },
      ].map(to => ({ type: 'move', key: '3', to, from: { x: 5, y: 50 } })),
    );
  });

  it('puts what waits for a place into the middle of the plan with Alt and an arrow key, and moves it on from there', () => {
    markOf(5).focus();
    press('ArrowLeft', { altKey: true });
    press('ArrowLeft', { altKey: true });
    const [first, second] = posted.flatMap(message => (message.type === 'move' ? [message.to] : []));
    expect(first!.x).toBeGreaterThan(5);
    expect(first!.x).toBeLessThan(100);
    expect(second).toEqual({ x: first!.x - 1, y: first!.y });
  });

  it('moves the plan under the window', () => {
    const from = { clientX: 300, clientY: 200 };
    const to = { clientX: 280, clientY: 230 };
    const sheet = find('#sheet');
    sheet.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button: 0, ...from }));
    sheet.dispatchEvent(new MouseEvent('pointermove', { bubbles: true, ...to }));
    expect(find('#place').scrollTo).toHaveBeenLastCalledWith(20, -30);
  });

  it('sets the scale with two clicks, which move and open nothing', () => {
    const act = (name: string) => {
      const made = document.createElement('button');
      made.setAttribute('data-action', name);
      find('#status').before(made);
      made.click();
    };
    const click = (id: number) => {
      const { x, y } = middleOf(id);
      for (const type of ['pointerdown', 'pointerup', 'click'])
        markOf(id).dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x, clientY: y }));
    };
    act('scale');
    expect(find('#status').textContent).toBe('First');
    click(1);
    expect(find('#status').textContent).toBe('Second');
    click(4);
    expect(posted).toEqual([{ type: 'scale', units: expect.closeTo(Math.hypot(100, 55), 0) as number }]);
    posted = [];
    act('scale');
    markOf(1).focus();
    press('Escape');
    click(1);
    expect(posted).toEqual([{ type: 'open', target: { type: 'accessPoint', key: '1' } }]);
  });

  it('shows its background below the points, and says what is wrong with it', async () => {
    Image.prototype.decode = vi.fn(() => Promise.resolve());
    page.hear({ type: 'background', href: 'data:image/png;base64,AA' });
    await vi.waitFor(() => expect(find('svg image').getAttribute('href')).toBe('data:image/png;base64,AA'));
    Image.prototype.decode = vi.fn(() => Promise.reject(new Error('no picture')));
    page.hear({ type: 'background', href: 'data:image/png;base64,BB' });
    await vi.waitFor(() => expect(find('#sentence').textContent).toBe('No background'));
    expect(document.querySelector('svg image')).toBeNull();
    page.hear({ ...picture(), problem: 'x.floor.json cannot be used.' } as PictureMessage);
    expect(find('#failed').hidden).toBe(false);
    page.hear(picture());
    expect(find('#failed').hidden).toBe(true);
  });

  const clients: ShownLayer = {
    kind: 'clients',
    title: 'Clients seen',
    bands: [],
    frames: [
      { label: 'last hour', values: { 1: 9, 3: 4 } },
      { label: '10:00', values: { 1: 9 } },
      { label: '10:15', values: { 3: 4 } },
    ],
  };
  /** On the floor: those of the legend have their number behind them. */
  const discs = () =>
    [...document.querySelectorAll('circle[fill-opacity="0.2"]')].filter(
      ({ nextElementSibling }) => nextElementSibling?.tagName !== 'text',
    ).length;

  it('asks for a layer of a range of time, and keeps both over a reload', () => {
    (find('#layer') as HTMLSelectElement).value = 'clients';
    (find('#range') as HTMLSelectElement).value = 'last hour';
    find('#layer').dispatchEvent(new Event('change'));
    const chosen = { layer: 'clients', range: 'last hour' };
    expect(posted).toEqual([{ type: 'layer', ...chosen }]);
    expect(kept?.layer).toEqual(chosen);
    posted = [];
    page.begin();
    expect(posted).toEqual([{ type: 'ready', kept: chosen }]);
  });

  it('replays the parts of a range, by a slider or by itself', () => {
    vi.useFakeTimers();
    try {
      page.hear(picture(points, true, clients));
      expect([discs(), find('#when').textContent]).toEqual([2, 'last hour']);
      const slider = find('#frame') as HTMLInputElement;
      slider.value = '1';
      slider.dispatchEvent(new Event('input'));
      expect([discs(), find('#when').textContent]).toEqual([1, '10:00']);
      find('[data-action=play]').click();
      vi.advanceTimersToNextTimer();
      expect(find('#when').textContent).toBe('10:15');
      expect(texts()).toContain('Clients seen, 10:15');
      find('[data-action=play]').click();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('plays nothing for those who want no motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    page.hear(picture(points, true, clients));
    expect(find('[data-action=play]').hidden).toBe(true);
    expect(find('#replay').hidden).toBe(false);
    vi.unstubAllGlobals();
  });

  it('draws bands below the points, with what they mean, and turns their strength around', () => {
    const reach: ShownLayer = { kind: 'reach', title: 'Estimated', frames: [], bands: ['5 m', '3 m', '2 m'] };
    page.hear(picture(points, true, reach));
    const bands = () =>
      [...document.querySelectorAll('path[fill-opacity]')].map(band => band.getAttribute('fill-opacity'));
    const before = bands();
    expect(before).toHaveLength(3);
    expect(texts()).toEqual(expect.arrayContaining(['Estimated', '5 m', '3 m', '2 m']));
    find('[data-action=reverse]').click();
    expect(bands()).toEqual(before.toReversed());
  });
});
