import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MarkTarget } from '../../../../src/model/pictures/drawing.js';
import type { PageMessage, PictureMessage } from '../../../../src/model/pictures/pictureMessages.js';
import type { MapTypes } from '../../../../src/model/pictures/maps/mapPicture.js';
import type { ShownMapPoint } from '../../../../src/model/pictures/maps/shownMap.js';
import { page as kindPage } from '../../../../src/renderer/pictures/kinds/mapPage.js';
import type { DrawnPage } from '../../../../src/renderer/pictures/pageKind.js';
import type { PicturePage } from '../../../../src/renderer/pictures/picturePage.js';
import { openPage, press, words } from './pageParts.js';

const pointAt = (id: number, longitude: number, latitude: number): ShownMapPoint => ({
  key: `ap ${id}`,
  kind: 'accessPoint',
  name: `AP ${id}`,
  opens: { type: 'accessPoint', key: String(id) },
  isEdited: false,
  longitude,
  latitude,
  domain: 0,
  below: { total: 0, down: 0 },
  counts: { up: id === 2 ? 0 : 1, down: id === 2 ? 1 : 0, unknown: 0 },
  texts: { name: `AP ${id}`, said: `AP ${id}, up` },
});
/** Two that are 80 m apart in Lisbon, three in one place in Seville, and one in Tokyo. */
const points = [
  pointAt(1, -9.1, 38.7),
  pointAt(2, -9.101, 38.7),
  pointAt(3, -5.98, 37.39),
  pointAt(4, -5.98, 37.39),
  pointAt(5, -5.98, 37.39),
  pointAt(6, 139.7, 35.7),
];

const picture: PictureMessage<MapTypes> = {
  type: 'picture',
  isEditable: false,
  isLocked: false,
  words,
  picture: {
    title: 'Map of a',
    map: {
      points,
      domains: [{ name: 'root', parent: -1 }],
      total: points.length,
      texts: {
        summary: 'Six',
        filtered: '{0} of {1}',
        placeless: '',
        more: '{0} more',
        metres: '{0} m',
        coarse: 'Coarse',
        kilometres: '{0} km',
        several: '{0} in {1}',
        severalOfMany: '{0} in {1}, {2} down',
        severalOfOne: '{0} in {1}, {2} down',
        states: { up: 'Up', down: 'Down', unknown: 'Not known' },
        kinds: { domain: 'Domains', sensor: 'Sensors' },
      },
    },
  },
  table: { columns: ['Name'], rows: [] },
};

describe('the page of a map', () => {
  let posted: PageMessage[];
  let kept: DrawnPage<MapTypes>['state'] | undefined;
  let page: PicturePage;
  let root: HTMLElement;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)!;
  const labels = () => [...root.querySelectorAll('[data-mark]')].map(mark => mark.getAttribute('aria-label'));
  const markOf = (label: string) => find(`[data-mark][aria-label^="${label}"]`);
  const focused = () => document.activeElement?.getAttribute('aria-label');
  const click = (element: Element, more: MouseEventInit = {}) =>
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, ...more }));
  const pointer = (type: string, clientX: number, clientY: number) =>
    find('#sheet').dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY }));
  const wheel = (deltaY: number) =>
    find('#sheet').dispatchEvent(
      new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true, clientX: 500, clientY: 350 }),
    );
  const show = (target: MarkTarget) => page.hear({ type: 'show', target });

  const open = (isRead = true) => {
    ({ root, page } = openPage(kindPage, {
      kept,
      keep: state => (kept = state),
      post: message => posted.push(message),
    }));
    for (const [name, value] of [
      ['clientWidth', 1000],
      ['clientHeight', 700],
    ] as const)
      Object.defineProperty(find('#place'), name, { value });
    if (isRead) page.hear(picture);
  };

  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
    posted = [];
    kept = undefined;
    open();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('shows all at first, what is near each other as one with how many are down', () => {
    expect(labels().toSorted()).toEqual(['5 in root, 1 down', 'AP 6, up']);
    expect(find('#locked').hidden).toBe(true);
  });

  it('says that it is read only until it is there, or cannot be, and while it is tried again; its tools come with it', () => {
    const fail = () => page.hear({ type: 'failed', sentence: 'Not reachable', help: undefined });
    const seen = () => [find('#status').textContent, find('#nothing').hidden, find('#tools').hidden];
    const failure = () => (find('#failed').hidden ? undefined : find('#sentence').textContent);
    open(false);
    expect(seen()).toEqual(['Reading…', false, true]);
    fail();
    expect([...seen(), failure()]).toEqual(['', true, true, 'Not reachable']);
    click(find('[data-action=retry]'));
    expect([...seen(), posted.at(-1)]).toEqual(['Reading…', false, true, { type: 'retry' }]);
    expect(failure()).toBeUndefined();
    fail();
    expect(failure()).toBe('Not reachable');
    page.hear(picture);
    expect(seen()).toEqual(['Drag', true, false]);
    click(find('[data-action=retry]'));
    fail();
    expect(seen()).toEqual(['Drag', true, false]);
  });

  it('splits what is clicked, until it is one node, which is shown in the tree; with Ctrl its document', () => {
    click(markOf('5 in root'));
    expect(labels()).toEqual(expect.arrayContaining(['3 in root', '2 in root, 1 down']));
    click(markOf('2 in root'));
    click(markOf('AP 1'));
    click(markOf('AP 2'), { ctrlKey: true });
    expect(posted).toEqual([
      { type: 'reveal', target: { type: 'accessPoint', key: '1' } },
      { type: 'open', target: { type: 'accessPoint', key: '2' } },
    ]);
  });

  it('spreads what is in one place, and puts it back with Escape or a click beside it', () => {
    click(markOf('5 in root'));
    const three = () => click(markOf('3 in root'));
    three();
    expect(labels()).toEqual(expect.arrayContaining(['AP 3, up', 'AP 4, up', 'AP 5, up']));
    markOf('AP 4').focus();
    press('Escape');
    expect(labels()).toContain('3 in root');
    three();
    click(find('svg'));
    expect(labels()).toContain('3 in root');
  });

  it('zooms with the wheel around the mouse, with keys around what has the keyboard, and back to all', () => {
    markOf('AP 6').focus();
    wheel(-3000);
    expect(kept?.view?.span).toBeLessThan(0.01);
    // Here is nothing, and the keyboard is not lost.
    expect(labels()).toEqual([]);
    press('0');
    expect(kept?.view).toBeUndefined();
    markOf('AP 6').focus();
    for (let time = 0; time < 20; time += 1) press('+');
    expect(focused()).toBe('AP 6, up');
    expect(kept?.view?.span).toBeLessThan(0.05);
  });

  it('goes no farther away than the world is wide', () => {
    wheel(30_000);
    expect(root.querySelectorAll('[data-mark]').length).toBeGreaterThan(0);
    expect(700 / kept!.view!.span).toBeGreaterThanOrEqual(799);
  });

  it('moves under the mouse without being drawn anew, and opens nothing then', () => {
    const svg = find('svg');
    pointer('pointerdown', 500, 300);
    pointer('pointermove', 540, 320);
    expect(find('[data-ground]').style.transform).toBe('translate(40px, 20px)');
    expect(find('svg')).toBe(svg);
    pointer('pointerup', 540, 320);
    expect(find('svg')).not.toBe(svg);
    const moved = kept!.view!;
    click(markOf('AP 6'));
    expect(posted).toEqual([]);
    pointer('pointerdown', 540, 320);
    pointer('pointermove', 500, 300);
    wheel(-500);
    pointer('pointercancel', 0, 0);
    expect(kept!.view).toEqual(moved);
    wheel(-500);
    expect(kept!.view!.span).toBeLessThan(moved.span);
  });

  it('is drawn anew on the way when it moves farther than it was drawn', () => {
    const svg = find('svg');
    pointer('pointerdown', 500, 300);
    pointer('pointermove', -20, 300);
    expect(find('svg')).not.toBe(svg);
    expect(find('[data-ground]').style.transform).toBe('');
  });

  it('moves with Shift and arrows, and follows the keyboard out of the window', () => {
    markOf('AP 6').focus();
    const { x } = { x: 0, ...kept?.view };
    press('ArrowLeft', { shiftKey: true });
    expect(kept!.view!.x).not.toBe(x);
    press('ArrowLeft');
    expect(focused()).toBe('5 in root, 1 down');
    const { box } = { box: find('[aria-label^="5 in root"] circle') };
    const cx = Number(box.getAttribute('cx'));
    expect(cx).toBeGreaterThan(0);
    expect(cx).toBeLessThan(1000);
  });

  it('shows what is asked for by itself, also in one place with others, and the same after a reload', () => {
    show({ type: 'accessPoint', key: '2' });
    expect(focused()).toBe('AP 2, up');
    show({ type: 'accessPoint', key: '4' });
    expect(focused()).toBe('AP 4, up');
    open();
    expect(focused()).toBe('AP 4, up');
  });

  it('shows what is asked for while it is a table', () => {
    const turn = find('#turn');
    turn.setAttribute('data-action', 'table');
    turn.click();
    expect(find('#place').hidden).toBe(true);
    show({ type: 'accessPoint', key: '2' });
    expect(focused()).toBe('AP 2, up');
  });

  it('filters its table, in which nodes without a place stand too', () => {
    const rows = ['AP 1', 'AP 2', 'Nowhere'].map(name => ({ cells: [name] }));
    page.hear({ ...picture, table: { columns: ['Name'], rows } } as PictureMessage);
    find('#turn').setAttribute('data-action', 'table');
    find('#turn').click();
    const filter = find('#filter') as HTMLInputElement;
    filter.value = 'nowhere';
    filter.dispatchEvent(new Event('input'));
    const cells = [...document.querySelectorAll('#table td')].map(({ textContent }) => textContent);
    expect([cells, find('#nothing').hidden]).toEqual([['Nowhere'], true]);
  });

  it('opens what has the keyboard with Enter', () => {
    markOf('AP 6').focus();
    press('Enter');
    press('Enter', { ctrlKey: true });
    expect(posted.map(({ type }) => type)).toEqual(['reveal', 'open']);
    markOf('5 in root').focus();
    press(' ');
    expect(labels()).toContain('3 in root');
  });

  it('filters, and says of how many', () => {
    const filter = find('#filter') as HTMLInputElement;
    filter.value = 'AP 6';
    filter.dispatchEvent(new Event('input'));
    expect(labels()).toEqual(['AP 6, up']);
    expect([...root.querySelectorAll('svg text')].map(text => text.textContent)).toContain('1 of 6');
  });

  it('copies no more than what is seen', () => {
    click(markOf('5 in root'));
    const copy = document.createElement('button');
    copy.setAttribute('data-action', 'copySvg');
    root.append(copy);
    copy.click();
    const [message] = posted;
    const copied = message?.type === 'copy' ? message.text : '';
    expect(copied).toContain('2 in root, 1 down');
    expect(copied).toContain('width="1000"');
    expect(copied.length).toBeLessThan(find('#sheet').innerHTML.length);
  });
});
