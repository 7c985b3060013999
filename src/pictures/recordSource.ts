import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { textOf } from 'netsensor-contract/text/looseValues';
import { withDocuments } from '../model/pictures/editedRecords.js';
import type { PictureSubject } from '../model/pictures/pictureMessages.js';
import type { PicturedRecord } from '../model/pictures/racks/rackElevation.js';
import type { KindTypes, PictureWithTable } from '../model/pictures/shownPicture.js';
import { sortedByName } from '../model/text/nameOrder.js';
import { quoted, type Inert } from '../words/inert.js';
import { openDocuments } from './openDocuments.js';
import { lackOfLists } from './pictureLack.js';
import type { PictureSource, SourceParts } from './pictureEntry.js';

/** Inventory records as open documents have them. */
interface ReadRecords {
  readonly title: Inert;
  readonly recordsOf: (type: InventoryType) => readonly PicturedRecord[];
  /** Those that the picture is of: in the order in which they were chosen, all by name where none was. */
  readonly chosen: readonly PicturedRecord[];
  readonly isAll: boolean;
}

/** How a picture is made of inventory records. */
export interface RecordPictures<K extends KindTypes> {
  /** The types whose records it shows: first of all that of those which it is of. */
  readonly types: readonly [InventoryType, ...InventoryType[]];
  /** What its tab says. @param only the name of the one record that was chosen */
  titleOf(manager: Inert, only: Inert | undefined): Inert;
  make(read: ReadRecords): PictureWithTable<K['picture']>;
  act?(parts: SourceParts, message: K['message']): Promise<void>;
}

/** The source of pictures of inventory records. */
export const recordSource =
  <K extends KindTypes>({ types, titleOf, make, act }: RecordPictures<K>) =>
  ({ connectionId, ids = [] }: PictureSubject, parts: SourceParts): PictureSource<K> => ({
    make: async () => {
      const { lists, connections } = parts;
      const read = await Promise.all(types.map(type => lists.read(connectionId, type)));
      const documents = openDocuments(connectionId);
      const records = new Map<InventoryType, PicturedRecord[]>(
        read.map(list => [list.type, withDocuments(list.type, list.records, documents)]),
      );
      const recordsOf = (type: InventoryType) => records.get(type) ?? [];
      const chosen = chosenOf(ids, recordsOf(types[0]));
      const isAll = ids.length === 0;
      const only = !isAll && chosen.length === 1 ? chosen[0] : undefined;
      const manager = quoted(connections.get(connectionId)?.name ?? connectionId);
      const title = titleOf(manager, only && quoted(nameOf(only)));
      const made = make({ title, recordsOf, chosen, isAll });
      return { ...made, ...lackOfLists(lists, connectionId, read), title };
    },
    lookAgain: async () => {
      const { lists } = parts;
      const stale = types.filter(type => lists.stale(connectionId, type));
      await Promise.allSettled(stale.map(type => lists.update(connectionId, type)));
    },
    act: message => act?.(parts, message),
    follow: changed =>
      parts.lists.onDidChange(list => {
        if (list.connectionId === connectionId && types.includes(list.type)) changed();
      }),
  });

const nameOf = ({ key, fields }: PicturedRecord): string => textOf(fields['name']) ?? key;

function chosenOf(ids: readonly number[], records: readonly PicturedRecord[]): readonly PicturedRecord[] {
  if (ids.length === 0) return sortedByName(records, nameOf);
  const known = new Map(records.map(record => [record.id, record]));
  return ids.flatMap(id => known.get(id) ?? []);
}
