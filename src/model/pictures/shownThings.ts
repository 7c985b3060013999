import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { MarkTarget } from './drawing.js';

/** A thing of a picture that may have a document: what that goes by, and what the picture calls it. */
export type NamedThing = readonly [goesBy: string, name: string];

/** What the document of a target goes by. */
export const goesBy = (target: MarkTarget): string =>
  'id' in target ? `${target.type} ${target.id}` : `${target.type} ${macKey(target.key)}`;

/** A record by its number; one that does not exist yet by the address of its draft. */
export const recordNamed = (
  type: 'rack_reservations' | 'power_feeds',
  { key, id }: { readonly key: string; readonly id: number | undefined },
  name: string,
): NamedThing => [id === undefined ? key : goesBy({ type, id }), name];
