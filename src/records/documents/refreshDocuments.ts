import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { Connections } from '../../connections/connection.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import type { DocumentTable } from '../documentTable.js';
import type { RecordFileSystem, RecordSaved } from './recordFileSystem.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { parseListAddress } from '../../model/inventory/listDocument.js';
import { printRecord, parseRecord } from '../../model/inventory/recordText.js';
import { Scheme } from '../../ids.js';
import { parseAccessPointPath, parseSensorPath } from '../../model/sensors/nodeRef.js';
import type { Log } from '../../ui/doors.js';
import { Owner } from '../../ui/lifetimes.js';
import { inBackground } from '../../ui/listeners.js';
import { recordDocuments } from '../../ui/recordUri.js';
import type { RecordLists } from '../recordsOptions.js';

/** What following the tree needs. */
export interface Refreshing {
  readonly connections: Connections;
  readonly table: DocumentTable;
  readonly files: RecordFileSystem;
}

/**
 * Shows in open documents what changed elsewhere, once the tree was read again. The tree only tells which documents to
 * look at: each is read by itself, because the tree may be older than the last save.
 */
export async function refreshFromTree(
  parts: Refreshing,
  connectionId: string,
  tree: SensorIndex,
): Promise<void> {
  for (const document of recordDocuments(connectionId)) {
    const { uri, isDirty } = document;
    const { textIn, isOutdated } = parts.table.find(uri) ?? {};
    if (textIn) await refreshDocument(parts, document, textIn(uri, tree));
    else if (!isDirty && (await isOutdated?.(uri, tree, document.getText())))
      await refreshDocument(parts, document, undefined);
  }
}

/**
 * Shows in an open document what the manager has, unless it shows that already or has unsaved changes; a record that is
 * gone is marked.
 * @param known the text as far as it is known without asking; undefined when the record seems to be gone
 * @returns whether the manager did not answer, which the tree or the next save tells
 */
export async function refreshDocument(
  { connections, table, files }: Refreshing,
  document: vscode.TextDocument,
  known: string | undefined,
): Promise<boolean> {
  const { uri, version } = document;
  if (known !== undefined && (document.isDirty || known === document.getText())) {
    files.showExisting(uri);
    return false;
  }
  try {
    const stored = await table.find(uri)?.read({ client: await connections.client(uri.authority), uri });
    files.showExisting(uri);
    // What was typed and saved meanwhile is newer than the answer.
    const isSame = document.version === version && !document.isDirty && !document.isClosed;
    if (stored !== undefined && isSame) files.show(uri, stored);
    return false;
  } catch (error) {
    if (!isApiError(error, 'notFound')) return true;
    files.showDeleted(uri);
    return false;
  }
}

/** Milliseconds for which what a document shows counts as new: the focus of a window tells its editor too. */
const freshTime = 2_000;
/** Milliseconds for which a manager is not asked that did not answer. */
const downTime = 60_000;

/** The document that the user looks at. */
interface DocumentInFront {
  readonly document: () => vscode.TextDocument | undefined;
  /** Fires when another one is looked at, or the window again. */
  readonly onDidChange: (listener: () => void) => vscode.Disposable;
}

/** Records of a list that is not read again for being looked at; a manager sends about 10 MB for them. */
const largeList = 20_000;

/**
 * Reads a document again that comes to the front, so that nobody goes by what somebody else has changed: that of one record by
 * itself, a list for whoever shows it.
 */
export class FreshDocuments extends Owner {
  private readonly readAt = new WeakMap<vscode.TextDocument, number>();
  private readonly failedAt = new Map<string, number>();

  /** @param open the documents that were opened a moment ago */
  constructor(
    private readonly refreshing: Refreshing & {
      readonly lists: Pick<RecordLists, 'get' | 'update'>;
      readonly log: Log;
    },
    private readonly front: DocumentInFront,
    open: readonly vscode.TextDocument[],
  ) {
    super();
    for (const document of open) this.readAt.set(document, Date.now());
    this.own(front.onDidChange(() => inBackground(refreshing.log, this.look())));
  }

  /**
   * Leaves a document alone that is new, whose connection is signed out or down, or whose tree or list is large. Of one with changes
   * only whether its manager answers is asked, so that what says above it that it does not is there before a save fails.
   */
  private async look(): Promise<void> {
    const { connections, table, lists } = this.refreshing;
    const document = this.front.document();
    if (document?.uri.scheme !== Scheme.record) return;
    const { uri, isDirty } = document;
    const listed = parseListAddress(uri)?.type;
    if (!(isDirty || listed || isOfOne(uri))) return;
    const now = Date.now();
    const readAt = this.readAt.get(document) ?? now;
    this.readAt.set(document, readAt);
    if (now - readAt < freshTime || (connections.get(uri.authority)?.isSignedOut ?? true)) return;
    if (now - (this.failedAt.get(uri.authority) ?? -downTime) < downTime) return;
    const isLarge = listed
      ? (lists.get(uri.authority, listed)?.size ?? 0) > largeList
      : table.textInLargeTree(uri) !== undefined;
    if (!isDirty && isLarge) return;
    this.readAt.set(document, now);
    const hasFailed = isDirty
      ? await this.isAway(uri.authority)
      : listed
        ? await hasFailedTo(lists.update(uri.authority, listed))
        : await refreshDocument(this.refreshing, document, undefined);
    if (hasFailed) this.failedAt.set(uri.authority, now);
    else this.failedAt.delete(uri.authority);
  }

  /** Whoever shows how managers answer is told by their client. */
  private isAway(connectionId: string): Promise<boolean> {
    const { connections } = this.refreshing;
    return hasFailedTo(connections.client(connectionId).then(client => client.verify()));
  }
}

const hasFailedTo = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => false,
    () => true,
  );

/** Whether a document is of one record or node, which one request reads. */
const isOfOne = ({ path }: vscode.Uri): boolean =>
  [parseRecordPath, parseSensorPath, parseAccessPointPath].some(parse => parse(path) !== undefined);

/** A list that changed. */
export interface ChangedList {
  readonly connectionId: string;
  readonly type: InventoryType;
  /** The document whose save changed it, which shows it already. */
  readonly savedBy: string | undefined;
}

/**
 * Shows in open documents what changed elsewhere, once the list of their type was read or changed. A list tells which
 * documents to look at: each that differs is read by itself, because the list may be older than the last save.
 */
export async function refreshFromList(
  refreshing: Refreshing,
  lists: RecordLists,
  { connectionId, type, savedBy }: ChangedList,
): Promise<void> {
  const list = lists.get(connectionId, type);
  if (!list) return;
  for (const document of recordDocuments(connectionId)) {
    const ref = parseRecordPath(document.uri.path);
    if (ref?.type !== type || document.uri.toString() === savedBy) continue;
    const record = list.find(ref.id);
    await refreshDocument(refreshing, document, record && printRecord(type, record));
  }
}

/** Puts a saved inventory record into the list of its type, which spares reading the whole list again. */
export function rememberSaved(lists: RecordLists, { uri, receipt }: RecordSaved): void {
  const { authority, path } = receipt.replacedBy ?? uri;
  const ref = parseRecordPath(path);
  if (!ref) return;
  const { storedText, stored = parseRecord(storedText) } = receipt;
  lists.put(authority, ref.type, { ...stored, id: ref.id });
}
