import { runCommand } from '../ui/doors.js';
import type { SensorTrees } from './sensors/sensorTrees.js';

/** Milliseconds. */
const longestDrawing = 1500;
/** Milliseconds that VS Code takes at most to ask for the first row that has changed, and between two, unless the machine is slow. */
const betweenRows = 300;
/** Milliseconds. */
const pollInterval = 50;

/**
 * What is selected in a view, for commands that are called without a node, such as by a key. While VS Code draws
 * nodes anew it names none of them as selected, so an empty selection is asked for again until the drawing is over.
 */
export async function polledSelection<Node>(
  view: { readonly selection: readonly Node[] },
  trees: SensorTrees,
): Promise<readonly Node[]> {
  if (view.selection.length > 0) return view.selection;
  await trees.settled();
  const deadline = Date.now() + longestDrawing;
  while (view.selection.length === 0 && Date.now() < deadline)
    await new Promise(resolve => setTimeout(resolve, pollInterval));
  return view.selection;
}

/**
 * Shows a row that somebody asked for. VS Code finds none while it draws the tree anew, so it is asked again until that is over.
 * @throws {Error} VS Code's, where the row is not there then
 */
export async function revealRow<Row, Options>(
  view: { reveal(row: Row, options: Options): Thenable<void> },
  row: Row,
  options: Options,
): Promise<void> {
  const deadline = Date.now() + longestDrawing;
  for (;;) {
    try {
      return await view.reveal(row, options);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, pollInterval));
  }
}

/** What is asked of a view whose rows are selected. */
interface Rows {
  readonly selection: readonly { readonly itemId: string }[];
  reveal(row: unknown, options: { readonly select: boolean; readonly focus: boolean }): Thenable<void>;
}

/**
 * Selects the row that has the focus, unless it is among those that are selected: arrow keys move the focus alone, and VS Code tells
 * extensions of the selection alone. The row whose selection is toggled is the one with the focus; while VS Code draws rows, it
 * takes the row with the focus for another one than that which is selected, and nothing is toggled.
 * @param view the one that has the keyboard: what another one selects meanwhile has nothing to do with the key
 * @param drawnAt milliseconds, when VS Code drew a row last, or was asked to
 */
export async function selectFocused(view: Rows, drawnAt: () => number): Promise<true> {
  const deadline = Date.now() + longestDrawing;
  await drawingEnded(drawnAt, deadline);
  const toggle = () => runCommand('list.toggleSelection');
  const selected = view.selection.map(({ itemId }) => itemId);
  await toggle();
  await drawingEnded(drawnAt, deadline);
  const added = view.selection.find(({ itemId }) => !selected.includes(itemId));
  if (added !== undefined) await revealRow(view, added, { select: true, focus: true });
  else if (view.selection.length < selected.length) await toggle();
  return true;
}

/** Waits until VS Code has drawn no row for a while, which it does once it has them all. */
async function drawingEnded(drawnAt: () => number, deadline: number): Promise<void> {
  while (Date.now() < Math.min(drawnAt() + betweenRows, deadline))
    await new Promise(resolve => setTimeout(resolve, pollInterval));
}
