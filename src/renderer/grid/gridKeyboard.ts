import { moveByKey, type GridExtent, type GridPosition } from './gridKeys.js';
import { selectByKey, type GridSelection } from './gridSelection.js';

/** What the keys do in a grid. */
export interface GridKeyboard {
  readonly selection: GridSelection;
  readonly extent: () => GridExtent;
  readonly sort: (column: number) => void;
  /** Opens the menu of the active cell. */
  readonly openMenu: () => void;
  /** Told what is active now, where that has changed. */
  readonly onDidSelect: (active: GridPosition | undefined) => void;
}

/** Lets keys move, select, sort and open menus, as in the ARIA grid pattern. */
export function selectByKeyboard(grid: HTMLElement, keyboard: GridKeyboard): void {
  grid.addEventListener('keydown', event => onKey(event, keyboard));
}

function onKey(event: KeyboardEvent, keyboard: GridKeyboard): void {
  if (isOurs(event)) event.stopPropagation();
  const { selection, sort, openMenu } = keyboard;
  const { active } = selection;
  const extent = keyboard.extent();
  const selected = selectByKey(selection, event, extent);
  const to = selected ? undefined : moveByKey(active, event, extent);
  if (selected) Object.assign(selection, selected);
  else if (to && event.shiftKey) selection.extend(to);
  else if (to) selection.set(to);
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu();
  else if (event.key === 'Enter' && active.row < 0) sort(active.column);
  else if (event.key === 'Enter') openMenu();
  else return;
  event.preventDefault();
  event.stopPropagation();
  keyboard.onDidSelect(to);
}

/** The editor would copy or select whole cells of the notebook. */
const isOurs = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && ['c', 'a'].includes(event.key.toLowerCase());
