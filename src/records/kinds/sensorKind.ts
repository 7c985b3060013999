import type * as vscode from 'vscode';
import {
  fullWrite,
  nodeFields,
  nodeKinds,
  nodeRules,
  nodeWarnings,
  placedSensor,
  type NodeKind,
} from '../../model/sensors/nodeDocument.js';
import { parseSensorPath, sensorPath, type SensorRef } from '../../model/sensors/nodeRef.js';
import { sensorKind, type SensorKind } from '../../model/sensors/nodeRecord.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import type { SensorRecord } from '../../model/sensors/sensors.js';
import { readSensor } from '../../model/sensors/readRecords.js';
import { FileSystemError } from '../../ui/doors.js';
import { observedEmptying } from '../../changes/records/emptying.js';
import type {
  CheckRequest,
  DocumentKind,
  DocumentProblem,
  ReadRequest,
  SaveReceipt,
  SaveRequest,
} from '../documents/documentKind.js';
import { confirmEmptied } from './confirmEmptied.js';
import { describeWarning } from '../../words/describeProblems.js';
import { givenToSensor, type WriteOnlyFields, type MergingManagers } from './writeOnlyFields.js';
import { placedIn, type NodeReader, type Placed } from './nodeReader.js';
import { refusedEdits, saveThreeWay } from '../documents/saveThreeWay.js';

/** What the documents of nodes share. */
export interface NodeDocuments {
  readonly reader: NodeReader;
  readonly given: WriteOnlyFields;
}

/** What the documents of sensors need besides. */
export interface SensorDocuments extends NodeDocuments {
  readonly merging: MergingManagers;
}

/** Domains and the sensors that the contract can modify, `/sensors/domain/Madrid.7106963634872672634.json` (contract 001). */
export function sensorKindOf(documents: SensorDocuments): DocumentKind {
  return {
    identify: uri => identify(uri, kind => kind !== 'other'),
    isFolder: path => /^\/sensors(\/\w+)?\/?$/.test(path),
    read: async request => printFields(await readFields(documents, request, refOf(request.uri).uuid)),
    save: request => saveSensor(documents, request),
    textIn: ({ authority, path }, tree) => {
      const ref = parseSensorPath(path);
      const found = ref && placedIn(tree, { connectionId: authority, uuid: ref.uuid });
      if (!found || !ref || ref.kind === 'other') return undefined;
      const fields = placedSensor(readSensor(found.raw), found.parentUuid);
      return printFields(
        nodeFields(ref.kind, fields, documents.given.of(givenToSensor(authority, ref.uuid))),
      );
    },
    check: request => {
      const { kind } = refOf(request.uri);
      return [...refusedEdits(nodeRules(kind), request), ...nodeProblems(kind, request)];
    },
  };
}

/** Sensors that the contract cannot modify, for reading. */
export function shownSensorKind({ reader }: NodeDocuments): DocumentKind {
  return {
    identify: uri => identify(uri, kind => kind === 'other'),
    read: async ({ client, uri }) => {
      const asked = { client, connectionId: uri.authority };
      const { record, parentUuid } = await reader.sensor(asked, refOf(uri).uuid);
      return printFields(nodeFields('domain', placedSensor(record, parentUuid)));
    },
  };
}

/** What the manager would ignore or refuse in a node. */
export function nodeProblems(kind: NodeKind, { edited, tree }: CheckRequest): DocumentProblem[] {
  return nodeWarnings(kind, edited, tree).map(warning => ({
    field: warning.field,
    message: describeWarning(warning),
    isError: false,
  }));
}

async function saveSensor(documents: SensorDocuments, request: SaveRequest): Promise<SaveReceipt> {
  const { client, uri } = request;
  const ref = refOf(uri);
  const { given, merging } = documents;
  const { isOverwritten } = nodeKinds[ref.kind];
  let placed: Placed<SensorRecord> | undefined;
  let body: RecordFields = {};
  let before: SensorRecord | undefined;
  let answered: RecordFields = {};
  const receipt = await saveThreeWay({
    ...request,
    rules: nodeRules(ref.kind),
    readFields: async sent => {
      const uuid = typeof sent?.uuid === 'string' ? sent.uuid : ref.uuid;
      return readFields(documents, request, uuid, read => (placed = read));
    },
    send: async (changes, current) => {
      before = placed?.record;
      body = isOverwritten ? await overwritingBody(documents, request, { current, changes }) : changes;
      answered = await client.sensors.modify(ref.kind, ref.uuid, { fields: body });
    },
    onStored: () => {
      const key = documentKey(uri, typeof body.uuid === 'string' ? body.uuid : ref.uuid);
      if (isOverwritten) given.replace(key, body);
      else given.add(key, { ...given.of(documentKey(uri)), ...body });
    },
  });
  const stored = placed?.record;
  if (isOverwritten && receipt.sentFields?.length) {
    const after = { ...answered, ...stored };
    const seen = observedEmptying({ kind: ref.kind, body, before: { ...before }, after });
    if (seen) await merging.note(uri.authority, seen);
  }
  return {
    ...receipt,
    node: placed && { ref: { connectionId: uri.authority, uuid: ref.uuid }, placed },
    renamedTo: stored && uri.with({ path: sensorPath(ref, stored.name) }),
    replacedBy: stored && movedTo(uri, ref, stored),
  };
}

/** The whole field set, once the user knows what it empties. */
async function overwritingBody(
  { given, merging }: SensorDocuments,
  { uri }: SaveRequest,
  { current, changes }: { current: RecordFields; changes: RecordFields },
): Promise<RecordFields> {
  const { body, emptied } = fullWrite(refOf(uri).kind, current, changes);
  const document = documentKey(uri);
  const isHarmless = emptied.length === 0 || merging.keeps(uri.authority);
  if (!isHarmless && !given.mayEmpty(document, emptied)) {
    await confirmEmptied(uri, { name: String(current.name), kind: refOf(uri).kind, emptied });
    given.agreeToEmpty(document, emptied);
  }
  return body;
}

async function readFields(
  { reader, given }: NodeDocuments,
  { client, uri }: ReadRequest,
  uuid: string,
  onRead: (placed: Placed<SensorRecord>) => void = () => undefined,
): Promise<RecordFields> {
  const placed = await reader.sensor({ client, connectionId: uri.authority }, uuid);
  onRead(placed);
  const fields = placedSensor(placed.record, placed.parentUuid);
  return nodeFields(refOf(uri).kind, fields, given.of(documentKey(uri, uuid)));
}

/** Where the document goes on when its uuid or kind was changed; undefined when its address still fits. */
function movedTo(uri: vscode.Uri, ref: ModifiableRef, stored: SensorRecord): vscode.Uri | undefined {
  const found = sensorKind(stored);
  // The type of vendor sensors is not published, so a record that looks like another kind may still be one.
  const kind: SensorKind = ref.kind === 'vendor' ? 'vendor' : found;
  if (stored.uuid === ref.uuid && kind === ref.kind) return undefined;
  return uri.with({ path: sensorPath({ kind, uuid: stored.uuid }, stored.name) });
}

type ModifiableRef = SensorRef & { readonly kind: Exclude<NodeKind, 'accessPoint'> };

function identify(uri: vscode.Uri, isMeant: (kind: SensorKind) => boolean): string | undefined {
  const ref = parseSensorPath(uri.path);
  return ref && isMeant(ref.kind) ? `sensor ${ref.kind} ${ref.uuid}` : undefined;
}

const documentKey = (uri: vscode.Uri, uuid = refOf(uri).uuid) => givenToSensor(uri.authority, uuid);

function refOf(uri: vscode.Uri): ModifiableRef {
  const ref = parseSensorPath(uri.path);
  if (!ref) throw FileSystemError.FileNotFound(uri);
  return { uuid: ref.uuid, kind: ref.kind === 'other' ? 'domain' : ref.kind };
}
