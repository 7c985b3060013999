import type * as vscode from 'vscode';
import { nodeRef } from '../../model/sensors/nodeTarget.js';
import { inBackground } from '../../ui/listeners.js';
import { together } from '../../ui/lifetimes.js';
import type { DownNodes } from '../downView.js';
import type { ExplorerNode, TreeNode } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { DownNode } from '../sensors/downNodes.js';
import { treeNode } from '../sensors/sensorNodes.js';
import { polledSelection } from '../polledSelection.js';
import type { PointedRow } from './pointedRow.js';
import { SelectionFollower, type ViewSelection } from './selectionFollower.js';

/** What is followed, and who shows it. */
interface FollowedViews {
  readonly parts: ExplorerParts;
  readonly selection: ViewSelection<ExplorerNode>;
  readonly down: DownNodes;
  readonly pointed: PointedRow;
  readonly show: (node: ExplorerNode | undefined) => void;
}

/** A selection that is followed. */
export interface FollowedSelection {
  /** Looks at it once more. */
  readonly look: () => Promise<void>;
  /** Ends that it is followed. */
  readonly listeners: vscode.Disposable;
}

/** Follows what is selected in the tree and among what is down. */
export function followSelection({
  parts,
  selection,
  down: { view, onDidDraw },
  pointed,
  show,
}: FollowedViews): FollowedSelection {
  const { trees, tree, log } = parts;
  const downSelection = async () => {
    const nodes = (await polledSelection(view, trees)).flatMap(node => nodeOfDown(node) ?? []);
    // VS Code names one that was deleted until it has drawn the others anew.
    return nodes.filter(
      node => (trees.get(node.connectionId) ?? node.index).find(nodeRef(node)) !== undefined,
    );
  };
  const tableSelection = async () => {
    const { row } = pointed;
    if (row && 'type' in row)
      return [(await tree.locateRecord(row.connectionId, row.type, row.id)) ?? []].flat();
    const index = row && trees.get(row.connectionId);
    const number = row && index?.find(row);
    return row && index && number !== undefined
      ? [treeNode({ connectionId: row.connectionId, index }, number)]
      : [];
  };
  const pointedAt = async () => follower.selected(tableSelection, (await tableSelection())[0]);
  const follower = new SelectionFollower<ExplorerNode>({
    views: [selection, downSelection],
    elsewhere: tableSelection,
    show,
    keyOf: ({ itemId }) => itemId,
  });
  const drawn = () => inBackground(log, follower.drawn());
  const listeners = together(
    parts.view.onDidChangeSelection(({ selection: [node] }) =>
      node && node.itemId === pointed.held
        ? follower.note(selection, node)
        : inBackground(log, follower.selected(selection, node)),
    ),
    view.onDidChangeSelection(({ selection: [node] }) =>
      inBackground(log, follower.selected(downSelection, node && nodeOfDown(node))),
    ),
    pointed.onDidChange(() => inBackground(log, pointedAt())),
    tree.onDidDraw(drawn),
    onDidDraw(drawn),
    trees.onDidChange(() => inBackground(log, follower.look())),
  );
  return { look: () => follower.look(), listeners };
}

/** What is down, as the tree has it; undefined for what says that something is not known. */
function nodeOfDown(node: DownNode): TreeNode | undefined {
  if (node.kind === 'site') return treeNode(node, node.number);
  return node.kind === 'accessPoint' ? node : undefined;
}
