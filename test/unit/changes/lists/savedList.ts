import { ApiError } from '../../../../src/api/apiError.js';
import { carryOut, type Caller } from '../../../../src/changes/change.js';
import { listChange } from '../../../../src/changes/lists/listChange.js';
import type { EditedRecords, ListManager } from '../../../../src/changes/lists/settledPlan.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';

export const rack = (id: number, name = `R${id}`) => ({ id, name, u_height: 42, width: 19 });
const itemOf = (fields: RecordFields) => ({
  id: fields['id'] as number | undefined,
  fields,
  offset: 0,
  length: 0,
});
/** A request whose answer never came. */
export const lost = (method: string) => new ApiError({ reason: 'timeout', method, path: '/' });

/** Saves an edit of some records with a manager that stores them, but where it is told otherwise. */
export async function save(
  { type, base, items }: { type: InventoryType; base: RecordFields[]; items: RecordFields[] },
  given: Partial<ListManager['client']> = {},
  { sentBefore = [], ...more }: Partial<ListManager> & Pick<EditedRecords, 'sentBefore'> = {},
) {
  const stored = new Map(base.map(fields => [Number(fields['id']), fields as InventoryRecord]));
  const seen: string[] = [];
  const asked: string[] = [];
  const told: string[] = [];
  const client: ListManager['client'] = {
    listRecords: async () => ({ rows: [...stored.values()], unread: [] }),
    getRecord: async (_, id) => stored.get(id) as InventoryRecord,
    createRecord: async (_, fields) => {
      const record = { ...fields, id: 100 };
      stored.set(record.id, record);
      return record;
    },
    updateRecord: async (_, id, { changes }) =>
      void stored.set(id, { ...(stored.get(id) as InventoryRecord), ...changes }),
    deleteRecord: async (_, id) => void stored.delete(id),
    ...given,
  };
  const manager: ListManager = {
    name: 'Lab',
    client,
    keepMine: async () => true,
    useTwins: async () => false,
    createAgain: async names => void seen.push(`create again ${names}`),
    secretsOf: async (_, name) => {
      seen.push(`secret of ${name}`);
      return { password: 'hunter2' };
    },
    ...more,
  };
  const caller: Caller<object> = {
    during: (_, work) => work({ signal: new AbortController().signal, tell: words => told.push(words) }),
    agree: async ({ question }) => (asked.push(question), true),
    requireUnlocked: () => seen.push('unlocked'),
    backUp: async () => (seen.push('backup'), 'file:backup'),
    journal: async (_, change) => (seen.push('journal'), change()),
  };
  const edited: EditedRecords = { type, base, items: items.map(itemOf), sentBefore };
  const done = await carryOut(listChange(manager, edited), caller);
  return { receipt: done?.receipt, seen, asked, told };
}
