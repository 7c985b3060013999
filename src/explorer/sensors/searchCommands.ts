import * as l10n from '@vscode/l10n';
import { View } from '../../ids.js';
import type { NodeSearch } from '../../model/sensors/nodeSearch.js';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { window } from '../../ui/doors.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { TreeNode } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import { treeNode } from './sensorNodes.js';
import { nodeRef } from '../../model/sensors/nodeTarget.js';
import { revealRow } from '../polledSelection.js';

/** Branches that a filter opens of each tree: they fill the view, and each is a way through VS Code and back. */
const mostRevealed = 5;

/** Finding, filtering and revealing nodes of the sensor trees. */
export class SearchCommands {
  constructor(private readonly parts: ExplorerParts) {}

  /** The search over the tree of a connection, which is read if necessary. */
  async over(connectionId: string): Promise<NodeSearch> {
    return this.parts.filter.search(await this.parts.trees.read(connectionId));
  }

  async askForFilter(): Promise<void> {
    const text = await window.showInputBox({
      title: l10n.t('Filter the tree'),
      prompt: l10n.t(
        'Name, uuid, IP, MAC, kind or state; of several words all must match. Empty shows everything.',
      ),
      value: this.parts.filter.text,
    });
    if (text !== undefined) await this.setFilter(text);
  }

  /** Narrows the tree to what holds all words; shows everything for none. */
  async setFilter(text: string): Promise<void> {
    const { trees, filter, tree, view } = this.parts;
    filter.set(text);
    if (filter.text) {
      await window.withProgress({ location: { viewId: View.explorer } }, async () => {
        // A tree that cannot be read says so itself, in its folder.
        await Promise.allSettled(this.signedIn().map(async id => filter.prepare(await trees.read(id))));
      });
    }
    tree.draw();
    // What was collapsed before stays so on its own; the first match comes last, so that it is on the screen.
    for (const match of this.matchesToShow().reverse())
      await view.reveal(match, { select: false, focus: false });
  }

  /** Selects a node in the tree, if the manager has it. */
  async reveal(ref: NodeRef): Promise<void> {
    const node = await this.parts.tree.locate(ref);
    if (node) await this.show(node);
  }

  /**
   * Selects a node in the tree; a filter that hides it is cleared first.
   * @throws {SentenceError} when the manager does not have it any more
   */
  async show(node: TreeNode): Promise<void> {
    const { filter, view, trees, tree } = this.parts;
    const isCurrent = trees.get(node.connectionId) === node.index;
    const current = isCurrent ? node : await tree.locate(nodeRef(node));
    if (!current) throw new SentenceError(l10n.t('The manager does not have this any more.'));
    if (filter.shown(current.index)?.(current.number) === false) await this.setFilter('');
    await revealRow(view, current, { select: true, focus: true });
  }

  /** The first matches, each under another node. */
  private matchesToShow(): TreeNode[] {
    const { trees, filter } = this.parts;
    return trees.keys.flatMap(connectionId => {
      const index = trees.get(connectionId);
      const byParent = new Map<number, TreeNode>();
      for (const number of index ? filter.matches(index) : []) {
        if (byParent.size >= mostRevealed) break;
        const parent = index?.parent(number) ?? -1;
        if (index && !byParent.has(parent)) byParent.set(parent, treeNode({ connectionId, index }, number));
      }
      return [...byParent.values()];
    });
  }

  private signedIn(): string[] {
    return this.parts.connections.all.filter(({ isSignedOut }) => !isSignedOut).map(({ id }) => id);
  }
}
