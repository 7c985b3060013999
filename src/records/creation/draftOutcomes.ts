import * as vscode from 'vscode';
import type { SentTry } from '../../changes/records/createChange.js';
import type { Became } from '../../changes/records/editedDocument.js';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { textTabs } from '../documents/documentSnapshots.js';

/** What became of a document that was sent; nobody knows it while there are tries. */
export type DraftOutcome =
  { readonly tries: readonly SentTry[] } | ({ readonly address: string } & Partial<Omit<Became, 'became'>>);

/**
 * What became of drafts that were sent. It is kept in the workspace state, so that a window closed in the middle of a
 * create does not create a second time.
 */
export class DraftOutcomes {
  constructor(private readonly state: vscode.Memento) {}

  /** The record that the draft has become, or what was sent when no answer came. */
  get(draft: vscode.Uri): DraftOutcome | undefined {
    return this.state.get(keyOf(draft));
  }

  async set(draft: vscode.Uri, outcome: DraftOutcome | undefined): Promise<void> {
    await this.state.update(keyOf(draft), outcome);
  }

  /** Forgets drafts whose last tab is closed; VS Code keeps their text for minutes longer, beyond the end of the window. */
  followTabs(log: Log): vscode.Disposable {
    return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const uris = closed.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
      for (const uri of uris) if (textTabs(uri).length === 0) inBackground(log, this.forget(uri));
    });
  }

  private async forget(draft: vscode.Uri): Promise<void> {
    if (this.get(draft) !== undefined) await this.set(draft, undefined);
  }
}

const keyOf = (draft: vscode.Uri) => `sent ${draft.toString()}`;
