import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import { referringTypes } from 'netsensor-contract/inventory/references';
import { describeError } from '../../words/describeError.js';
import { themeIcon, window, type QuickPickItem, withCancellableProgress } from '../../ui/doors.js';
import { inert, joined, shown, type Inert } from '../../words/inert.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import { clickedRecord, type ClickedRecord } from '../../ui/recordUri.js';
import {
  namesIn,
  recordDetail,
  recordTitle,
  referenceWords,
  titledPath,
  type NameOf,
} from '../../words/recordDetail.js';
import type { RecordList } from '../../model/inventory/recordList.js';
import { toldApart } from '../../ui/nodeLines.js';
import { partLabel } from '../../words/partWords.js';
import { recordLabel, openUri, useIn } from './referenceNames.js';
import type { RecordLists } from '../recordsOptions.js';

interface Use extends QuickPickItem {
  readonly uri?: vscode.Uri;
}

const parallelReads = 4;

/** Reads the lists that may refer to a record, shows what does, and opens what is chosen. */
export async function findUses(
  target: ClickedRecord,
  { lists, openRecord }: { lists: RecordLists; openRecord: (uri: vscode.Uri) => Promise<void> },
): Promise<void> {
  const record = clickedRecord(target);
  if (!record) throw new NothingToDoError(l10n.t('Open or select an inventory record first.'));
  // Its own list may be read with those of what uses it.
  const name = () => referenceWords(record.type, record.id, namesIn(lists, record.connectionId));
  const title = () => l10n.t('Records that use {0}', name());
  const items = await withCancellableProgress(title(), (signal, report) =>
    readUses(record, lists, { signal, report }),
  );
  if (items.length === 0) {
    void window.showInformationMessage(l10n.t('No record uses {0}.', name()));
    return;
  }
  const chosen = await window.showQuickPick(items, {
    title: title(),
    placeHolder: l10n.t('Select a record to open it'),
    matchOnDescription: true,
  });
  if (chosen?.uri) await openRecord(chosen.uri);
}

/** Some lists at a time; one that cannot be read is named and does not hide the others. */
async function readUses(
  record: InventoryRef,
  lists: RecordLists,
  { signal, report }: { signal: AbortSignal; report: (message: Inert) => void },
): Promise<Use[]> {
  const found = new Map<InventoryType, () => readonly Use[]>();
  const left = [...referringTypes];
  const work = async () => {
    for (let type = left.shift(); type; type = left.shift()) {
      report(l10n.t(inventoryType(type).plural));
      found.set(type, await usesOf(record, type, { lists, signal }));
    }
  };
  await Promise.all(Array.from({ length: parallelReads }, work));
  return referringTypes.flatMap(type => found.get(type)?.() ?? []);
}

/** What of a type uses a record: told once all lists are read, which name what stands beside it. */
async function usesOf(
  used: InventoryRef,
  type: InventoryType,
  { lists, signal }: { lists: RecordLists; signal: AbortSignal },
): Promise<() => readonly Use[]> {
  try {
    const list = await lists.update(used.connectionId, type, signal);
    return () => usesIn(list, used, namesIn(lists, used.connectionId));
  } catch (error) {
    if (isApiError(error, 'cancelled') || isApiError(error, 'unreachable')) throw error;
    const label = l10n.t('{0} could not be read', l10n.t(inventoryType(type).plural));
    return () => [{ label, detail: describeError(error), iconPath: themeIcon('error') }];
  }
}

function usesIn(list: RecordList, used: InventoryRef, nameOf: NameOf): readonly Use[] {
  const { type } = list;
  const { singular, plural, icon } = inventoryType(type);
  const part = partLabel({ rows: list.records, ...list.remainder });
  const found = list.records.flatMap(record => {
    const use = useIn(type, record, used);
    if (!use) return [];
    const detail = recordDetail(type, record, nameOf);
    return [
      {
        label: recordLabel(recordTitle(type, record, nameOf)),
        description: joined([l10n.t(singular), inert(use.field), detail], ' · '),
        iconPath: themeIcon(icon),
        uri: openUri(used.connectionId, titledPath(type, record, nameOf)),
        id: record.id,
      },
    ];
  });
  const uses = toldApart(found, ({ id }) => shown`#${id}`);
  if (!part) return uses;
  const label = shown`${l10n.t(plural)}: ${part}`;
  return [...uses, { label, iconPath: themeIcon('warning') }];
}
