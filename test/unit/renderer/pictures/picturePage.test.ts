import { beforeEach, describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { withDocuments } from '../../../../src/model/pictures/editedRecords.js';
import type { PageMessage, PictureMessage } from '../../../../src/model/pictures/pictureMessages.js';
import type { RackTypes } from '../../../../src/model/pictures/racks/rackPicture.js';
import { rackElevations, type RackElevation } from '../../../../src/model/pictures/racks/rackElevation.js';
import { isTroubled, type ShownRack } from '../../../../src/model/pictures/racks/rackSegments.js';
import type { UnitRun } from '../../../../src/model/pictures/racks/rackUnits.js';
import { closeMenus } from '../../../../src/renderer/pictures/pictureActions.js';
import { page as kindPage } from '../../../../src/renderer/pictures/kinds/racksPage.js';
import type { DrawnPage } from '../../../../src/renderer/pictures/pageKind.js';
import type { PicturePage } from '../../../../src/renderer/pictures/picturePage.js';
import { openPage, press, words } from './pageParts.js';

const racks = ['Core', 'Edge'].map((name, index) => ({ id: index + 1, name, u_height: 10, width: 19 }));
const reserved = [
  { id: 5, rack_id: 1, units: '2,3,4', description: 'Firewall' },
  { id: 6, rack_id: 1, units: '8', description: 'R&D "switch"' },
];

const unitsOf = ({ from, to }: UnitRun) => (from === to ? `U${from}` : `U${from}–${to}`);

/** A rack with short words in the place of those of `words/rackWords.ts`, which page and tests of pages cannot load. */
function said(rack: RackElevation): ShownRack {
  const nameOf = (key: string) => rack.reservations.find(other => other.key === key)?.label ?? '';
  const segments = rack.segments.map(segment => {
    const labels = segment.claims.length === 0 ? ['free'] : segment.claims.map(nameOf);
    const units = unitsOf(segment);
    return { labels, units, said: labels.map(label => `${units}, ${label}`) };
  });
  return {
    ...rack,
    texts: { name: rack.name, summary: `${rack.free} free`, trouble: '', segments, remarks: [], more: '' },
  };
}

function picture(
  reservations: readonly InventoryRecord[] = reserved,
  isEditable = true,
): PictureMessage<RackTypes> {
  const drawn = rackElevations(
    withDocuments('racks', racks, []),
    withDocuments('rack_reservations', reservations, []),
  ).map(said);
  const trouble = drawn.some(isTroubled) ? '1 clash' : '';
  return {
    type: 'picture',
    isEditable,
    isLocked: !isEditable,
    words: { ...words, hint: isEditable ? 'Drag' : 'Arrows' },
    picture: { title: 'Racks', racks: drawn, trouble },
    table: { columns: ['Rack'], rows: [{ cells: ['Core'], opens: { type: 'racks', id: 1 } }] },
  };
}

describe('the page of a picture', () => {
  let posted: (PageMessage | RackTypes['message'])[];
  let kept: DrawnPage<RackTypes>['state'] | undefined;
  let page: PicturePage;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
  const markOf = (id: string) => find(`[data-mark="${id}"]`);
  let root: HTMLElement;
  const open = () => {
    ({ root, page } = openPage(kindPage, {
      kept,
      keep: state => (kept = state),
      post: message => posted.push(message),
    }));
    page.hear(picture());
  };
  /** Moves the mouse over units of the first rack; a rack stands 44 pixels from the left, 10 units of 16 pixels. */
  const drag = (from: number, to: number, at: number) => {
    const point = (unit: number) => ({
      bubbles: true,
      button: 0,
      clientX: 0.7 * at,
      clientY: 0.7 * (bottomOfRack() - unit * 16),
    });
    const sheet = find('#sheet');
    sheet.dispatchEvent(new MouseEvent('pointerdown', point(from)));
    sheet.dispatchEvent(new MouseEvent('pointermove', point(to)));
    const said = find('#status').textContent;
    sheet.dispatchEvent(new MouseEvent('pointerup', point(to)));
    return said;
  };
  const bottomOfRack = () => {
    const frame = [...document.querySelectorAll('rect')].find(
      rect => rect.getAttribute('stroke-width') === '2',
    );
    return Number(frame?.getAttribute('y')) + 160;
  };

  beforeEach(() => {
    posted = [];
    kept = undefined;
    open();
  });

  it('shows each reservation and each free run in words', () => {
    const labels = [...document.querySelectorAll('[data-mark]')].map(mark => mark.getAttribute('aria-label'));
    expect(labels).toEqual([
      'Core, 6 free',
      'U9–10, free',
      'U8, R&D "switch"',
      'U5–7, free',
      'U2–4, Firewall',
      'U1, free',
      'Edge, 10 free',
      'U1–10, free',
    ]);
  });

  it('leaves with one button the racks in which something clashes, which says how much, and is gone with the last clash', () => {
    const names = () => ['Core', 'Edge'].filter(name => root.innerHTML.includes(`${name}, `));
    const button = find('#trouble');
    expect(button.hidden).toBe(true);
    page.hear(picture([...reserved, { id: 7, rack_id: 2, units: '1' }, { id: 8, rack_id: 2, units: '1' }]));
    expect([button.hidden, button.textContent, names()]).toEqual([false, '1 clash', ['Core', 'Edge']]);
    button.click();
    expect([names(), button.getAttribute('aria-pressed'), kept?.isTroubled]).toEqual([
      ['Edge'],
      'true',
      true,
    ]);
    page.hear(picture());
    expect([button.hidden, names()]).toEqual([true, ['Core', 'Edge']]);
  });

  it('opens the record of what is clicked', () => {
    markOf('claim 5 1 2').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(posted).toEqual([{ type: 'open', target: { type: 'rack_reservations', id: 5 } }]);
  });

  it('goes from mark to mark with arrows, to the next rack, and opens with Enter', () => {
    markOf('rack 1').focus();
    for (const key of ['ArrowDown', 'ArrowDown']) press(key);
    expect(document.activeElement).toBe(markOf('claim 6 1 8'));
    expect(find('#status').textContent).toBe('U8, R&D "switch"');
    press('Enter');
    expect(posted).toEqual([{ type: 'open', target: { type: 'rack_reservations', id: 6 } }]);
    press('ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edge, 10 free');
    press('Home');
    expect(document.activeElement).toBe(markOf('rack 1'));
  });

  it('reserves the free units that the mouse was dragged over, and says which', () => {
    expect(drag(5.5, 6.5, 100)).toBe('Reserve U6–7');
    expect(posted).toEqual([{ type: 'reserve', rackId: 1, run: { from: 6, to: 7 } }]);
    posted = [];
    expect(drag(5.5, 5.6, 100)).not.toContain('Reserve');
    expect(posted).toEqual([]);
  });

  it('moves the end of a reservation', () => {
    expect(drag(3.9, 5.9, 100)).toBe('U2–6 now');
    const old = { from: 2, to: 4 };
    expect(posted).toEqual([{ type: 'resize', key: '5', old, now: { from: 2, to: 6 } }]);
    posted = [];
    drag(1.1, 2.1, 100);
    expect(posted).toEqual([{ type: 'resize', key: '5', old, now: { from: 3, to: 4 } }]);
  });

  it('does the same with the keyboard', () => {
    markOf('free 1 5').focus();
    for (let time = 0; time < 2; time += 1) press('ArrowUp', { shiftKey: true });
    press('Enter');
    markOf('claim 5 1 2').focus();
    press('ArrowUp', { altKey: true });
    press('ArrowDown', { altKey: true, shiftKey: true });
    expect(posted).toEqual([
      { type: 'reserve', rackId: 1, run: { from: 5, to: 6 } },
      { type: 'resize', key: '5', old: { from: 2, to: 4 }, now: { from: 2, to: 5 } },
      { type: 'resize', key: '5', old: { from: 2, to: 4 }, now: { from: 1, to: 4 } },
    ]);
  });

  it('lets nothing be dragged on a locked connection, and says so', () => {
    page.hear(picture(reserved, false));
    expect(find('#locked').hidden).toBe(false);
    drag(5.5, 6.5, 100);
    drag(3.9, 5.9, 100);
    expect(posted).toEqual([]);
    expect(find('#status').textContent).toBe('Arrows');
  });

  it('says of which label its connection is, until it has none', () => {
    const said = () => [root.dataset['environment'], find('#environment').textContent];
    page.hear(Object.assign(picture(), { environment: { id: 'production', name: 'production' } }));
    expect(said()).toEqual(['production', 'production']);
    page.hear(picture());
    expect(said()).toEqual(['', '']);
  });

  it('keeps the keyboard on a reservation while its units change', () => {
    markOf('claim 5 1 2').focus();
    page.hear(picture([{ ...reserved[0]!, units: '1,2,3,4' }]));
    expect(document.activeElement).toBe(markOf('claim 5 1 1'));
  });

  it('shows what was asked for, and the same after a reload', () => {
    const target = { type: 'rack_reservations', id: 6 } as const;
    page.hear({ type: 'show', target });
    expect(posted).toContainEqual({ type: 'shown', target });
    expect(document.activeElement).toBe(markOf('claim 6 1 8'));
    find('#filter').dispatchEvent(new Event('input'));
    expect(kept).toMatchObject({ subject: { connectionId: 'a' }, focused: 'claim 6 1 8' });
    open();
    expect(document.activeElement).toBe(markOf('claim 6 1 8'));
  });

  it('filters by name and by what is reserved', () => {
    const filter = find('#filter') as HTMLInputElement;
    const names = (text: string) => {
      filter.value = text;
      filter.dispatchEvent(new Event('input'));
      return [...document.querySelectorAll('[data-mark^="rack "]')].map(mark =>
        mark.getAttribute('data-mark'),
      );
    };
    expect(names('edge')).toEqual(['rack 2']);
    expect(names('core firewall')).toEqual(['rack 1']);
    expect(names('nobody')).toEqual([]);
    expect(find('#nothing').textContent).toBe('No match');
  });

  it('has the same as a table, which leads to the records too', () => {
    page.hear(picture());
    const turn = find('#turn');
    turn.setAttribute('data-action', 'table');
    turn.click();
    expect(find('#place').hidden).toBe(true);
    document.querySelector<HTMLElement>('td button')?.click();
    expect(posted).toEqual([{ type: 'open', target: { type: 'racks', id: 1 } }]);
    expect(kept?.isTable).toBe(true);
  });

  it('filters its table as the picture: all of a rack of which something matches', () => {
    const rowsOf = (...cells: string[][]) => cells.map(each => ({ cells: each }));
    const rows = rowsOf(['Core', '', '2 reserved'], ['Core', 'U5', 'Firewall'], ['Edge', 'U1', 'Switch']);
    page.hear({ ...picture(), table: { columns: ['Rack', 'Units', 'Content'], rows } } as PictureMessage);
    find('#turn').setAttribute('data-action', 'table');
    find('#turn').click();
    const filter = find('#filter') as HTMLInputElement;
    const shown = (text: string) => {
      filter.value = text;
      filter.dispatchEvent(new Event('input'));
      return [...document.querySelectorAll('#table tbody tr')].map(row => row.lastChild?.textContent);
    };
    expect(shown('firewall')).toEqual(['2 reserved', 'Firewall']);
    expect(shown('edge')).toEqual(['Switch']);
    expect(shown('nobody')).toEqual([]);
    expect(find('#nothing').textContent).toBe('No match');
  });

  it('closes its menu after a choice, by a click beside it and with Escape, which leaves the keyboard there', () => {
    const menu = document.createElement('details');
    menu.innerHTML =
      '<summary tabindex="0">Export</summary><div><button data-action="copySvg">Copy</button></div>';
    find('#status').before(menu);
    closeMenus(root);
    const closed = (close: () => unknown) => {
      menu.open = true;
      close();
      return !menu.open;
    };
    const choice = menu.querySelector('button')!;
    const hasKeyboard = () => document.activeElement === menu.querySelector('summary');
    choice.focus();
    expect(closed(() => choice.click())).toBe(true);
    expect(hasKeyboard()).toBe(true);
    choice.focus();
    expect(closed(() => press('Escape'))).toBe(true);
    expect(hasKeyboard()).toBe(true);
    expect(closed(() => menu.querySelector<HTMLElement>('div')?.click())).toBe(false);
    document.querySelector<HTMLElement>('[data-mark]')?.focus();
    expect(closed(() => find('#sheet').click())).toBe(true);
    expect(hasKeyboard()).toBe(false);
  });

  it('copies what is shown, in the colours of the theme as they are now', () => {
    document.body.style.setProperty('--picture-text', '#123456');
    const copy = document.createElement('button');
    copy.setAttribute('data-action', 'copySvg');
    root.append(copy);
    copy.click();
    const [copied] = posted;
    expect(copied?.type === 'copy' && copied.text).toContain('fill="#123456"');
    expect(copied?.type === 'copy' && copied.text).not.toContain('var(');
    page.zoomBy(2);
    copy.click();
    const size = /^<svg [^>]*?(width="[\d.]+" height="[\d.]+")/;
    const [, shown] = size.exec(find('svg').outerHTML.replaceAll(/ xmlns="[^"]*"/g, '')) ?? [];
    const last = posted.at(-1);
    expect(shown).toBeDefined();
    expect(last?.type === 'copy' && last.text).toContain(shown);
  });
});
