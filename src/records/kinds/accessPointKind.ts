import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import { readAccessPoint } from 'netsensor-contract/sensors/readRecords';
import { fullWrite, nodeRules } from '../../model/sensors/nodeDocument.js';
import { recordMac, type NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import {
  accessPointNode,
  accessPointIdentity,
  accessPointPath,
  nodeRefKey,
  parseAccessPointPath,
  type AccessPointRef,
} from '../../model/sensors/nodeRef.js';
import type { PlacedNode } from '../../model/sensors/sensorIndex.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { DocumentKind, SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import { named, refuseLostLetters, saveThreeWay } from '../documents/saveThreeWay.js';
import { movedMessage, readingNodes, shownFields, type NodeDocuments } from './nodeDocuments.js';

const kind = 'accessPoint';

/** Access points, by id or by MAC address, `/access_points/Lobby.776.json` (contract 001, Access points). */
export const accessPointKindOf = (documents: NodeDocuments): DocumentKind => ({
  identify: ({ path }) => {
    const ref = parseAccessPointPath(path);
    return ref && accessPointIdentity(ref);
  },
  isFolder: path => /^\/access_points\/?$/.test(path),
  ...readingNodes(documents, uri => ({ kind, node: nodeOf(uri, refOf(uri)) })),
  save: request => saveAccessPoint(documents, request),
});

async function saveAccessPoint(documents: NodeDocuments, request: SaveRequest): Promise<SaveReceipt> {
  const { client, uri } = request;
  const ref = refOf(uri);
  let placed: PlacedNode | undefined;
  const receipt = await saveThreeWay({
    ...request,
    record: nodeRefKey(nodeOf(uri, ref)),
    alongside: documents.alongside,
    rules: nodeRules(kind),
    readFields: async sent => {
      const node = nodeOf(uri, renamed(ref, sent));
      placed = await documents.reader.read(client, node);
      return shownFields(documents, { kind, node }, placed);
    },
    send: (changes, current) => modify(client, ref, { changes, current }),
    onStored: changes => documents.given.add(nodeRefKey(nodeOf(uri, renamed(ref, changes))), changes),
  });
  const stored = placed && readAccessPoint(placed.raw);
  const now = renamed(ref, stored);
  const isMoved = accessPointIdentity(now) !== accessPointIdentity(ref);
  const { sentFields: changed = [] } = receipt;
  return {
    ...receipt,
    message: placed && movedMessage(documents, { kind, node: nodeOf(uri, ref) }, { placed, changed }),
    node: placed && { ref: nodeOf(uri, ref), placed },
    renamedTo: stored && uri.with({ path: accessPointPath(ref, stored.name ?? '') }),
    replacedBy: isMoved ? uri.with({ path: accessPointPath(now, stored?.name ?? '') }) : undefined,
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
  // The manager is asked for it as it writes it now, which may be another notation than that of the document.
  const address = 'id' in ref ? ref.id : (recordMac(current) ?? ref.macAddress);
  try {
    await client.accessPoints.modify(address, { fields: changes });
  } catch (error) {
    if (!isApiError(error) || (error.status !== 405 && error.status !== 501)) throw error;
    const write = fullWrite(kind, current, changes);
    refuseLostLetters(write);
    await client.accessPoints.replace(address, { fields: { ...write.body, ...changes } });
  }
}

/** A document that is addressed by MAC address follows a change of it. */
const renamed = (ref: AccessPointRef, { mac_address: mac }: RecordFields = {}): AccessPointRef =>
  'macAddress' in ref && typeof mac === 'string' ? { macAddress: mac } : ref;

const nodeOf = ({ authority }: vscode.Uri, ref: AccessPointRef): NodeRef => accessPointNode(authority, ref);

const refOf = (uri: vscode.Uri): AccessPointRef => named(uri, parseAccessPointPath(uri.path));
