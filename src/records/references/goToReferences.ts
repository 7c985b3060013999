import * as vscode from 'vscode';
import { inventoryType } from '../../model/inventory/inventoryTypes.js';
import {
  isRecordId,
  parseRecordPath,
  recordName,
  type RecordRef,
} from '../../model/inventory/inventoryRecord.js';
import { referencesOf, referringTypes } from '../../model/inventory/references.js';
import { printRecord } from '../../model/inventory/recordText.js';
import { isRecord } from '../../model/text/looseValues.js';
import { nodePath, parseSensorPath } from '../../model/sensors/nodeRef.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { unopenedText, type PlacedText } from '../../ui/textPlace.js';
import { heldDocument } from '../documents/documentSnapshots.js';
import { nodeUse } from './nodeNames.js';
import type { RecordLists } from './referenceLists.js';
import { openUri, useIn } from './referenceNames.js';
import { valuePlaces } from './referencePlaces.js';

const beginning = new vscode.Position(0, 0);

const mostNodes = 200;

/**
 * The nodes that name one: that whose uuid stands at a place, else that of the document; first those next to it in the tree.
 * @param textIn the text of a document as the tree has it
 */
export function nodeReferences(
  document: vscode.TextDocument,
  position: vscode.Position,
  tree: SensorIndex | undefined,
  textIn: (uri: vscode.Uri, tree: SensorIndex) => string | undefined,
): vscode.Location[] {
  const connectionId = document.uri.authority;
  const quotedValue = document.getWordRangeAtPosition(position, /"[^"]*"/);
  const written = quotedValue && document.getText(quotedValue).slice(1, -1);
  const candidates = [written, parseSensorPath(document.uri.path)?.uuid];
  const uuid = candidates.find(each => each && tree?.find({ connectionId, uuid: each }) !== undefined);
  if (!tree || uuid === undefined) return [];
  const used = tree.find({ connectionId, uuid });
  const found: vscode.Location[] = [];
  for (let number = 1; number < tree.size && found.length < mostNodes; number += 1) {
    const { enrichment, flow_uuid: flow } = tree.record(number);
    const names = isRecord(enrichment) ? Object.values(enrichment) : [];
    if (tree.parent(number) !== used && flow !== uuid && !names.includes(uuid)) continue;
    const path = nodePath(tree, number);
    if (!path) continue;
    const uri = document.uri.with({ path, query: '' });
    const place = nodeUse(asOpened(uri, textIn(uri, tree)), uuid);
    found.push(new vscode.Location(uri, place ?? beginning));
  }
  return found;
}

/**
 * The records that use one: that whose id stands at a place, else that of the document. Reads the lists that may refer to
 * it; one that cannot be read has none.
 */
export async function recordReferences(
  document: vscode.TextDocument,
  position: vscode.Position,
  lists: RecordLists,
): Promise<vscode.Location[]> {
  const { authority, path } = document.uri;
  const place = valuePlaces(document).find(({ range }) => range.contains(position));
  const used =
    place?.role.kind === 'reference' && isRecordId(place.value)
      ? { type: place.role.to, id: place.value }
      : parseRecordPath(path);
  if (!used) return [];
  const mayRefer = referringTypes.filter(type =>
    Object.keys(inventoryType(type).fields).some(field =>
      referencesOf(type, { [field]: 1 }).some(({ role }) => role.to === used.type),
    ),
  );
  const found = await Promise.all(
    mayRefer.map(async type => {
      const list = await lists.read(authority, type).catch(() => undefined);
      const records = list?.records.filter(record => useIn(type, record, used)) ?? [];
      return records.map(record => {
        const uri = openUri(authority, { type, id: record.id }, recordName(type, record));
        const place = recordUse(asOpened(uri, printRecord(type, record)), used);
        return new vscode.Location(uri, place ?? beginning);
      });
    }),
  );
  return found.flat();
}

/** The text that a place is shown in: what is in the editor, saved or not, else what would be opened. */
const asOpened = (uri: vscode.Uri, text = ''): PlacedText => heldDocument(uri) ?? unopenedText(uri, text);

const recordUse = (document: PlacedText, used: RecordRef): vscode.Range | undefined =>
  valuePlaces(document).find(
    ({ role, value }) => role.kind === 'reference' && role.to === used.type && value === used.id,
  )?.range;
