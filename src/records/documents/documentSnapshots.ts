import * as vscode from 'vscode';
import { shownUri } from '../../ui/listeners.js';
import { quoted, type Inert } from '../../words/inert.js';

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
  /** What documents show that have no changes of their own, or had before they were typed into. */
  private readonly taken = new Map<string, Snapshot>();
  private readonly loading = new Map<string, Promise<Snapshot>>();

  /** @param read the text of a document on the manager now */
  constructor(private readonly read: (uri: vscode.Uri) => Promise<string>) {}

  get uris(): vscode.Uri[] {
    return [...this.known.keys()].map(key => vscode.Uri.parse(key, true));
  }

  get(uri: vscode.Uri): Snapshot | undefined {
    return this.known.get(uri.toString());
  }

  /**
   * What `stat` answers. A document that was typed into before VS Code took what it is to show instead will not take it:
   * it stays what the document shows, or the next save would be refused as one of an outdated file.
   */
  stat(uri: vscode.Uri): Snapshot | undefined {
    const known = this.get(uri);
    const taken = this.taken.get(uri.toString());
    return known !== taken && this.isTypedInto(uri) ? (taken ?? known) : known;
  }

  /** VS Code takes the mark of unsaved changes away after each save, from what was typed into meanwhile too. */
  private isTypedInto(uri: vscode.Uri): boolean {
    const document = heldDocument(uri);
    if (!document || document.isDirty) return document?.isDirty ?? false;
    if (isShownClean(uri)) return false;
    const text = document.getText();
    const snapshots = [this.get(uri), this.taken.get(uri.toString())];
    return !snapshots.some(snapshot => snapshot && new TextDecoder().decode(snapshot.content) === text);
  }

  /** Notes what a document shows that has no changes of its own. */
  follow(document: vscode.TextDocument): void {
    const known = this.get(document.uri);
    // `isDirty` is still false while the first edit is announced, so the text itself has to be compared too.
    if (known && !document.isDirty && this.text(document.uri) === document.getText())
      this.taken.set(document.uri.toString(), known);
  }

  /** Holds what `stat` answers for a document that is typed into, whatever it is to show from now on. */
  hold(uri: vscode.Uri): void {
    const known = this.get(uri);
    if (known && !this.taken.has(uri.toString())) this.taken.set(uri.toString(), known);
  }

  /** The text that VS Code was given last; undefined for a document that it was not given. */
  text(uri: vscode.Uri): string | undefined {
    const known = this.get(uri);
    return known && new TextDecoder().decode(known.content);
  }

  /** Reads a document now; VS Code asks for a file several times at once, and those share one read. */
  load(uri: vscode.Uri): Promise<Snapshot> {
    const underWay = this.loading.get(uri.toString());
    if (underWay) return underWay;
    const loading = this.loadNow(uri).finally(() => this.loading.delete(uri.toString()));
    this.loading.set(uri.toString(), loading);
    return loading;
  }

  /** What VS Code reads. */
  served(uri: vscode.Uri, snapshot: Snapshot): Snapshot {
    return this.keep(uri, { ...snapshot, isFresh: false });
  }

  /** What VS Code writes, which it shows. */
  written(uri: vscode.Uri, content: Uint8Array): void {
    const written = this.keep(uri, { content, mtime: this.nextTime(uri), isFresh: false });
    this.taken.set(uri.toString(), written);
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
    this.taken.delete(uri.toString());
  }

  /** VS Code has just asked for this, so it would take a later time for a conflict. */
  private async loadNow(uri: vscode.Uri): Promise<Snapshot> {
    const content = new TextEncoder().encode(await this.read(uri));
    return this.keep(uri, { content, mtime: this.get(uri)?.mtime ?? Date.now(), isFresh: true });
  }

  private keep(uri: vscode.Uri, snapshot: Snapshot): Snapshot {
    this.known.set(uri.toString(), snapshot);
    return snapshot;
  }
}

/** The document of an address whose text VS Code holds. */
export const heldDocument = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());

/**
 * Whether a document shows something else than some texts. VS Code tells extensions that a document has no unsaved
 * changes after each save of it, when it was typed into meanwhile too (`ExtHostDocuments.$acceptModelSaved`).
 */
export const showsOther = (uri: vscode.Uri, ...texts: readonly string[]): boolean => {
  const document = heldDocument(uri);
  return document !== undefined && !texts.includes(document.getText());
};

/** Whether a document shows something else than some texts, and VS Code takes that for no edit: what it was before, by undo. */
export const isUndone = (uri: vscode.Uri, ...texts: readonly string[]): boolean =>
  isShownClean(uri) && showsOther(uri, ...texts);

/** Whether tabs show a document, none of them with unsaved changes. */
function isShownClean(uri: vscode.Uri): boolean {
  const tabs = textTabs(uri);
  return tabs.length > 0 && !tabs.some(({ tab }) => tab.isDirty);
}

/** The tabs that show a document, or try to; of any document without an address. */
export const textTabs = (uri?: vscode.Uri): { readonly tab: vscode.Tab; readonly uri: vscode.Uri }[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(tab => {
      const found = shownUri(tab);
      return found ? [{ tab, uri: found }] : [];
    })
    .filter(shown => !uri || shown.uri.toString() === uri.toString());

/** The name in the path of a document. */
export const documentName = ({ path }: vscode.Uri): Inert =>
  quoted(path.slice(path.lastIndexOf('/') + 1).replace(/(\.[^.]*)?\.json$/, ''));
