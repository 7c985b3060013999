import * as vscode from 'vscode';
import { Command, View } from '../../ids.js';
import { inBackground } from '../../ui/listeners.js';
import { registerCommands } from '../../ui/registerCommands.js';
import { together } from '../../ui/lifetimes.js';
import type { DownNodes } from '../downView.js';
import type { ExplorerNode } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { DetailsView } from './detailsView.js';
import type { FollowedSelection } from './followSelection.js';
import type { PointedRow } from './pointedRow.js';

/** The details, loaded when they are first shown: a view that follows what is selected in the two views and in tables, and a panel. */
export function showDetails(
  parts: ExplorerParts,
  selection: () => Promise<readonly ExplorerNode[]>,
  { down, pointed }: { readonly down: DownNodes; readonly pointed: PointedRow },
): vscode.Disposable {
  let details: DetailsView | undefined;
  let beside: vscode.WebviewPanel | undefined;
  let following: FollowedSelection | undefined;
  return together(
    vscode.window.registerWebviewViewProvider(View.details, {
      resolveWebviewView: async made => {
        const [{ DetailsView }, { followSelection }] = await Promise.all([
          import('./detailsView.js'),
          import('./followSelection.js'),
        ]);
        const shown = (details ??= new DetailsView(parts));
        shown.drawOn(made);
        following ??= followSelection({ parts, selection, down, pointed, show: node => shown.show(node) });
        inBackground(parts.log, following.look());
      },
    }),
    registerCommands(
      {
        [Command.showDetails]: async () => {
          const { openDetailsBeside } = await import('./detailsBeside.js');
          if (beside) return beside.reveal(undefined, true);
          beside = openDetailsBeside(parts);
          beside.onDidDispose(() => (beside = undefined));
        },
      },
      parts.log,
    ),
    {
      dispose: () => {
        following?.listeners.dispose();
        details?.dispose();
        beside?.dispose();
      },
    },
  );
}
