import * as vscode from 'vscode';

/** What is known of a document without asking the manager. */
export interface Snapshot {
  readonly content: Uint8Array;
  /** Milliseconds; rises only when the content changes, else VS Code sees conflicts that are none. */
  readonly mtime: number;
  /** Whether the content has just been read and the next `readFile` may use it. */
  readonly isFresh: boolean;
}

/** The documents as VS Code has last seen them, or will see them next. */
export class DocumentSnapshots {
  private readonly known = new Map<string, Snapshot>();

  get uris(): vscode.Uri[] {
    return [...this.known.keys()].map(key => vscode.Uri.parse(key, true));
  }

  get(uri: vscode.Uri): Snapshot | undefined {
    return this.known.get(uri.toString());
  }

  /** The text that VS Code was given last; undefined for a document that it was not given. */
  text(uri: vscode.Uri): string | undefined {
    const known = this.get(uri);
    return known && new TextDecoder().decode(known.content);
  }

  /** What was read for VS Code, which would take a later time for a conflict, because it has just asked for it. */
  read(uri: vscode.Uri, text: string): Snapshot {
    const mtime = this.get(uri)?.mtime ?? Date.now();
    return this.keep(uri, { content: new TextEncoder().encode(text), mtime, isFresh: true });
  }

  /** What VS Code has read or written itself. */
  served(uri: vscode.Uri, snapshot: Omit<Snapshot, 'isFresh'>): Snapshot {
    return this.keep(uri, { ...snapshot, isFresh: false });
  }

  /** What VS Code is to show instead. */
  replace(uri: vscode.Uri, text: string): void {
    const content = new TextEncoder().encode(text);
    this.keep(uri, { content, mtime: this.nextTime(uri), isFresh: true });
  }

  nextTime(uri: vscode.Uri): number {
    return Math.max(Date.now(), (this.get(uri)?.mtime ?? 0) + 1);
  }

  forget(uri: vscode.Uri): void {
    this.known.delete(uri.toString());
  }

  private keep(uri: vscode.Uri, snapshot: Snapshot): Snapshot {
    this.known.set(uri.toString(), snapshot);
    return snapshot;
  }
}
