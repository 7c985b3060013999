import { listChange } from '../../changes/lists/listChange.js';
import { firstListProblem } from '../../changes/lists/listWords.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { checkItems, readList } from '../../model/inventory/listDocument.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import { inBackground } from '../../ui/listeners.js';
import { GivenUpError } from '../../words/sentenceErrors.js';
import { makeChange, reportChange } from '../makeChange.js';
import type { OperationServices } from '../operationServices.js';
import { askedOfLists } from './saveList.js';

/** A record that is saved without a document of it. */
export interface WrittenRecord {
  /** What it was made from; undefined for one that is created. */
  readonly base?: RecordFields | undefined;
  readonly edited: RecordFields;
}

/**
 * Creates or changes a record after its plan was agreed to, as a list does that holds it alone, and says what became of it.
 * @throws {GivenUpError} when the plan was not agreed to; {Error} with a sentence where it cannot be saved
 */
export async function writeRecord(
  operations: OperationServices,
  { connectionId, type }: { readonly connectionId: string; readonly type: InventoryType },
  { base, edited }: WrittenRecord,
): Promise<void> {
  const connection = requireUnlocked(operations.connections.get(connectionId));
  const client = await operations.connections.client(connectionId);
  const text = printFields([edited]);
  const { items } = readList(text);
  const before = base ? [base] : [];
  const problems = checkItems(type, items, before);
  if (problems.length > 0) throw firstListProblem(text, problems);
  const manager = {
    name: connection.name,
    client,
    nameOf: operations.nameOf(connectionId),
    ...askedOfLists,
  };
  const change = listChange(manager, { type, base: before, items });
  const made = await makeChange(operations, { connection }, change);
  if (!made) throw new GivenUpError();
  await operations.recordsChanged(connectionId, [type]);
  inBackground(operations.backupFolder.log, reportChange(made));
}
