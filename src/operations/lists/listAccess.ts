import * as vscode from 'vscode';
import { isOutcomeUnknown } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import type { ListAccess } from '../../model/applyList.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import { changedFields } from '../../model/patchPlan.js';
import type { ListCreate } from '../../changes/lists/planList.js';
import { inventoryRules } from '../../model/recordRules.js';
import { documentFields, type RecordFields } from '../../model/inventory/recordText.js';
import { saveFields } from '../../changes/records/saveFlow.js';
import { describeConflicts } from '../../ui/describeConflicts.js';
import { describeProblems } from '../../ui/describeProblems.js';
import { shown } from '../../ui/inert.js';
import { SentenceError } from '../../ui/sentenceError.js';

/** Writes single records of a list through the API of a manager (contract 000, Endpoints). */
export function listAccess({
  client,
  type,
  secrets,
}: {
  client: ManagerClient;
  type: InventoryType;
  secrets: ReadonlyMap<ListCreate, RecordFields>;
}): ListAccess {
  const read = async (id: number) => documentFields(type, await client.getRecord(type, id));
  return {
    isOutcomeUnknown,
    list: async () => (await client.listRecords(type)).rows,
    create: creation => client.createRecord(type, { ...creation.fields, ...secrets.get(creation) }),
    update: async ({ id, base, item }) => {
      const outcome = await saveFields({
        rules: inventoryRules(type),
        base,
        edited: item.fields,
        readFields: () => read(id),
        send: changes => client.updateRecord(type, id, { changes }),
        isOutcomeUnknown,
      });
      if (outcome.kind === 'conflict')
        throw new SentenceError(shown`${describeConflicts(outcome.conflicts)}.`);
      if (outcome.kind === 'rejected') throw new SentenceError(describeProblems(outcome.problems));
      return outcome.stored;
    },
    remove: async ({ id, current }) => {
      if (changedFields(documentFields(type, current), await read(id)).length > 0) {
        throw new SentenceError(
          vscode.l10n.t(
            'Someone else changed this record meanwhile, so it was not deleted. Look at it first.',
          ),
        );
      }
      await client.deleteRecord(type, id);
    },
  };
}
