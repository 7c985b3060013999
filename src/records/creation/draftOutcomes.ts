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
  /** How often the last tab of each draft was closed in this window. */
  private readonly closings = new Map<string, number>();

  constructor(private readonly state: vscode.Memento) {}

  /** The record that the draft has become, or what was sent when no answer came. */
  get(draft: vscode.Uri): DraftOutcome | undefined {
    return this.state.get(keyOf(draft));
  }

  /** Keeps what becomes of a draft that is sent now, until its last tab is closed: another draft gets its address then. */
  sending(draft: vscode.Uri): (outcome: DraftOutcome | undefined) => Promise<void> {
    const key = keyOf(draft);
    const before = this.closings.get(key);
    return async outcome => {
      if (this.closings.get(key) === before) await this.state.update(key, outcome);
    };
  }

  /** Forgets drafts whose last tab is closed; VS Code keeps their text for minutes longer, beyond the end of the window. */
  followTabs(log: Log): vscode.Disposable {
    return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const uris = closed.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
      for (const uri of uris) if (textTabs(uri).length === 0) inBackground(log, this.forget(uri));
    });
  }

  private async forget(draft: vscode.Uri): Promise<void> {
    const key = keyOf(draft);
    this.closings.set(key, (this.closings.get(key) ?? 0) + 1);
    if (this.get(draft) !== undefined) await this.state.update(key, undefined);
  }
}

const keyOf = (draft: vscode.Uri) => `sent ${draft.toString()}`;
