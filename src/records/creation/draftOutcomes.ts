import * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';

/**
 * What became of drafts that were sent. It is kept in the workspace state, so that a window closed in the middle of a
 * create does not create a second time.
 */
export class DraftOutcomes {
  constructor(private readonly state: vscode.Memento) {}

  /** The record that the draft has become; `unknown` when it was sent and no answer came. */
  get(draft: vscode.Uri): vscode.Uri | 'unknown' | undefined {
    const outcome = this.state.get<string>(keyOf(draft));
    return outcome === undefined || outcome === 'unknown' ? outcome : vscode.Uri.parse(outcome, true);
  }

  async set(draft: vscode.Uri, outcome: vscode.Uri | 'unknown'): Promise<void> {
    await this.state.update(keyOf(draft), outcome.toString());
  }

  /** Forgets drafts whose tab is closed; VS Code keeps their text for minutes longer, beyond the end of the window. */
  followTabs(log: Log): vscode.Disposable {
    return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const uris = closed.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
      for (const uri of uris) inBackground(log, this.forget(uri));
    });
  }

  /** The manager refused the draft, or its tab is closed. */
  async forget(draft: vscode.Uri): Promise<void> {
    if (this.state.get(keyOf(draft)) !== undefined) await this.state.update(keyOf(draft), undefined);
  }
}

const keyOf = (draft: vscode.Uri) => `draft ${draft.toString()}`;
