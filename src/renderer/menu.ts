import { element } from './element.js';

/** An entry of a menu; a line before the next group is `'line'`. */
export type MenuEntry = { readonly label: string; readonly run: () => void } | 'line';

/** Pixels around a menu. */
const edge = 4;

type Opener = HTMLElement | SVGElement;

/** Opens a menu where the mouse is, in place of what its press would do; none where there is nothing to choose. */
export function openMenuAt(event: MouseEvent, opener: Opener, entries: readonly MenuEntry[]): void {
  if (entries.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  openMenu(opener, entries, { x: event.clientX, y: event.clientY });
}

/**
 * Opens a menu, with the keys of the ARIA menu pattern; the focus goes back to the opener when it closes, or to what had it
 * where the opener takes none.
 */
export function openMenu(opener: Opener, entries: readonly MenuEntry[], { x, y } = below(opener)): void {
  opener.focus();
  const root = opener.getRootNode() as ShadowRoot;
  const focused = root.activeElement as HTMLElement | null;
  const menu = element('div', { className: 'menu', attributes: { role: 'menu', popover: 'manual' } });
  const remove = () => {
    menu.removeEventListener('focusout', leave);
    menu.remove();
    giveRoomBack();
  };
  const close = () => {
    remove();
    focused?.focus();
  };
  const items = entries.map(entry => menu.appendChild(menuItem(entry, close)));
  menu.addEventListener('keydown', event => onKey(event, { items, root, close }));
  // Taking the menu away takes the focus out of it, too.
  const leave = (event: FocusEvent) => {
    if (!menu.contains(event.relatedTarget as Node | null)) remove();
  };
  menu.addEventListener('focusout', leave);
  root.append(menu);
  // Above everything: an output is cut at its own borders.
  menu.showPopover?.();
  const { width } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(0, Math.min(x, window.innerWidth - width - edge))}px`;
  menu.style.top = `${y}px`;
  const giveRoomBack = makeRoom(menu, root);
  items.find(isItem)?.focus();
  if (typeof IntersectionObserver !== 'undefined') moveIntoSight(menu, root);
}

/** Where a menu opens, in pixels of the window. */
function below(opener: Opener): { x: number; y: number } {
  const { left, bottom } = opener.getBoundingClientRect();
  return { x: left, y: bottom };
}

/**
 * Makes an output as high as the menu in it needs: the cell that follows lies over what hangs out of it.
 * @returns what makes it as high as it was
 */
function makeRoom(menu: HTMLElement, { host }: Partial<ShadowRoot>): () => void {
  if (!(host instanceof HTMLElement)) return () => undefined;
  const top = host.getBoundingClientRect().top;
  host.style.minHeight = `${menu.getBoundingClientRect().bottom - top + edge}px`;
  return () => {
    host.style.minHeight = '';
  };
}

/**
 * Moves a menu up that is cut at the bottom: an output cannot tell otherwise which part of it is in sight. Above the output
 * its cell would cover the menu, which scrolls where there is less room than it needs.
 */
function moveIntoSight(menu: HTMLElement, { host }: Partial<ShadowRoot>): void {
  const sight = new IntersectionObserver(([entry]) => {
    sight.disconnect();
    if (!entry?.isIntersecting) return;
    const { boundingClientRect: box, intersectionRect: seen } = entry;
    const hidden = box.bottom - seen.bottom;
    if (hidden <= 0) return;
    const highest = Math.max(0, host?.getBoundingClientRect().top ?? 0);
    const top = Math.max(highest, box.top - hidden - edge);
    menu.style.top = `${top}px`;
    menu.style.maxHeight = `${seen.bottom - top - edge}px`;
  });
  sight.observe(menu);
}

function menuItem(entry: MenuEntry, close: () => void): HTMLElement {
  if (entry === 'line') return element('div', { className: 'line', attributes: { role: 'separator' } });
  const attributes = { role: 'menuitem', tabindex: '-1' };
  const item = element('div', { text: entry.label, className: 'item', attributes });
  item.addEventListener('click', () => {
    close();
    entry.run();
  });
  item.addEventListener('pointermove', () => item.focus());
  return item;
}

const isItem = (entry: HTMLElement) => entry.getAttribute('role') === 'menuitem';

function onKey(
  event: KeyboardEvent,
  { items, root, close }: { items: readonly HTMLElement[]; root: ShadowRoot; close: () => void },
): void {
  event.stopPropagation();
  const choices = items.filter(isItem);
  const at = choices.indexOf(root.activeElement as HTMLElement);
  const go = (index: number) => choices.at(index % choices.length)?.focus();
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    Home: () => go(0),
    End: () => go(-1),
    Escape: close,
    Tab: close,
    Enter: () => choices[at]?.click(),
    ' ': () => choices[at]?.click(),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
