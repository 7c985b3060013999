import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import type { AccessPoint } from '../../model/sensors/accessPoints.js';
import { readAccessPoint } from '../../model/sensors/readRecords.js';
import { fullWrite, nodeFields, nodeRules, placedAccessPoint } from '../../model/sensors/nodeDocument.js';
import {
  accessPointIdentity,
  accessPointPath,
  parseAccessPointPath,
  type AccessPointRef,
} from '../../model/sensors/nodeRef.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { FileSystemError } from '../../ui/doors.js';
import type { DocumentKind, ReadRequest, SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import { givenToAccessPoint } from './writeOnlyFields.js';
import { placedIn, type Placed } from './nodeReader.js';
import { refusedEdits, saveThreeWay } from '../documents/saveThreeWay.js';
import { nodeProblems, type NodeDocuments } from './sensorKind.js';

/** Access points, by id or by MAC address, `/access_points/Lobby.776.json` (contract 001, Access points). */
export function accessPointKindOf(documents: NodeDocuments): DocumentKind {
  return {
    identify: ({ path }) => {
      const ref = parseAccessPointPath(path);
      return ref && accessPointIdentity(ref);
    },
    isFolder: path => /^\/access_points\/?$/.test(path),
    read: async request => printFields(await readFields(documents, request, refOf(request.uri))),
    save: request => saveAccessPoint(documents, request),
    textIn: (uri, tree) => {
      const ref = refOf(uri);
      const identity = 'id' in ref ? { accessPointId: ref.id } : ref;
      const found = placedIn(tree, { connectionId: uri.authority, ...identity });
      if (!found) return undefined;
      const fields = placedAccessPoint(readAccessPoint(found.raw), found.parentUuid);
      return printFields(nodeFields('accessPoint', fields, documents.given.of(documentKey(uri, ref))));
    },
    check: request => [
      ...refusedEdits(nodeRules('accessPoint'), request),
      ...nodeProblems('accessPoint', request),
    ],
  };
}

async function saveAccessPoint(documents: NodeDocuments, request: SaveRequest): Promise<SaveReceipt> {
  const { client, uri } = request;
  const ref = refOf(uri);
  let placed: Placed<AccessPoint> | undefined;
  const receipt = await saveThreeWay({
    ...request,
    rules: nodeRules('accessPoint'),
    readFields: sent => readFields(documents, request, renamed(ref, sent), read => (placed = read)),
    send: (changes, current) => modify(client, ref, { changes, current }),
    onStored: changes => documents.given.add(documentKey(uri, renamed(ref, changes)), changes),
  });
  const identity = 'id' in ref ? { accessPointId: ref.id } : ref;
  return {
    ...receipt,
    node: placed && { ref: { connectionId: uri.authority, ...identity }, placed },
    renamedTo: placed && uri.with({ path: accessPointPath(ref, placed.record.name ?? '') }),
    replacedBy: movedTo(uri, ref, placed?.record),
  };
}

/**
 * Sends what changed by PATCH. Where something on the way lets no PATCH through, nothing was done, and the whole record
 * goes by PUT (contract 001, Access points: PATCH or PUT).
 */
async function modify(
  client: ManagerClient,
  ref: AccessPointRef,
  { changes, current }: { changes: RecordFields; current: RecordFields },
): Promise<void> {
  const address = 'id' in ref ? ref.id : ref.macAddress;
  try {
    await client.accessPoints.modify(address, { fields: changes });
  } catch (error) {
    if (!isApiError(error) || (error.status !== 405 && error.status !== 501)) throw error;
    const { body } = fullWrite('accessPoint', current, changes);
    await client.accessPoints.replace(address, { fields: { ...body, ...changes } });
  }
}

async function readFields(
  { reader, given }: NodeDocuments,
  { client, uri }: ReadRequest,
  ref: AccessPointRef,
  onRead: (placed: Placed<AccessPoint>) => void = () => undefined,
): Promise<RecordFields> {
  const placed = await reader.accessPoint({ client, connectionId: uri.authority }, ref);
  onRead(placed);
  const fields = placedAccessPoint(placed.record, placed.parentUuid);
  return nodeFields('accessPoint', fields, given.of(documentKey(uri, ref)));
}

/** A document that is addressed by MAC address follows a change of it. */
const renamed = (ref: AccessPointRef, changes: RecordFields = {}): AccessPointRef =>
  'macAddress' in ref && typeof changes.mac_address === 'string' ? { macAddress: changes.mac_address } : ref;

function movedTo(
  uri: vscode.Uri,
  ref: AccessPointRef,
  { mac_address: mac, name }: Partial<AccessPoint> = {},
) {
  if ('id' in ref || typeof mac !== 'string') return undefined;
  if (mac.toLowerCase() === ref.macAddress.toLowerCase()) return undefined;
  return uri.with({ path: accessPointPath({ macAddress: mac }, typeof name === 'string' ? name : '') });
}

const documentKey = (uri: vscode.Uri, ref: AccessPointRef) => givenToAccessPoint(uri.authority, ref);

function refOf(uri: vscode.Uri): AccessPointRef {
  const ref = parseAccessPointPath(uri.path);
  if (!ref) throw FileSystemError.FileNotFound(uri);
  return ref;
}
