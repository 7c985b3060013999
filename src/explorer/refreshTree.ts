import { View } from '../ids.js';
import { window } from '../ui/doors.js';
import { isRefused } from '../words/remedies.js';
import type { ExplorerNode } from './explorerNode.js';
import type { ExplorerParts } from './explorerTree.js';
import { isInventoryNode } from './inventory/inventoryTree.js';

type Refreshed = Pick<ExplorerParts, 'connections' | 'tree' | 'trees' | 'lists'>;

/** Reads a node again, a sensor with its tree, a record with its type, all without one; what was there stays until then. */
export async function refreshTree({ tree, trees, lists }: Refreshed, node?: ExplorerNode): Promise<void> {
  await window.withProgress({ location: { viewId: View.explorer } }, async () => {
    if (node && isInventoryNode(node))
      await lists.refresh(node.connectionId, 'type' in node ? node.type : undefined);
    else if (node && node.kind !== 'connection') await tree.readSensorsAgain(node.connectionId);
    else {
      const ids = trees.keys.filter(id => !node || id === node.connectionId);
      await Promise.all([lists.refresh(node?.connectionId), ...ids.map(id => tree.readSensorsAgain(id))]);
    }
  });
  tree.draw(node);
}

/**
 * Draws the tree anew after connections changed; what was read stays, what failed is read again, but where the key is refused: one
 * that is changed is not known to be.
 */
export async function showConnections({ connections, tree, trees, lists }: Refreshed): Promise<void> {
  const isGone = (id: string) => !connections.all.some(known => known.id === id && !known.isSignedOut);
  lists.connectionIds.filter(isGone).forEach(id => lists.forget(id));
  trees.keys.filter(isGone).forEach(id => trees.forget(id));
  tree.draw();
  const mayAnswer = (id: string) => !isRefused(connections.get(id));
  const stale = trees.keys.filter(id => trees.stale(id) && mayAnswer(id));
  // What fails once more is said where it is shown.
  await Promise.allSettled([
    ...lists.connectionIds.filter(mayAnswer).map(id => lists.retry(id)),
    ...stale.map(id => tree.readSensorsAgain(id)),
  ]);
}
