import type * as vscode from 'vscode';
import {
  fullWrite,
  type FullWrite,
  nodeFields,
  nodeKinds,
  nodeRules,
  placedSensor,
  type NodeKind,
} from '../../model/sensors/nodeDocument.js';
import { nodeRefKey, parseSensorPath, sensorPath } from '../../model/sensors/nodeRef.js';
import { sensorKind, type SensorKind } from 'netsensor-contract/sensors/nodeRecord';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import type { PlacedNode } from '../../model/sensors/sensorIndex.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { readSensor } from 'netsensor-contract/sensors/readRecords';
import { observedEmptying } from '../../changes/records/emptying.js';
import type { DocumentKind, SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import { named, refuseLostLetters, saveThreeWay } from '../documents/saveThreeWay.js';
import { confirmEmptied } from './confirmEmptied.js';
import { movedMessage, readingNodes, shownFields, type NodeDocuments } from './nodeDocuments.js';
import { placedIn } from '../../changes/nodeReader.js';
import type { MergingManagers } from './writeOnlyFields.js';

/** What the documents of sensors need besides. */
export interface SensorDocuments extends NodeDocuments {
  readonly merging: MergingManagers;
}

/** Domains and the sensors that the contract can modify, `/sensors/domain/Madrid.7106963634872672634.json` (contract 001). */
export const sensorKindOf = (documents: SensorDocuments): DocumentKind => ({
  identify: uri => identify(uri, kind => kind !== 'other'),
  isFolder: path => /^\/sensors(\/\w+)?\/?$/.test(path),
  ...readingNodes(documents, meantBy),
  save: request => saveSensor(documents, request),
  emptying: {
    fields: (uri, tree) => {
      const { kind, node } = meantBy(uri);
      const placed = nodeKinds[kind].isOverwritten ? placedIn(tree, node) : undefined;
      if (!placed) return [];
      return unasked(documents, uri, fullWrite(kind, shownFields(documents, { kind, node }, placed), {}));
    },
    agree: (uri, fields) => documents.given.agreeToEmpty(nodeRefKey(meantBy(uri).node), fields),
    askAgain: uri => documents.given.askAgain(nodeRefKey(meantBy(uri).node)),
  },
});

/** Sensors that the contract cannot modify, for reading. */
export const shownSensorKind = ({ reader }: NodeDocuments): DocumentKind => ({
  identify: uri => identify(uri, kind => kind === 'other'),
  read: async ({ client, uri }) => {
    const { raw, parentUuid } = await reader.read(client, meantBy(uri).node);
    return printFields(nodeFields('domain', placedSensor(readSensor(raw), parentUuid)));
  },
});

async function saveSensor(documents: SensorDocuments, request: SaveRequest): Promise<SaveReceipt> {
  const { client, uri } = request;
  const { reader, given, merging } = documents;
  const { kind, node } = meantBy(uri);
  const { isOverwritten } = nodeKinds[kind];
  let placed: PlacedNode | undefined;
  let body: RecordFields = {};
  let before: RecordFields = {};
  let answered: RecordFields = {};
  const receipt = await saveThreeWay({
    ...request,
    record: nodeRefKey(node),
    alongside: documents.alongside,
    rules: nodeRules(kind),
    readFields: async sent => {
      const read = { kind, node: { ...node, uuid: typeof sent?.uuid === 'string' ? sent.uuid : node.uuid } };
      placed = await reader.read(client, read.node);
      return shownFields(documents, read, placed);
    },
    send: async (changes, current) => {
      before = placed ? { ...readSensor(placed.raw) } : {};
      body = isOverwritten ? await overwritingBody(documents, uri, { current, changes }) : changes;
      answered = await client.sensors.modify(kind, node.uuid, { fields: body });
    },
    onStored: () => {
      const uuid = typeof body.uuid === 'string' ? body.uuid : node.uuid;
      const key = nodeRefKey({ ...node, uuid });
      if (isOverwritten) given.replace(key, body);
      else given.add(key, { ...given.of(nodeRefKey(node)), ...body });
    },
  }).catch((error: unknown) => {
    given.askAgain(nodeRefKey(node));
    throw error;
  });
  const stored = placed && readSensor(placed.raw);
  const { sentFields: changed = [] } = receipt;
  const isSent = (field: string) => Object.hasOwn(body, field);
  if (isOverwritten && changed.length > 0) {
    const seen = observedEmptying({ kind, body, before, after: { ...answered, ...stored } });
    if (seen) await merging.note(uri.authority, seen);
  }
  return {
    ...receipt,
    sentFields: changed.filter(isSent),
    leftOutFields: changed.filter(field => !isSent(field)),
    message: placed && movedMessage(documents, { kind, node }, { placed, changed }),
    node: placed && { ref: node, placed },
    ...(stored && addressesOf(uri, stored)),
  };
}

/** Where the document of what was saved is found from now on. */
function addressesOf(
  uri: vscode.Uri,
  stored: ReturnType<typeof readSensor>,
): Pick<SaveReceipt, 'renamedTo' | 'replacedBy'> {
  const { kind, node } = meantBy(uri);
  // The type of vendor sensors is not published, so a record that looks like another kind may still be one.
  const now = { kind: kind === 'vendor' ? kind : sensorKind(stored), uuid: stored.uuid };
  const isMoved = now.uuid !== node.uuid || now.kind !== kind;
  return {
    renamedTo: uri.with({ path: sensorPath({ kind, uuid: node.uuid }, stored.name) }),
    replacedBy: isMoved ? uri.with({ path: sensorPath(now, stored.name) }) : undefined,
  };
}

/** The whole field set, once the user knows what it empties. */
async function overwritingBody(
  documents: SensorDocuments,
  uri: vscode.Uri,
  { current, changes }: { current: RecordFields; changes: RecordFields },
): Promise<RecordFields> {
  const { kind, node } = meantBy(uri);
  const write = fullWrite(kind, current, changes);
  const isKept = documents.merging.keeps(uri.authority);
  if (!isKept) refuseLostLetters(write);
  const emptied = unasked(documents, uri, write);
  if (emptied.length > 0) {
    await confirmEmptied(uri, { name: String(current.name), kind, emptied });
    documents.given.agreeToEmpty(nodeRefKey(node), emptied);
  }
  return isKept ? fieldsWhere(write.body, name => !write.lost.includes(name)) : write.body;
}

/** What a write empties on a manager that is not known to keep it, unless the user has agreed to it. */
const unasked = (
  { given, merging }: SensorDocuments,
  uri: vscode.Uri,
  { emptied }: FullWrite,
): readonly string[] =>
  merging.keeps(uri.authority) || given.mayEmpty(nodeRefKey(meantBy(uri).node), emptied) ? [] : emptied;

function identify({ path }: vscode.Uri, isMeant: (kind: SensorKind) => boolean): string | undefined {
  const ref = parseSensorPath(path);
  return ref && isMeant(ref.kind) ? `sensor ${ref.kind} ${ref.uuid}` : undefined;
}

function meantBy(uri: vscode.Uri) {
  const { kind, uuid } = named(uri, parseSensorPath(uri.path));
  const shownAs: Exclude<NodeKind, 'accessPoint'> = kind === 'other' ? 'domain' : kind;
  return { kind: shownAs, node: { connectionId: uri.authority, uuid } };
}
