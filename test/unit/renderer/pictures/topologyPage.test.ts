import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageMessage, PictureMessage } from '../../../../src/model/pictures/pictureMessages.js';
import type { TopologyTypes } from '../../../../src/model/pictures/topology/topologyPicture.js';
import type { ShownBranch, ShownSite } from '../../../../src/model/pictures/topology/shownTopology.js';
import { page as kindPage } from '../../../../src/renderer/pictures/kinds/topologyPage.js';
import type { DrawnPage } from '../../../../src/renderer/pictures/pageKind.js';
import type { PicturePage } from '../../../../src/renderer/pictures/picturePage.js';
import { openPage, press, words } from './pageParts.js';

const branch = (
  key: string,
  parent: number,
  depth: number,
  more: Partial<ShownBranch> = {},
): ShownBranch => ({
  key,
  parent,
  depth,
  kind: 'domain',
  state: undefined,
  down: 0,
  isOpen: false,
  bytes: undefined,
  opens: { type: 'sensor', key },
  texts: { name: key, detail: 'Campus', down: '', downSaid: '', traffic: '', said: `${key}, campus` },
  ...more,
});
const closed = [branch('root', -1, 0, { isOpen: true }), branch('North', 0, 1), branch('South', 0, 1)];
const opened = [
  closed[0]!,
  branch('North', 0, 1, { isOpen: true }),
  branch('39', 1, 2, { kind: 'fold', opens: undefined }),
  branch('Router', 1, 2, { kind: 'sensor', isOpen: undefined }),
  closed[2]!,
];

const picture = (
  branches: readonly ShownBranch[],
  open?: readonly string[],
  found = '',
): PictureMessage<TopologyTypes> => ({
  type: 'picture',
  isEditable: false,
  isLocked: false,
  words,
  table: { columns: ['Name'], rows: [] },
  picture: {
    title: 'Site',
    topology: {
      view: 'tree',
      branches,
      kept: open ? { open: [...open] } : {},
      scale: undefined,
      texts: { summary: 'Two', state: 'None is down', found, nth: '{0} of {1}', notes: [] },
    },
  },
});

const siteOf = (key: string): ShownSite => ({
  key,
  opens: { type: 'sensor', key },
  texts: { name: key, said: key, outside: '', total: '' },
});

describe('the page of a topology', () => {
  let posted: (PageMessage | TopologyTypes['message'])[];
  let kept: DrawnPage<TopologyTypes>['state'] | undefined;
  let page: PicturePage;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
  const markOf = (key: string) => find(`[data-mark="branch ${key} "]`);
  const focused = () => document.activeElement?.getAttribute('data-mark')?.split(' ')[1];
  const open = () => {
    ({ page } = openPage(
      kindPage,
      { kept, keep: state => (kept = state), post: message => posted.push(message) },
      `<output id="found"></output><button data-action="openMore"></button><button data-action="openUsual"></button>
      <button data-action="flows"></button><select id="level"></select>`,
    ));
  };
  const turned = (key: string, isOpen: boolean) => ({
    type: 'topology',
    change: { kind: 'turn', key, isOpen },
  });

  beforeEach(() => {
    posted = [];
    kept = undefined;
    open();
    page.hear(picture(closed));
  });

  it('opens and closes with arrows, goes down to what is below and back up', () => {
    markOf('root').focus();
    press('ArrowRight');
    expect(focused()).toBe('North');
    press('ArrowRight');
    expect(posted).toEqual([turned('North', true)]);
    page.hear(picture(opened));
    expect(focused()).toBe('North');
    press('ArrowRight');
    press('ArrowDown');
    expect(focused()).toBe('Router');
    press('ArrowRight');
    press('ArrowLeft');
    press('ArrowLeft');
    expect(posted).toEqual([turned('North', true), turned('North', false)]);
    press('End');
    expect(focused()).toBe('South');
  });

  it('shows a node in the tree with Enter, its document with Ctrl, and opens a fold that has none', () => {
    page.hear(picture(opened));
    const target = { type: 'sensor', key: 'North' };
    markOf('North').focus();
    press('Enter');
    press('Enter', { ctrlKey: true });
    markOf('39').focus();
    press('Enter');
    press(' ');
    expect(posted).toEqual([
      { type: 'reveal', target },
      { type: 'open', target },
      turned('39', true),
      turned('39', true),
    ]);
  });

  /** Clicks on the middle of a box, or on the button at its end. */
  const click = (key: string, place: 'box' | 'button', more: MouseEventInit = {}) => {
    const box = markOf(key).querySelector('rect:last-of-type')!;
    const at = (name: string) => Number(box.getAttribute(name));
    const zoom = scale();
    const clientX = (at('x') + at('width') / (place === 'button' ? 1 : 2)) * zoom;
    const clientY = (at('y') + at('height') / 2) * zoom;
    const event = { bubbles: true, button: 0, clientX, clientY, ...more };
    for (const type of ['pointerdown', 'pointerup', 'click'])
      markOf(key).dispatchEvent(new MouseEvent(type, event));
  };

  it('does the same with a click: on the button it opens or closes, on the box it leads to the node or its document', () => {
    page.hear(picture(opened));
    click('North', 'box');
    click('North', 'button');
    click('South', 'box', { metaKey: true });
    click('39', 'box');
    click('Router', 'button');
    expect(posted).toEqual([
      { type: 'reveal', target: { type: 'sensor', key: 'North' } },
      turned('North', false),
      { type: 'open', target: { type: 'sensor', key: 'South' } },
      turned('39', true),
      { type: 'reveal', target: { type: 'sensor', key: 'Router' } },
    ]);
  });

  it('moves under the window when it is dragged, and a drag opens nothing', () => {
    const event = (type: string, clientX: number, clientY: number) =>
      new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY });
    markOf('North').dispatchEvent(event('pointerdown', 100, 100));
    find('#sheet').dispatchEvent(event('pointermove', 60, 90));
    expect(find('#place').scrollTo).toHaveBeenLastCalledWith(40, 10);
    find('#sheet').dispatchEvent(event('pointerup', 60, 90));
    markOf('North').dispatchEvent(event('click', 60, 90));
    expect(posted).toEqual([]);
  });

  it('keeps what was opened where it is on the screen, and the size that it has', () => {
    const topOf = (key: string) => Number(markOf(key).querySelector('rect')!.getAttribute('y'));
    const before = topOf('South');
    const zoom = 1.25;
    page.zoomBy(zoom);
    click('South', 'button');
    const many = Array.from({ length: 12 }, (_, index) => branch(`N${index}`, 1, 2));
    page.hear(
      picture([
        closed[0]!,
        branch('North', 0, 1, { isOpen: true }),
        ...many,
        branch('South', 0, 1, { isOpen: true }),
      ]),
    );
    const moved = topOf('South') - before;
    expect(moved).toBeGreaterThan(50);
    // Before the window follows to what was opened.
    const calls = vi.mocked(find('#place').scrollTo).mock.calls as unknown as [number, number][];
    const [, top] = calls.findLast(([left]) => typeof left === 'number') ?? [];
    expect(top).toBeCloseTo(moved * Number(kept?.zoom), 0);
  });

  const sizePlace = (size: { clientWidth: number; clientHeight: number }) => {
    for (const [name, value] of Object.entries(size))
      Object.defineProperty(find('#place'), name, { value, configurable: true });
  };
  /** A window of a size that looks at the beginning of the picture. */
  const lookAt = (size: { clientWidth: number; clientHeight: number }) => {
    sizePlace(size);
    page.zoomBy(1);
  };
  const lastScroll = () => vi.mocked(find('#place').scrollTo).mock.lastCall?.[0] as ScrollToOptions | number;
  /** Pixels on the screen for one of the drawing. */
  const scale = () =>
    Number(find('svg').getAttribute('width')) / Number(find('svg').getAttribute('viewBox')!.split(' ')[2]);

  it('fits both ways when asked to, however small, and stays fitted in a window of another size', () => {
    const wide = Array.from({ length: 14 }, (_, at) => branch(`L${at}`, at - 1, at));
    const drawnWidth = () => Math.round(Number(find('svg').getAttribute('width')));
    lookAt({ clientWidth: 1100, clientHeight: 700 });
    find('[data-action=openUsual]').click();
    page.hear(picture(wide));
    expect(scale()).toBeCloseTo(0.7);
    page.zoomBy(undefined);
    expect(drawnWidth()).toBe(1100);
    sizePlace({ clientWidth: 900, clientHeight: 700 });
    page.draw();
    expect(drawnWidth()).toBe(900);
    page.zoomBy(1.25);
    const byHand = drawnWidth();
    sizePlace({ clientWidth: 600, clientHeight: 700 });
    page.draw();
    expect(drawnWidth()).toBe(byHand);
  });

  const deeper = [...opened.slice(0, 3), branch('Last', 2, 3), ...opened.slice(3, 4), closed[2]!];

  it('lets the window follow to what was opened, as little as it takes, and not again when the picture is drawn anew', () => {
    page.hear(picture(opened));
    lookAt({ clientWidth: 470, clientHeight: 400 });
    click('39', 'box');
    page.hear(picture(deeper));
    const right = (key: string) => {
      const box = markOf(key).querySelector('rect')!;
      return Number(box.getAttribute('x')) + Number(box.getAttribute('width'));
    };
    const goal = lastScroll();
    const left = right('Last') * Number(kept?.zoom) + 12 - 470;
    expect(goal).toEqual({ left: expect.closeTo(left, 1) as number, top: 0, behavior: 'smooth' });
    // Traffic arrives on the way: the window goes on to the same place.
    page.hear(picture(deeper));
    expect(lastScroll()).toEqual(goal);
    find('#place').dispatchEvent(new Event('scrollend'));
    page.hear(picture(deeper));
    expect(lastScroll()).toBe(0);
  });

  it('stays where it is when what was opened is seen already, and jumps for those who want no motion', () => {
    page.hear(picture(opened));
    lookAt({ clientWidth: 2_000, clientHeight: 900 });
    find('[data-action=openMore]').click();
    page.hear(picture(deeper));
    expect(lastScroll()).toBe(0);
    page.hear(picture(opened));
    lookAt({ clientWidth: 470, clientHeight: 400 });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    find('[data-action=openMore]').click();
    page.hear(picture(deeper));
    expect(lastScroll()).toMatchObject({ behavior: 'instant' });
    vi.unstubAllGlobals();
  });

  it('does not follow what comes for another reason than that something was opened', () => {
    const allOpen = closed.map(each => ({ ...each, isOpen: each.isOpen === undefined ? undefined : true }));
    const jumps = () =>
      vi.mocked(find('#place').scrollTo).mock.calls.filter(([goal]) => typeof goal === 'object');
    page.hear(picture(allOpen));
    lookAt({ clientWidth: 470, clientHeight: 40 });
    find('[data-action=openMore]').click();
    // Nothing was closed; somebody adds a node later.
    page.hear(picture([...allOpen, branch('New', 0, 1)]));
    expect(jumps()).toEqual([]);
    find('[data-action=openMore]').click();
    find('[data-action=flows]').click();
    find('[data-action=flows]').click();
    page.hear(picture([...allOpen, branch('New', 0, 1), branch('Newest', 0, 1)]));
    expect(jumps()).toEqual([]);
  });

  it('is open after a reload as it was before', () => {
    page.hear(picture(opened, ['root', 'North']));
    expect(kept?.topology).toEqual({ open: ['root', 'North'] });
    posted = [];
    open();
    page.begin();
    expect(posted).toEqual([{ type: 'ready', kept: { open: ['root', 'North'] } }]);
  });

  it('asks for one level more, and for the overview', () => {
    find('[data-action=openMore]').click();
    expect(kept?.zoom).toBeGreaterThan(0);
    find('[data-action=openUsual]').click();
    expect(kept?.zoom).toBeUndefined();
    expect(posted).toEqual([
      { type: 'topology', change: { kind: 'more' } },
      { type: 'topology', change: { kind: 'usual' } },
    ]);
  });

  const flows: PictureMessage<TopologyTypes> = {
    type: 'picture',
    isEditable: false,
    isLocked: false,
    words,
    table: { columns: ['Name'], rows: [] },
    picture: {
      title: 'Site',
      topology: {
        view: 'flows',
        kept: { view: 'flows', level: 4 },
        level: 4,
        shades: [{ least: 1, label: '1 byte' }],
        levels: [
          { level: 4, label: 'Campus (2)' },
          { level: 5, label: 'Building (4)' },
        ],
        rows: ['N', 'S'].map(siteOf),
        columns: ['N', 'S'].map(siteOf),
        flows: [
          {
            row: 0,
            column: 1,
            bytes: 8,
            isOwn: false,
            texts: { bytes: '8 bytes', said: 'N with S: 8 bytes' },
          },
          {
            row: 1,
            column: 1,
            bytes: 2,
            isOwn: true,
            texts: { bytes: '2 bytes', said: 'S with S: 2 bytes' },
          },
        ],
        texts: {
          summary: 'Flows',
          rows: 'Seen at',
          columns: 'Other end',
          outside: 'Outside',
          total: 'All',
          empty: '',
          notes: [],
        },
      },
    },
  };

  it('has no filter while it shows who talks to whom, and the words that were looked for in the tree again', () => {
    const filter = find('#filter') as HTMLInputElement;
    filter.value = 'North';
    filter.dispatchEvent(new Event('input'));
    page.hear(flows);
    expect(filter.hidden).toBe(true);
    page.hear(picture(closed));
    expect([filter.hidden, filter.value]).toEqual([false, 'North']);
  });

  it('turns to who talks to whom, by the kind of sites that is chosen, and walks through it with arrows', () => {
    find('[data-action=flows]').click();
    expect(posted).toEqual([{ type: 'topology', change: { kind: 'view', view: 'flows' } }]);
    page.hear(flows);
    expect(kept?.topology).toEqual({ view: 'flows', level: 4 });
    expect(find('[data-action=openMore]').hidden).toBe(true);
    const level = find('#level') as HTMLSelectElement;
    expect([level.hidden, level.value]).toEqual([false, '4']);
    level.value = '5';
    level.dispatchEvent(new Event('change'));
    find('[data-action=flows]').click();
    expect(posted.slice(1)).toEqual([
      { type: 'topology', change: { kind: 'view', view: 'flows', level: 5 } },
      { type: 'topology', change: { kind: 'view', view: 'tree' } },
    ]);
    find('[data-mark="from N "]').focus();
    press('ArrowRight');
    expect(find('#status').textContent).toBe('N with S: 8 bytes');
    press('ArrowDown');
    expect(find('#status').textContent).toBe('S with S: 2 bytes');
    const cell = document.activeElement!;
    expect([cell.getAttribute('role'), cell.querySelector('title')?.textContent]).toEqual([
      'button',
      'S with S: 2 bytes',
    ]);
    press('Enter');
    cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(posted.slice(-2)).toEqual(Array(2).fill({ type: 'flows', from: 'S', to: 'S' }));
    press('ArrowLeft');
    press('Enter');
    expect(posted.at(-1)).toEqual({ type: 'reveal', target: { type: 'sensor', key: 'S' } });
  });

  it('leads from its table to the same places', () => {
    const target = { type: 'sensor', key: 'North' } as const;
    const table = { columns: ['Name'], rows: [{ cells: ['North'], opens: target }] };
    page.hear({ ...picture(closed), table } as PictureMessage);
    find('#turn').setAttribute('data-action', 'table');
    find('#turn').click();
    const link = find('#table button');
    link.click();
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    expect(posted).toEqual([
      { type: 'reveal', target },
      { type: 'open', target },
    ]);
  });

  it('is copied and exported as a graph of what is open', () => {
    for (const name of ['copyDot', 'saveMermaid']) {
      const button = document.createElement('button');
      button.setAttribute('data-action', name);
      find('#status').before(button);
      button.click();
    }
    expect(posted).toEqual([
      {
        type: 'copy',
        format: 'dot',
        text: expect.stringMatching(/^digraph "Site" [^]* n0 -> n2;/) as string,
      },
      { type: 'save', format: 'mermaid', data: expect.stringContaining('n0 --> n2\n') as string },
    ]);
  });

  it('shows what is asked for', () => {
    page.hear(picture(opened));
    page.hear({ type: 'show', target: { type: 'sensor', key: 'Router' } });
    expect(focused()).toBe('Router');
    expect(find('#locked').hidden).toBe(true);
  });

  describe('with a filter', () => {
    const type = (words: string) => {
      const filter = find('#filter') as HTMLInputElement;
      filter.focus();
      filter.value = words;
      filter.dispatchEvent(new Event('input'));
    };
    const found = [
      closed[0]!,
      branch('North', 0, 1, { isOpen: true, isFound: true }),
      branch('Router', 1, 2, { kind: 'sensor', isOpen: undefined, isFound: true }),
    ];
    const pointed = () => find('[data-pointed]').getAttribute('data-mark')?.split(' ')[1];

    it('lets the whole tree be searched, leads with Enter from one to the next, and says which one it is', () => {
      type('r');
      expect(posted).toEqual([{ type: 'topology', change: { kind: 'filter', words: 'r' } }]);
      page.hear(picture(found, undefined, '2 nodes found'));
      expect(find('#found').textContent).toBe('2 nodes found');
      const steps = [{}, {}, {}, { shiftKey: true }].map(more => {
        press('Enter', more);
        return [pointed(), find('#found').textContent, find('#status').textContent];
      });
      expect(steps).toEqual([
        ['North', '1 of 2', 'North, campus'],
        ['Router', '2 of 2', 'Router, campus'],
        ['North', '1 of 2', 'North, campus'],
        ['Router', '2 of 2', 'Router, campus'],
      ]);
      // The traffic has arrived meanwhile.
      page.hear(picture(found, undefined, '2 nodes found'));
      expect([pointed(), find('#found').textContent]).toEqual(['Router', '2 of 2']);
      expect(document.activeElement).toBe(find('#filter'));
    });

    it('is read, not looked over: at full size, with the first of what was found in sight until somebody goes elsewhere', () => {
      const deep = [closed[0]!, ...Array.from({ length: 9 }, (_, at) => branch(`L${at}`, at, at + 1))];
      const router = branch('Router', 9, 10, { kind: 'sensor', isOpen: undefined, isFound: true });
      const bring = vi.spyOn(Element.prototype, 'scrollIntoView').mockClear();
      const brought = () => bring.mock.contexts.map(each => (each as Element).getAttribute('data-mark'));
      lookAt({ clientWidth: 900, clientHeight: 700 });
      type('router');
      // The answer to what was typed before.
      page.hear(picture(found, undefined, '2 nodes found'));
      page.hear(picture([...deep, router], undefined, '1 node found'));
      expect(brought()).toEqual(['branch North ', 'branch Router ']);
      expect(scale()).toBeCloseTo(1);
      find('#place').dispatchEvent(new Event('wheel'));
      page.hear(picture([...deep, router], undefined, '1 node found'));
      expect(brought()).toHaveLength(2);
    });

    it('brings back the place and the size when it is cleared, and is there after a reload', () => {
      kept = { ...kept!, zoom: 1.5, scroll: [3, 4] };
      open();
      type('r');
      type('ro');
      expect([kept?.zoom, kept?.scroll]).toEqual([undefined, [0, 0]]);
      page.hear(picture(found, ['root'], '2 nodes found'));
      type('');
      expect([kept?.zoom, kept?.scroll]).toEqual([1.5, [3, 4]]);
      expect(posted.at(-1)).toEqual({ type: 'topology', change: { kind: 'filter', words: '' } });
      type('ro');
      posted = [];
      open();
      page.begin();
      expect(posted).toEqual([{ type: 'ready', kept: { open: ['root'], filter: 'ro' } }]);
    });

    it('stays where it is when nothing is found, and is emptied by what shows something else', () => {
      type('zzz');
      page.hear(picture([], undefined, '0 nodes found'));
      expect([find('#filter').hidden, find('#nothing').textContent]).toEqual([false, words.noMatch]);
      page.hear({ type: 'show', target: { type: 'sensor', key: 'South' } });
      page.hear(picture(closed));
      expect([(find('#filter') as HTMLInputElement).value, kept?.filter]).toEqual(['', '']);
      type('zzz');
      find('[data-action=openUsual]').click();
      expect([(find('#filter') as HTMLInputElement).value, kept?.filter]).toEqual(['', '']);
    });
  });
});
