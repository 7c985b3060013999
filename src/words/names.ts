import * as l10n from '@vscode/l10n';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ListedUser } from 'netsensor-contract/sensors/readRecords';
import { lowerFirst } from 'netsensor-contract/text/plainText';
import { inert, joined, quoted, shown, type Inert } from './inert.js';

/** The word to type for a node: its name, or its uuid where the name is long or holds what nobody can type. */
export function confirmationWord({ name, uuid }: { readonly name: string; readonly uuid: string }): string {
  const looksTheSame = quoted(name).replaceAll('\u2060', '') === name;
  const isTypable = looksTheSame && /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(name);
  return isTypable ? name : uuid;
}

/**
 * A node of a tree by its own name and the end of the way to it, which tell it from others: `AP 7 in … › Tower › Floor 2`.
 * @param path the names from the top of the tree down to the node
 */
export function placeWords(path: readonly string[]): Inert {
  const name = quoted(path.at(-1) ?? '');
  const above = path.slice(1, -1);
  const shownAbove = above.slice(-2).map(quoted);
  if (above.length === 0) return name;
  const way = joined(above.length > 2 ? [shown`…`, ...shownAbove] : shownAbove, ' › ');
  return l10n.t('{0} in {1}', name, way);
}

/** The button that deletes nothing. @param count how many would go by themselves, not with what they are in */
export const keepWords = (count: number): Inert => (count === 1 ? l10n.t('Keep it') : l10n.t('Keep them'));

/** Numbers of things that a change touches. */
export interface NodeCounts {
  /** Domains and sensors. */
  readonly sensors: number;
  readonly accessPoints: number;
}

/** `3 domains and sensors and 12 access points`; what there is none of is left out. */
export function countNodes({ sensors, accessPoints }: NodeCounts): Inert {
  const nodes = sensors === 1 ? l10n.t('1 domain or sensor') : l10n.t('{0} domains and sensors', sensors);
  const points = accessPoints === 1 ? l10n.t('1 access point') : l10n.t('{0} access points', accessPoints);
  if (sensors === 0) return points;
  return accessPoints === 0 ? nodes : l10n.t('{0} and {1}', nodes, points);
}

/** `2 racks and 1 rack reservation`. */
export function countRecords(records: readonly { readonly type: InventoryType }[]): Inert {
  const counts = new Map<InventoryType, number>();
  for (const { type } of records) counts.set(type, (counts.get(type) ?? 0) + 1);
  const parts = [...counts].map(([type, count]) => {
    const { singular, plural } = inventoryType(type);
    return shown`${count} ${inert(lowerFirst(l10n.t(count === 1 ? singular : plural)))}`;
  });
  const last = joined(parts.slice(-1));
  return parts.length < 2 ? last : l10n.t('{0} and {1}', joined(parts.slice(0, -1), ', '), last);
}

/** The words for one thing or for several; none where there is nothing. */
export const counted = (count: number, one: Inert, many: Inert): Inert | '' =>
  count === 0 ? '' : count === 1 ? one : many;

/** A meaning that the API does not tell, and that similar products give. */
export const probably = (meaning: string): Inert => l10n.t('{0} (probably)', inert(meaning));

/** The records of a type at the start of a sentence, `Wireless LANs`. */
export const titleOf = (type: InventoryType): Inert => l10n.t(inventoryType(type).plural);

/** The records of a type inside a sentence, `wireless LANs`. */
export const wordOf = (type: InventoryType): Inert => inert(lowerFirst(titleOf(type)));

/** What a user is called in a sentence. */
export const userName = ({ login, name, email, id }: ListedUser): Inert =>
  quoted(login || name || email || (id === null ? '?' : `#${id}`));

/** The word for the label of a connection; empty for none. */
export const environmentName = (environment: 'production' | 'staging' | 'test' | 'none'): Inert | '' =>
  ({
    production: l10n.t('production'),
    staging: l10n.t('staging'),
    test: l10n.t('test'),
    none: '' as const,
  })[environment];
