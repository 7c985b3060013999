import type { SensorTrees } from './sensors/sensorTrees.js';

const longestDrawing = 1500;
const pollInterval = 50;

/**
 * What is selected in a view, for commands that are called without a node, such as by a key. While VS Code draws
 * nodes anew it names none of them as selected, so an empty selection is asked for again until the drawing is over.
 */
export async function settledSelection<Node>(
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
