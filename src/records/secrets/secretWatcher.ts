import type * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import {
  moveSecrets,
  nothingKept,
  sayWhereInstead,
  setSecret,
  typeAgain,
  type SecretChange,
} from './moveSecrets.js';
import { pasteSecret, type Pasted } from './pasteSecret.js';
import type { RecordSecrets } from './recordSecrets.js';
import { isList, secretType } from './secretLenses.js';

/**
 * Takes out of documents whatever is written over a placeholder, and leads typing to the password box. A list of records keeps
 * no secret; where to write it instead is said.
 */
export class SecretWatcher {
  private readonly asking = new Set<string>();
  private readonly lastMove = new WeakMap<vscode.TextDocument, Promise<unknown>>();

  constructor(
    private readonly secrets: RecordSecrets,
    private readonly log: Log,
  ) {}

  /** Whether a document can hold a secret. */
  watches({ uri }: vscode.TextDocument): boolean {
    return secretType(uri) !== undefined;
  }

  /** Follows a change of a document, after those before it: what one takes out is not cut apart by the edit of another. */
  async follow(change: SecretChange): Promise<void> {
    const { document } = change;
    const type = secretType(document.uri);
    if (!type) return;
    const moving = Promise.resolve(this.lastMove.get(document)).then(() =>
      moveSecrets(this.keptOf(document), change, type),
    );
    this.lastMove.set(
      document,
      moving.catch(() => undefined),
    );
    const field = await moving;
    if (field !== undefined) await this.ask(document, field);
  }

  /** What is pasted instead of a secret; undefined for any other paste. */
  async paste(pasted: Pasted): Promise<vscode.DocumentPasteEdit[] | undefined> {
    const { document } = pasted;
    const taken = await pasteSecret(this.keptOf(document), pasted);
    if (taken && isList(document.uri)) inBackground(this.log, sayWhereInstead(taken.field));
    return taken && [taken.edit];
  }

  private keptOf({ uri }: vscode.TextDocument) {
    return isList(uri) ? nothingKept : this.secrets;
  }

  private async ask(document: vscode.TextDocument, field: string): Promise<void> {
    const key = document.uri.toString();
    if (this.asking.has(key)) return;
    this.asking.add(key);
    try {
      await (isList(document.uri)
        ? sayWhereInstead(field)
        : setSecret(this.secrets, document, { field, prompt: typeAgain(field) }));
    } finally {
      this.asking.delete(key);
    }
  }
}
