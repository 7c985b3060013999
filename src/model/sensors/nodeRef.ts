import { macKey, readMac } from 'netsensor-contract/sensors/macAddress';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import { integerOf } from 'netsensor-contract/text/looseValues';
import { recordMac, recordUuid, type NodeRef, type SensorKind } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from './sensorIndex.js';

/** Which domain or sensor a document is, apart from its connection (the authority of the URI). */
export interface SensorRef {
  readonly kind: SensorKind;
  readonly uuid: string;
}

/** Which access point a document is: by id, or by MAC address where the id is unknown (contract 001, Access points). */
export type AccessPointRef = { readonly id: number } | { readonly macAddress: string };

/** An access point as text: equal texts mean the same one. */
export const accessPointIdentity = (ref: AccessPointRef): string =>
  'id' in ref ? `access point #${ref.id}` : `access point ${macKey(ref.macAddress)}`;

/** Under which key things are kept that are known of a node. */
export function nodeRefKey(node: NodeRef): string {
  const { connectionId } = node;
  if ('uuid' in node) return `${connectionId} sensor ${node.uuid}`;
  const ref = 'accessPointId' in node ? { id: node.accessPointId } : node;
  return `${connectionId} ${accessPointIdentity(ref)}`;
}

/** The access point of a connection, as the tree finds it. */
export const accessPointNode = (connectionId: string, ref: AccessPointRef): NodeRef => ({
  connectionId,
  ...('id' in ref ? { accessPointId: ref.id } : ref),
});

const sensorKinds: readonly SensorKind[] = ['domain', 'flow', 'vendor', 'mse', 'other'];

/** The path of a sensor document, `/sensors/domain/Madrid.7106963634872672634.json`. */
export function sensorPath({ kind, uuid }: SensorRef, name: string): string {
  return `/sensors/${kind}/${fileNameOf(name) || kind}.${toSegment(uuid)}.json`;
}

/** The path of another document of a domain, `/subtree/Madrid (subtree).7106963634872672634.json`: its tab says which. */
export const domainDocumentPath = (
  { kind, word }: { readonly kind: string; readonly word: string },
  uuid: string,
  name: string,
): string =>
  sensorPath({ kind: 'domain', uuid }, name)
    .replace('/sensors/domain/', `/${kind}/`)
    .replace(/(?=\.[^.]+\.json$)/, ` (${word})`);

/** The sensor behind a document path; undefined for any other path. */
export function parseSensorPath(path: string): SensorRef | undefined {
  const [, root, kind, file, ...rest] = path.split('/');
  const known = sensorKinds.find(candidate => candidate === kind);
  const segment = segmentIn(file);
  const uuid = segment && fromSegment(segment);
  if (root !== 'sensors' || !known || uuid === undefined || rest.length > 0) return undefined;
  return { kind: known, uuid };
}

/**
 * The path of an access point document, `/access_points/Lobby.776.json` or `/access_points/Lobby.ed-f4-22-45-ff-ef.json`:
 * the same one however a MAC address is written.
 */
export function accessPointPath(ref: AccessPointRef, name: string): string {
  const identity = 'id' in ref ? String(ref.id) : macSegment(readMac(ref.macAddress) ?? ref.macAddress);
  return `/access_points/${fileNameOf(name) || 'Access point'}.${identity}.json`;
}

/** The path of the document of a node in a tree; empty for one that the manager gave no identity. */
export function nodePath(tree: SensorIndex, number: number): string {
  const record = tree.record(number);
  const name = tree.label(number);
  if (!tree.isAccessPoint(number)) {
    const uuid = recordUuid(record);
    return uuid === undefined ? '' : sensorPath({ kind: tree.kind(number), uuid }, name);
  }
  const id = integerOf(record.id);
  const macAddress = recordMac(record);
  if (id !== undefined) return accessPointPath({ id }, name);
  return macAddress === undefined ? '' : accessPointPath({ macAddress }, name);
}

/** The access point behind a document path; undefined for any other path. */
export function parseAccessPointPath(path: string): AccessPointRef | undefined {
  const [, root, file, ...rest] = path.split('/');
  const segment = segmentIn(file);
  if (root !== 'access_points' || !segment || rest.length > 0) return undefined;
  if (/^\d{1,15}$/.test(segment)) return { id: Number(segment) };
  const macAddress = fromSegment(segment.replaceAll('-', '~3A'));
  return macAddress === undefined ? undefined : { macAddress };
}

const segmentIn = (file = '') => /\.([^.]+)\.json$/.exec(file)?.[1];

/** Any text as letters, digits, `-`, `_` and `~`, so that no file name swallows or splits it. */
export function toSegment(identity: string): string {
  return [...new TextEncoder().encode(identity)]
    .map(byte => {
      const character = String.fromCharCode(byte);
      return /[0-9A-Za-z_-]/.test(character) ? character : escaped(byte);
    })
    .join('');
}

/** The text behind a part of a path that {@link toSegment} made; undefined for any other. */
export function fromSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment.replaceAll('~', '%'));
  } catch {
    return undefined;
  }
}

/** Colons become dashes; a MAC address of digits alone is told from an id by its first character. */
function macSegment(macAddress: string): string {
  const segment = toSegment(macAddress).replaceAll('-', '~2D').replaceAll('~3A', '-');
  return /^\d+$/.test(segment) ? `${escaped(segment.charCodeAt(0))}${segment.slice(1)}` : segment;
}

const escaped = (byte: number) => `~${byte.toString(16).toUpperCase().padStart(2, '0')}`;
