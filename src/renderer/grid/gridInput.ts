import { moveByKey, type GridExtent, type GridPosition } from './gridKeys.js';
import { positionOf } from './gridRow.js';
import { selectByKey, type GridSelection } from './gridSelection.js';
import { followHeader } from './moveColumns.js';

/** What keys and the mouse do in a grid. */
export interface GridInput {
  readonly selection: GridSelection;
  readonly extent: () => GridExtent;
  readonly sort: (column: number) => void;
  /** Sorts by a column where those are equal that rows are sorted by already. */
  readonly thenSort: (column: number) => void;
  /** Puts a column in the place of another. */
  readonly move: (column: number, to: number) => void;
  /** Opens the menu of the active cell. */
  readonly openMenu: () => void;
  /** Told what is active now, where a key has moved it. */
  readonly onDidSelect: (active?: GridPosition) => void;
}

/**
 * Lets keys move, select, sort and open menus, as in the ARIA grid pattern, and the mouse select cells, whole rows by their
 * numbers, and sort by the names of columns and drag them.
 */
export function listenToInput(grid: HTMLElement, input: GridInput): void {
  grid.addEventListener('keydown', event => onKey(event, input));
  grid.addEventListener('pointerdown', event => onPress(event, grid, input));
  // The page would mark the text from the last click to this one.
  grid.addEventListener('mousedown', event => {
    if (event.shiftKey) event.preventDefault();
  });
}

function onKey(event: KeyboardEvent, input: GridInput): void {
  if (isOurs(event)) event.stopPropagation();
  const { selection, openMenu } = input;
  const { active } = selection;
  const extent = input.extent();
  const selected = selectByKey(selection, event, extent);
  const to = selected ? undefined : moveByKey(active, event, extent);
  if (selected) Object.assign(selection, selected);
  else if (to && event.shiftKey) selection.extend(to);
  else if (to) selection.set(to);
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu();
  else if (active.row < 0) {
    const run = headerKey(event, active.column, input);
    if (!run) return;
    run();
  } else if (event.key === 'Enter') openMenu();
  else return;
  event.preventDefault();
  event.stopPropagation();
  input.onDidSelect(to);
}

/** What a key does with the name of a column. */
function headerKey(
  { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  column: number,
  { sort, thenSort, move }: GridInput,
): (() => void) | undefined {
  if (key === 'Enter') return () => (shiftKey ? thenSort : sort)(column);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  return step && shiftKey && (ctrlKey || metaKey) ? () => move(column, column + step) : undefined;
}

/** The editor would copy or select whole cells of the notebook. */
const isOurs = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && ['c', 'a'].includes(event.key.toLowerCase());

function onPress(event: PointerEvent, grid: HTMLElement, input: GridInput): void {
  const { selection, extent, sort, thenSort, move, onDidSelect } = input;
  if (event.button !== 0 || event.defaultPrevented) return;
  const number = event.target instanceof HTMLElement ? event.target.dataset['row'] : undefined;
  const position = positionOf(event.target);
  if (number !== undefined) {
    const row = Number(number);
    const from = event.shiftKey ? Math.max(selection.anchor.row, 0) : row;
    selection.anchor = { row: from, column: extent().columns - 1 };
    selection.active = { row, column: 0 };
  } else if (position && position.row < 0) {
    const { column } = position;
    selection.set(position);
    followHeader(grid, event, {
      column,
      onPress: () => (event.shiftKey ? thenSort : sort)(column),
      onMove: to => move(column, to),
    });
  } else if (position && event.shiftKey) {
    selection.extend(position);
  } else if (position) {
    selection.set(position);
    dragFrom(grid, input);
  }
  onDidSelect();
}

/** Selects what the mouse passes over until its button is let go. */
function dragFrom(grid: HTMLElement, { selection, onDidSelect }: GridInput): void {
  const move = (event: PointerEvent) => {
    const root = grid.getRootNode() as ShadowRoot;
    const position = positionOf(root.elementFromPoint(event.clientX, event.clientY));
    if (!position || position.row < 0) return;
    selection.extend(position);
    onDidSelect();
  };
  const stop = () => {
    grid.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', stop);
  };
  grid.addEventListener('pointermove', move);
  window.addEventListener('pointerup', stop);
}
