import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { ApiError } from '../../../../src/api/apiError.js';
import type { RecordCalls } from '../../../../src/changes/lists/listAccess.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { keyedRecords, type KeyedRecords } from '../../../../src/model/asCode/recordKeys.js';

/** A request that a {@link StoredRecords} takes. */
export interface SeenRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly type: InventoryType;
  readonly id: number;
}

/** A manager that stores records, without its own rules. */
export class StoredRecords implements RecordCalls {
  readonly lists = new Map<InventoryType, InventoryRecord[]>(inventoryTypeNames.map(type => [type, []]));
  readonly seen: SeenRequest[] = [];
  /** Called before a request is taken; what it throws is its answer. */
  pass: (request: SeenRequest) => void = () => undefined;
  /** What it stores of a new record. */
  fill = (_type: InventoryType, fields: RecordFields): RecordFields => fields;
  private last = 100;

  constructor(lists: KeyedRecords['lists'] = new Map()) {
    for (const [type, rows] of lists) this.lists.set(type, [...rows]);
  }

  get keyed(): KeyedRecords {
    return keyedRecords(new Map([...this.lists].map(([type, rows]) => [type, [...rows]])));
  }

  readonly listRecords = (type: InventoryType) => Promise.resolve({ rows: this.rows(type), unread: [] });

  readonly getRecord = async (type: InventoryType, id: number) => {
    const record = this.rows(type).find(each => each.id === id);
    if (!record)
      throw new ApiError({ reason: 'notFound', method: 'GET', path: `/${type}/${id}`, status: 404 });
    return record;
  };

  readonly createRecord: RecordCalls['createRecord'] = async (type, fields) => {
    const record = { ...this.fill(type, fields), id: (this.last += 1) };
    this.note({ method: 'POST', type, id: record.id });
    this.rows(type).push(record);
    return record;
  };

  readonly updateRecord: RecordCalls['updateRecord'] = async (type, id, { changes }) => {
    this.note({ method: 'PATCH', type, id });
    this.lists.set(
      type,
      this.rows(type).map(record => (record.id === id ? { ...record, ...changes } : record)),
    );
  };

  readonly deleteRecord: RecordCalls['deleteRecord'] = async (type, id) => {
    this.note({ method: 'DELETE', type, id });
    this.lists.set(
      type,
      this.rows(type).filter(record => record.id !== id),
    );
  };

  private note(request: SeenRequest): void {
    this.pass(request);
    this.seen.push(request);
  }

  private rows(type: InventoryType): InventoryRecord[] {
    return this.lists.get(type)!;
  }
}
