import { macKey } from 'netsensor-contract/sensors/macAddress';
import { nodeKindNames, nodeKinds, type NodeKind } from './nodeDocument.js';
import type { RecordFields } from '../inventory/recordText.js';
import type { AccessPoint } from 'netsensor-contract/sensors/accessPoints';
import { twinKey } from 'netsensor-contract/text/folded';
import { sensorKind, type SensorKind } from 'netsensor-contract/sensors/nodeRecord';
import { walkTree, type SensorRecord } from 'netsensor-contract/sensors/sensors';

/** What a draft is going to create, and where. */
export interface Draft {
  readonly kind: NodeKind;
  /** Uuid of the parent. */
  readonly parentUuid: string;
}

/**
 * The path and query of a draft, `/new/domain/New domain 2.json?parent=7106963634872672634`: everything that is needed
 * to open it again.
 * @param title what the tab says; tells drafts of a kind apart
 */
export function draftAddress({ kind, parentUuid }: Draft, title: string): { path: string; query: string } {
  return { path: `/new/${kind}/${title}.json`, query: `${parentKey}${parentUuid}` };
}

const parentKey = 'parent=';

/** The draft behind an address; undefined for any other document. */
export function parseDraft({ path, query }: { path: string; query: string }): Draft | undefined {
  const [, root, kindName, file, ...rest] = path.split('/');
  const kind = nodeKindNames.find(name => name === kindName);
  if (root !== 'new' || !kind || !file?.endsWith('.json') || rest.length > 0) return undefined;
  return query.startsWith(parentKey) ? { kind, parentUuid: query.slice(parentKey.length) } : undefined;
}

/** What a draft begins with. */
export function draftFields({ kind, parentUuid }: Draft): RecordFields {
  const { draft, parentField } = nodeKinds[kind];
  return { ...draft, [parentField]: parentUuid };
}

/** A record that a draft may have become. */
export type Twin =
  | { readonly kind: Exclude<NodeKind, 'accessPoint'>; readonly record: SensorRecord }
  | { readonly kind: 'accessPoint'; readonly record: AccessPoint };

/**
 * The records of a tree that a draft may have become, when nobody knows whether it was created: sensors of its kind
 * and name below its parent, or the access point with its MAC address, however the manager spells them.
 */
export function findTwins(tree: SensorRecord, draft: Draft, fields: RecordFields): Twin[] {
  const twins = [...walkTree(tree)].flatMap(({ sensor }) => twinsBelow(sensor, draft.kind, fields));
  // A manager may give it another uuid than was asked for.
  const same = twins.filter(({ record }) => record.uuid === fields.uuid);
  return fields.uuid !== undefined && same.length > 0 ? same : twins;
}

function twinsBelow(parent: SensorRecord, kind: NodeKind, fields: RecordFields): Twin[] {
  if (kind === 'accessPoint') {
    const mac = macKey(String(fields.mac_address));
    return parent.access_points
      .filter(({ mac_address }) => mac_address && macKey(mac_address) === mac)
      .map(record => ({ kind, record }));
  }
  if (fields.parent_uuid !== undefined && fields.parent_uuid !== parent.uuid) return [];
  const name = twinKey(String(fields.name));
  return parent.children
    .filter(record => twinKey(record.name) === name && isKind(sensorKind(record), kind))
    .map(record => ({ kind, record }));
}

/** Whether a node is of a kind; the type of vendor sensors is not published, so one that is nothing else may be one (contract 001, Gaps). */
export const isKind = (shown: SensorKind, kind: NodeKind): boolean =>
  shown === kind || (kind === 'vendor' && shown === 'other');
