import * as vscode from 'vscode';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecordId, parseRecordPath, type RecordRef } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryTypeOfPath, referencesOf, referringTypes } from 'netsensor-contract/inventory/references';
import { printRecord } from '../../model/inventory/recordText.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { nodePath, parseSensorPath } from '../../model/sensors/nodeRef.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import {
  elementAt,
  fieldNamed,
  type PlacedElement,
  type PlacedField,
} from '../../model/text/placedElements.js';
import { sayFailed } from '../../ui/listeners.js';
import { rangeOf, unopenedText, type PlacedText } from '../../ui/textPlace.js';
import { elementsIn } from '../documents/documentElements.js';
import { heldDocument } from '../documents/documentSnapshots.js';
import { nodeUse } from './nodeNames.js';
import type { RecordLists } from '../recordsOptions.js';
import { openUri, useIn } from './referenceNames.js';
import { roleValues } from './referencePlaces.js';
import { namesIn, titledPath } from '../../words/recordDetail.js';

const beginning = new vscode.Position(0, 0);

const mostNodes = 200;

/** A place in a document of elements. */
export interface ElementPlace {
  readonly document: vscode.TextDocument;
  readonly elements: readonly PlacedElement[];
  readonly position: vscode.Position;
}

/**
 * The nodes that name one: that whose uuid stands at a place, else that whose element it is in, else that of the document;
 * first those next to it in the tree.
 * @param textIn the text of a document as the tree has it
 */
export function nodeReferences(
  { document, elements, position }: ElementPlace,
  tree: SensorIndex | undefined,
  textIn: (uri: vscode.Uri, tree: SensorIndex) => string | undefined,
): vscode.Location[] {
  const connectionId = document.uri.authority;
  const quotedValue = document.getWordRangeAtPosition(position, /"[^"]*"/);
  const written = quotedValue && document.getText(quotedValue).slice(1, -1);
  const around = elementAt(elements, document.offsetAt(position));
  const own = around && fieldNamed(around, 'uuid')?.value;
  const candidates = [written, own, parseSensorPath(document.uri.path)?.uuid];
  const uuid = candidates
    .filter(each => typeof each === 'string')
    .find(each => tree?.find({ connectionId, uuid: each }) !== undefined);
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
    const opened = asOpened(uri, textIn(uri, tree));
    const place = nodeUse(elementsIn(opened), uuid);
    found.push(new vscode.Location(uri, place ? fieldRange(opened, place) : beginning));
  }
  return found;
}

/**
 * The records that use one: that whose id stands at a place, else that whose element it is in. Reads the lists that may
 * refer to it; that one cannot be read is said beside those in the others.
 */
export async function recordReferences(place: ElementPlace, lists: RecordLists): Promise<vscode.Location[]> {
  const { authority } = place.document.uri;
  const used = recordAt(place);
  if (!used) return [];
  const mayRefer = referringTypes.filter(type =>
    Object.keys(inventoryType(type).fields).some(field =>
      referencesOf(type, { [field]: 1 }).some(({ role }) => role.to === used.type),
    ),
  );
  const failures: unknown[] = [];
  const found = await Promise.all(
    mayRefer.map(async type => {
      const list = await lists.read(authority, type).catch((error: unknown) => void failures.push(error));
      const records = list?.records.filter(record => useIn(type, record, used)) ?? [];
      return records.map(record => {
        const uri = openUri(authority, titledPath(type, record, namesIn(lists, authority)));
        const opened = asOpened(uri, printRecord(type, record));
        const use = recordUse(opened, used);
        return new vscode.Location(uri, use ? fieldRange(opened, use) : beginning);
      });
    }),
  );
  // VS Code would show the others as all that there are.
  if (failures.length > 0) await sayFailed(failures[0]);
  return found.flat();
}

/** The record whose id stands at a place, else the one that the place is in. */
function recordAt({ document, elements, position }: ElementPlace): RecordRef | undefined {
  const { path } = document.uri;
  const at = document.offsetAt(position);
  const named = roleValues(path, elements).find(
    ({ offset, length }) => offset <= at && at <= offset + length,
  );
  if (named?.role.kind === 'reference' && isRecordId(named.value))
    return { type: named.role.to, id: named.value };
  const around = elementAt(elements, at);
  const id = around && fieldNamed(around, 'id')?.value;
  const type = inventoryTypeOfPath(path);
  return parseRecordPath(path) ?? (type && isRecordId(id) ? { type, id } : undefined);
}

/** The text that a place is shown in: what is in the editor, saved or not, else what would be opened. */
const asOpened = (uri: vscode.Uri, text = ''): PlacedText => heldDocument(uri) ?? unopenedText(uri, text);

/**
 * A field with its name: the list of what was found shows a line from a word some characters before a range, and would cut
 * the quote off a name before it.
 */
const fieldRange = (document: PlacedText, { start, offset, length }: NamedPlace): vscode.Range =>
  rangeOf(document, { offset: start, length: offset + length - start });

type NamedPlace = Pick<PlacedField, 'start' | 'offset' | 'length'>;

const recordUse = (document: PlacedText, used: RecordRef): NamedPlace | undefined =>
  roleValues(document.uri.path, elementsIn(document)).find(
    ({ role, value }) => role.kind === 'reference' && role.to === used.type && value === used.id,
  );
