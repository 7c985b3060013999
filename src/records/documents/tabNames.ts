import type * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import { parseRecord, RecordTextError } from '../../model/inventory/recordText.js';
import type { DocumentTable } from '../documentTable.js';
import { heldDocument, showsOther, textTabs } from './documentSnapshots.js';
import { moveTab } from './documentTabs.js';
import type { RecordFileSystem, RecordSaved } from './recordFileSystem.js';

/** What naming tabs takes. */
interface NamedDocuments {
  readonly files: RecordFileSystem;
  readonly kinds: () => Promise<DocumentTable>;
}

type ShownTab = ReturnType<typeof textTabs>[number];

/**
 * Gives tabs the names that their records have now, by what their documents show. Of several addresses of one record, such as the
 * names that it had, one alone stays open: that of unsaved changes, else that of the name that it has now.
 */
export class TabNames {
  private readonly moving = new Map<string, Promise<void>>();
  /** The addresses that documents would have by their names, as they were when they were seen last. */
  private named = new Map<string, string>();
  private looking: Promise<void> | undefined;
  private isDue = false;

  constructor(private readonly parts: NamedDocuments) {}

  /** Looks at all tabs; once more where something changes meanwhile. */
  look(): Promise<void> {
    this.isDue = true;
    return (this.looking ??= this.lookNow().finally(() => (this.looking = undefined)));
  }

  /** Goes on with the document that a saved one has become, or under the name that it has now. */
  async continueAs({ uri, text: saved, receipt }: RecordSaved): Promise<void> {
    const { replacedBy, renamedTo, afterwards, storedText: stored } = receipt;
    try {
      if (replacedBy) await moveTab(this.parts.files, { old: uri, by: replacedBy, shown: [saved] });
      else if (renamedTo && !showsOther(uri, saved, stored))
        await this.move(uri, { by: renamedTo, text: stored, shown: [saved, stored] });
    } finally {
      await afterwards?.();
    }
  }

  private async lookNow(): Promise<void> {
    const table = await this.parts.kinds();
    while (this.isDue) {
      this.isDue = false;
      const before = this.named;
      this.named = new Map();
      for (const tabs of tabsByDocument(table)) await this.settle(table, tabs, before);
    }
  }

  private async settle(
    table: DocumentTable,
    tabs: readonly ShownTab[],
    before: ReadonlyMap<string, string>,
  ): Promise<void> {
    const edited = tabs.find(({ tab }) => tab.isDirty)?.uri;
    const others = new Map(tabs.filter(({ tab }) => !tab.isDirty).map(({ uri }) => [uri.toString(), uri]));
    const now = [...others.values()].map(uri => addressNow(table, uri)).find(Boolean);
    const isRenamed = [...others.keys()].some(key => {
      if (now) this.named.set(key, now.toString());
      return before.has(key) && now !== undefined && before.get(key) !== now.toString();
    });
    const by = edited ?? now;
    // An address with another name is as good as any, until the name changes or two addresses are open.
    if (!by || (others.size === 1 && !edited && !isRenamed)) return;
    for (const old of others.values()) {
      const text = heldDocument(old)?.getText();
      // What VS Code has not read yet, behind other tabs, is named when it is shown.
      if (text !== undefined) await this.move(old, { by, text, shown: [text] });
    }
  }

  /** @param text what the manager has, so that nobody has to ask it */
  private async move(
    old: vscode.Uri,
    { by, text, shown }: { by: vscode.Uri; text: string; shown: readonly [string, ...string[]] },
  ): Promise<void> {
    const key = old.toString();
    if (key === by.toString() || textTabs(old).length === 0) return;
    const move = async () => {
      if (!heldDocument(by)) this.parts.files.show(by, text);
      await moveTab(this.parts.files, { old, by, shown });
    };
    const moving = this.moving.get(key) ?? move().finally(() => this.moving.delete(key));
    this.moving.set(key, moving);
    await moving;
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
