import * as vscode from 'vscode';
import { window } from '../../ui/doors.js';
import { GivenUpError } from '../../words/inert.js';
import type { SaveReceipt } from './documentKind.js';

/** Text that was saved, and what became of it. */
export interface Stored {
  readonly text: string;
  readonly receipt: SaveReceipt;
}

/** A save that was made before VS Code was told; `text` is what it was made from. */
interface Made {
  readonly text: string;
  readonly stored: Promise<Stored>;
  readonly hasFailed: boolean;
}

const noteTime = 8_000;

/**
 * Saves whose plan can be given up. VS Code takes every save that it began and that stored nothing for a failure, and
 * says so in red: so the save is made first, and VS Code is told only of what was agreed to.
 */
export class CancellableSaves {
  private readonly made = new Map<string, Made>();

  /** @param store sends the text of a document to its manager */
  constructor(private readonly store: (uri: vscode.Uri, content: Uint8Array) => Promise<Stored>) {}

  /** Saves a document; when its plan is given up, the document stays as it is. */
  async save(document: vscode.TextDocument): Promise<void> {
    const { uri } = document;
    const text = document.getText();
    const stored = this.store(uri, new TextEncoder().encode(text));
    const failure: unknown = await stored.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure instanceof GivenUpError) {
      window.setStatusBarMessage(
        vscode.l10n.t('Nothing was sent. Your changes are still in the document.'),
        noteTime,
      );
      return;
    }
    this.made.set(uri.toString(), { text, stored, hasFailed: failure !== undefined });
    try {
      await document.save();
    } finally {
      this.made.delete(uri.toString());
    }
  }

  /** The save that was made already of what VS Code saves now; undefined when something was typed meanwhile. */
  take(uri: vscode.Uri, content: Uint8Array): Promise<Stored> | undefined {
    const made = this.made.get(uri.toString());
    // VS Code may have formatted the text before it saves it.
    const isSame = made && (made.hasFailed || withoutLayout(content) === withoutLayout(made.text));
    return isSame ? made.stored : undefined;
  }
}

/** Compared without layout; what was saved is JSON. */
function withoutLayout(text: string | Uint8Array): string {
  const decoded = typeof text === 'string' ? text : new TextDecoder().decode(text);
  try {
    return JSON.stringify(JSON.parse(decoded));
  } catch {
    return decoded;
  }
}
