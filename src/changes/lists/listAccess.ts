import type { ManagerClient } from '../../api/managerClient.js';
import { changedFields, inventoryRules } from '../../model/inventory/recordRules.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import { documentFields, type RecordFields } from '../../model/inventory/recordText.js';
import { describeConflicts, describeIgnored, describeProblems } from '../../words/describeProblems.js';
import { shown, SentenceError, l10n } from '../../words/inert.js';
import { saveFields } from '../records/saveFlow.js';
import type { ListAccess } from './applyList.js';
import type { ListCreate } from './planList.js';

/** The calls that the records of a list are written with. */
export type RecordCalls = Pick<
  ManagerClient,
  'listRecords' | 'getRecord' | 'createRecord' | 'updateRecord' | 'deleteRecord'
>;

/** Writes single records of a list (contract 000, Endpoints). */
export function listAccess(
  client: RecordCalls,
  type: InventoryType,
  secrets: ReadonlyMap<ListCreate, RecordFields>,
): ListAccess {
  const read = async (id: number) => documentFields(type, await client.getRecord(type, id));
  return {
    list: async () => {
      const { rows, total } = await client.listRecords(type);
      if (total === undefined) return rows;
      // Nobody can tell from a part what became of a record.
      throw new Error('only a part was sent');
    },
    create: creation => client.createRecord(type, { ...creation.fields, ...secrets.get(creation) }),
    update: async ({ id, base, item }) => {
      let expected: RecordFields = {};
      let isStored = false;
      const outcome = await saveFields({
        rules: inventoryRules(type),
        base,
        edited: item.fields,
        readFields: () =>
          read(id).catch((error: unknown) => {
            if (isStored) return expected;
            throw error;
          }),
        send: (changes, current) => {
          expected = { ...current, ...changes };
          return client.updateRecord(type, id, { changes });
        },
        onStored: () => (isStored = true),
      });
      if (outcome.kind === 'conflict')
        throw new SentenceError(shown`${describeConflicts(outcome.conflicts)}.`);
      if (outcome.kind === 'rejected') throw new SentenceError(describeProblems(outcome.problems));
      if (outcome.isIgnored) throw new SentenceError(describeIgnored(outcome.sent));
      return outcome.stored;
    },
    remove: async ({ id, current }) => {
      if (changedFields(documentFields(type, current), await read(id)).length > 0) {
        throw new SentenceError(
          l10n.t('Someone else changed this record meanwhile, so it was not deleted. Look at it first.'),
        );
      }
      await client.deleteRecord(type, id);
    },
  };
}
