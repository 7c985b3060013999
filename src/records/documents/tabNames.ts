import type * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import { parseRecord, RecordTextError } from '../../model/inventory/recordText.js';
import type { DocumentTable } from '../documentTable.js';
import { heldDocument, showsOther, textTabs } from './documentSnapshots.js';
import type { DocumentMoves } from './documentKind.js';
import type { RecordFileSystem } from './recordFileSystem.js';

/** What naming tabs takes. */
interface NamedDocuments {
  readonly files: RecordFileSystem;
  readonly table: DocumentTable;
  /** Addresses of documents, that of the one first that was read last. */
  readonly newestFirst: (uris: readonly vscode.Uri[]) => readonly vscode.Uri[];
  /** Leaves an address for another one; false where that has to wait. */
  readonly goOnAs: (
    change: Readonly<{ old: vscode.Uri; by: vscode.Uri; isOpened: boolean }>,
  ) => Promise<boolean>;
}

type ShownTab = ReturnType<typeof textTabs>[number];

/**
 * Gives tabs the names that their records have now, by what their documents show. Of several addresses of one record, such as the
 * names that it had, one alone stays open: that of unsaved changes, else that of the name that it has now. What is typed into or
 * saved keeps its tab as it is.
 */
export class TabNames {
  /** The address that each document would have by its name, when that was seen last; none for tabs that VS Code restored. */
  private readonly named: Map<string, string>;
  /** The addresses that saved documents have by their receipts, such as lists with what was created in them. */
  private readonly saved = new Map<string, vscode.Uri>();
  /** The addresses of tabs that were opened since they were looked at. */
  private readonly opened = new Set<string>();
  private looking: Promise<void> | undefined;
  private isDue = false;

  /** @param restored addresses of tabs from before, whose records may have other names since */
  constructor(
    private readonly parts: NamedDocuments,
    restored: readonly vscode.Uri[],
  ) {
    this.named = new Map(restored.map(uri => [uri.toString(), '']));
  }

  /** Goes on with a saved document under the address that it has now, once nothing is in the way. */
  continueAs(uri: vscode.Uri, renamedTo: vscode.Uri): Promise<void> {
    this.saved.set(uri.toString(), renamedTo);
    return this.look();
  }

  noteOpened(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) this.opened.add(uri.toString());
  }

  /** Looks at all tabs; once more where something changes meanwhile. */
  look(): Promise<void> {
    this.isDue = true;
    return (this.looking ??= this.lookNow().finally(() => (this.looking = undefined)));
  }

  private async lookNow(): Promise<void> {
    while (this.isDue) {
      this.isDue = false;
      for (const tabs of tabsByDocument(this.parts.table)) await this.settle(tabs);
    }
  }

  private async settle(tabs: readonly ShownTab[]): Promise<void> {
    const { files, table, newestFirst, goOnAs } = this.parts;
    const edited = tabs.find(({ tab }) => tab.isDirty)?.uri;
    const all = new Map(tabs.filter(({ tab }) => !tab.isDirty).map(({ uri }) => [uri.toString(), uri]));
    const others = [...all.values()].filter(uri => !files.isBeingSaved(uri));
    const now = newestFirst(others).flatMap(
      uri => addressNow(table, uri) ?? this.saved.get(uri.toString()) ?? [],
    )[0];
    const isRenamed = others.some(uri => {
      const before = this.saved.has(uri.toString()) ? '' : this.named.get(uri.toString());
      return before !== undefined && before !== now?.toString();
    });
    const by = edited ?? now;
    // An address with another name is as good as any, until the name changes or two addresses are open.
    const isLeft = isRenamed || all.size > 1 || edited !== undefined;
    for (const old of others) {
      // What VS Code has not read yet, behind other tabs, is named when it is shown.
      if (!by || !heldDocument(old)) continue;
      const key = old.toString();
      const isOpened = this.opened.has(key);
      const isSettled = !isLeft || key === by.toString() || (await goOnAs({ old, by, isOpened }));
      if (!isSettled) continue;
      this.opened.delete(key);
      this.saved.delete(key);
      if (now) this.named.set(key, now.toString());
    }
  }
}

/** The address with the name that a document without changes shows; undefined where it shows none. */
function addressNow(table: DocumentTable, uri: vscode.Uri): vscode.Uri | undefined {
  const text = heldDocument(uri)?.getText();
  try {
    return text === undefined ? undefined : table.find(uri)?.address?.(uri, parseRecord(text));
  } catch (error) {
    if (error instanceof RecordTextError) return undefined;
    throw error;
  }
}

/**
 * Gives documents other addresses of the same record as files get other names: VS Code goes on with their tabs in their places,
 * kept or not, at the same line.
 */
export class TabMoves implements DocumentMoves {
  /** Addresses that documents are about to have, each with the one before. */
  private readonly awaited = new Map<string, string>();

  constructor(
    private readonly files: RecordFileSystem,
    private readonly fs: Pick<vscode.FileSystem, 'rename'>,
  ) {}

  isAwaited(uri: vscode.Uri): boolean {
    return this.awaited.has(uri.toString());
  }

  /** Has VS Code give a document another address. @returns false where it is typed into or saved */
  async begin(uri: vscode.Uri, by: vscode.Uri): Promise<boolean> {
    this.awaited.set(by.toString(), uri.toString());
    try {
      await this.fs.rename(uri, by);
      return true;
    } catch {
      return false;
    } finally {
      this.awaited.delete(by.toString());
    }
  }

  move(uri: vscode.Uri, by: vscode.Uri): boolean {
    const { snapshots, bases } = this.files;
    const text = snapshots.text(uri);
    if (this.awaited.get(by.toString()) !== uri.toString() || this.files.isBeingSaved(uri)) return false;
    if (heldDocument(uri)?.isDirty || (text !== undefined && showsOther(uri, text))) return false;
    this.awaited.delete(by.toString());
    if (heldDocument(by)) return true;
    if (text !== undefined) snapshots.replace(by, text);
    bases.goOn(uri, by);
    return true;
  }
}

/** The tabs of each record document, whatever names their addresses carry. */
function tabsByDocument(table: DocumentTable): Iterable<readonly ShownTab[]> {
  const found = new Map<string, ShownTab[]>();
  for (const shown of textTabs()) {
    const { scheme, authority } = shown.uri;
    const identity = scheme === Scheme.record ? table.find(shown.uri)?.identify(shown.uri) : undefined;
    if (identity === undefined) continue;
    const key = `${authority} ${identity}`;
    found.set(key, [...(found.get(key) ?? []), shown]);
  }
  return found.values();
}
