import type { MarkTarget } from './drawing.js';
import type { ShownPicture } from './shownPicture.js';

/** A thing of a picture that may have a document: what that goes by, and what the picture calls it. */
type Named = readonly [goesBy: string, name: string];

/** What the document of a target goes by. */
export const goesBy = (target: MarkTarget): string =>
  'id' in target ? `${target.type} ${target.id}` : `${target.type} ${target.key.toLowerCase()}`;

/**
 * What a picture calls the things that it shows, by what their documents go by: their targets, and the addresses of drafts.
 * A topology shows nothing of open documents.
 */
export function shownThings(picture: ShownPicture): ReadonlyMap<string, string> {
  return new Map(thingsOf(picture));
}

function thingsOf(picture: ShownPicture): Named[] {
  switch (picture.kind) {
    case 'racks':
      return picture.racks.flatMap(({ id, texts, reservations }) => [
        [goesBy({ type: 'racks', id }), texts.name],
        ...reservations.map(({ label, ...own }) => recordNamed('rack_reservations', own, label)),
      ]);
    case 'power':
      return picture.panels.flatMap(({ id, texts, feeds }): Named[] => [
        ...(id === undefined ? [] : [[goesBy({ type: 'power_panels', id }), texts.name] as const]),
        ...feeds.map(feed => recordNamed('power_feeds', feed, feed.texts.name)),
      ]);
    case 'floor':
      return picture.floor.points.flatMap(({ key, mac, texts: { name } }): Named[] => [
        [key, name],
        [goesBy({ type: 'accessPoint', key }), name],
        ...(mac === undefined ? [] : [[goesBy({ type: 'accessPoint', key: mac }), name] as const]),
      ]);
    case 'map':
      return picture.map.points.flatMap(({ opens, texts }): Named[] =>
        opens ? [[goesBy(opens), texts.name]] : [],
      );
    case 'topology':
      return [];
  }
}

/** A record by its number; one that does not exist yet by the address of its draft. */
const recordNamed = (
  type: 'rack_reservations' | 'power_feeds',
  { key, id }: { readonly key: string; readonly id: number | undefined },
  name: string,
): Named => [id === undefined ? key : goesBy({ type, id }), name];
