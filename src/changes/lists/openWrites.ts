import { isSameValue } from '../../model/inventory/recordRules.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { EarlierSaves } from '../records/editedDocument.js';

/** What saves of a list sent and left open, as its document remembers it: fields by the id of their record or, where there is none yet, as new ones. */
type SentByList = EarlierSaves['sent'];

/** The entry of what was to be created, which has no id. */
const created = 'new';

/** The entry of what was to be deleted. */
const deleted = 'deleted';

/** What was sent to a record. */
export const sentTo = (id: number, fields: RecordFields): SentByList[number] => [String(id), fields];

/** What was sent to create a record. */
export const sentToCreate = (fields: RecordFields): SentByList[number] => [created, fields];

/** What was sent to create records: it is asked about before it is sent once more, whatever the list shows meanwhile. */
export const sentCreates = (sent: SentByList): SentByList => sent.filter(([key]) => key === created);

/** That a record was to be deleted. */
export const sentToDelete = (id: number): SentByList[number] => [deleted, { id }];

/** The values that were sent to a record while nobody can tell whether they are stored. */
export const sentToRecord = (sent: SentByList, id: number): EarlierSaves['sent'] =>
  entriesOf(sent, String(id)).flatMap(fields => Object.entries(fields));

/** What was sent to a record of which all has been seen to be stored: the very entries. */
export const arrivedAt = (sent: SentByList, id: number, arrived: EarlierSaves['sent'] = []): SentByList =>
  sent.filter(
    ([key, fields]) =>
      key === String(id) &&
      Object.entries(fields as RecordFields).every(value => arrived.some(one => isSameValue(one, value))),
  );

/** The fields of records that were to be created while nobody can tell whether they were. */
export const maybeCreated = (sent: SentByList): RecordFields[] => entriesOf(sent, created);

/** The ids of records that were to be deleted while nobody can tell whether they were, or will be. */
export const maybeDeleted = (sent: SentByList): number[] =>
  entriesOf(sent, deleted).map(({ id }) => Number(id));

const entriesOf = (sent: SentByList, key: string): RecordFields[] =>
  sent.flatMap(([name, fields]) => (name === key ? [fields as RecordFields] : []));
