import type { InventoryTypeTarget, RecordTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { NodeRef, SensorKind } from 'netsensor-contract/sensors/nodeRecord';
import { firstOfEach } from 'netsensor-contract/text/collections';

interface TargetBase {
  readonly connectionId: string;
  /** As the manager sent it: hostile text until it is shown through `isolated`, `plainLabel` or `appendText`. */
  readonly name: string;
  /** The names from the top domain down to the node itself. */
  readonly path: readonly string[];
}

/** A domain or sensor of the tree, as commands get it. */
export interface SensorTarget extends TargetBase {
  readonly kind: 'sensor';
  readonly uuid: string;
  readonly sensorKind: SensorKind;
  /** `type` as the manager sent it; may be a number that is not published. */
  readonly type: number;
  /** `domain_type`; undefined when the manager sent none. */
  readonly domainType: number | undefined;
  /** Undefined for the top domain of the caller. */
  readonly parentUuid: string | undefined;
  /** Whether its uuid is missing or means another node, which stands before it in the tree: no call can reach this one. */
  readonly isTwin?: boolean;
}

/** An access point of the tree, as commands get it; `id` or `macAddress` addresses it (contract 001, Access points). */
export interface AccessPointTarget extends TargetBase {
  readonly kind: 'accessPoint';
  readonly id: number | undefined;
  readonly macAddress: string | undefined;
  /** Uuid of the domain or sensor that it stands under. */
  readonly sensorUuid: string;
}

/** What commands on the sensor tree get: first the clicked node, then all selected ones when there are several. */
export type NodeTarget = SensorTarget | AccessPointTarget;

/** What names a node in any tree of its connection. */
export function nodeRef(node: NodeTarget): NodeRef {
  const { connectionId } = node;
  if (node.kind === 'sensor') return { connectionId, uuid: node.uuid };
  if (node.macAddress !== undefined) return { connectionId, macAddress: node.macAddress };
  return { connectionId, accessPointId: node.id ?? -1 };
}

/** The rows that a command of the tree is called on: VS Code passes the clicked one and, of a multi-selection, all. */
export function rowsOf<T>(clicked: T | undefined, selected: readonly T[] | undefined): readonly T[] {
  if (selected && selected.length > 0) return selected;
  return clicked ? [clicked] : [];
}

/** What a command of the tree acts on: what several of its rows show stands there once. */
export const actedOn = <T extends { readonly kind: string }>(
  clicked: T | undefined,
  selected: readonly T[] | undefined,
): readonly T[] => firstOfEach(rowsOf(clicked, selected), identityOf);

/** What tells a target from all others: equal ones mean the same thing. What no call can name is itself alone. */
export function identityOf(row: { readonly kind: string }): unknown {
  const target = row as NodeTarget | RecordTarget | InventoryTypeTarget;
  switch (target.kind) {
    case 'record':
      return `${target.connectionId} ${target.type}/${target.recordId}`;
    case 'inventoryType':
      return `${target.connectionId} ${target.type}`;
    case 'sensor':
      return target.isTwin || !target.uuid ? target : `${target.connectionId} sensor ${target.uuid}`;
    case 'accessPoint':
      if (target.macAddress) return `${target.connectionId} mac ${macKey(target.macAddress)}`;
      return target.id === undefined ? target : `${target.connectionId} id ${target.id}`;
    default:
      return target;
  }
}
