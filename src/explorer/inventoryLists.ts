import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { InventoryType } from '../model/inventory.js';
import type { InventoryRecord } from '../model/inventoryRecord.js';
import type { RecordList } from '../model/recordList.js';

/** Which list changed. */
export interface ListChange {
  readonly connectionId: string;
  readonly type: InventoryType;
}

/** The lists of inventory records: each is read whole, when it is first asked for, and kept until it is forgotten. */
export class InventoryLists implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ListChange>();
  private readonly reads = new Map<string, Promise<RecordList>>();
  private readonly lists = new Map<string, RecordList>();
  /** Fires when a list was read, changed or forgotten. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly connections: Connections) {}

  /** The connections of which lists were asked for. */
  get connectionIds(): readonly string[] {
    return [...new Set([...this.reads.keys()].map(key => changeOf(key).connectionId))];
  }

  /** The list, if it was read. */
  get(connectionId: string, type: InventoryType): RecordList | undefined {
    return this.lists.get(keyOf({ connectionId, type }));
  }

  /** The list; a read under way is shared, one that failed is not kept, one that is out of date is repeated. */
  read(connectionId: string, type: InventoryType): Promise<RecordList> {
    const key = keyOf({ connectionId, type });
    const known = this.reads.get(key);
    if (known) return known;
    const reading: Promise<RecordList> = this.fetch({ connectionId, type }).then(
      list => {
        if (this.reads.get(key) !== reading) return this.read(connectionId, type);
        this.keep({ connectionId, type }, list);
        return list;
      },
      (error: unknown) => {
        if (this.reads.get(key) === reading) this.reads.delete(key);
        throw error;
      },
    );
    this.reads.set(key, reading);
    return reading;
  }

  /**
   * Reads again without giving up the list that is there; a failure leaves it as it is. When somebody else changed or
   * forgot the list meanwhile, the answer may be older than that, so it is not kept.
   */
  async update(connectionId: string, type: InventoryType, signal?: AbortSignal): Promise<RecordList> {
    const key = keyOf({ connectionId, type });
    const before = this.reads.get(key);
    const list = await this.fetch({ connectionId, type }, signal);
    if (this.reads.get(key) === before) this.keep({ connectionId, type }, list);
    return list;
  }

  /** Notes a record as it is stored now. */
  put(connectionId: string, type: InventoryType, record: InventoryRecord): void {
    this.change({ connectionId, type }, list => list.with(record));
  }

  /** Notes that a record is gone. */
  remove(connectionId: string, type: InventoryType, id: number): void {
    this.change({ connectionId, type }, list => list.without(id));
  }

  /** Lets go of a list, of all lists of a connection, or of all; a read under way counts no longer. */
  forget(connectionId?: string, type?: InventoryType): void {
    for (const key of [...this.reads.keys()]) {
      const change = changeOf(key);
      if (connectionId !== undefined && change.connectionId !== connectionId) continue;
      if (type !== undefined && change.type !== type) continue;
      this.reads.delete(key);
      if (this.lists.delete(key)) this.changed.fire(change);
    }
  }

  dispose(): void {
    this.changed.dispose();
  }

  /** A read under way may have missed the change, so it counts no longer. */
  private change(change: ListChange, edit: (list: RecordList) => RecordList): void {
    const list = this.lists.get(keyOf(change));
    if (list) this.keep(change, edit(list));
    else this.forget(change.connectionId, change.type);
  }

  private keep(change: ListChange, list: RecordList): void {
    const key = keyOf(change);
    this.reads.set(key, Promise.resolve(list));
    this.lists.set(key, list);
    this.changed.fire(change);
  }

  private async fetch({ connectionId, type }: ListChange, signal?: AbortSignal): Promise<RecordList> {
    const [{ RecordList }, client] = await Promise.all([
      import('../model/recordList.js'),
      this.connections.client(connectionId),
    ]);
    const readAt = Date.now();
    const { rows, ...remainder } = await client.listRecords(type, signal);
    return new RecordList(type, rows, { readAt, remainder });
  }
}

const keyOf = ({ connectionId, type }: ListChange) => `${connectionId}/${type}`;

const changeOf = (key: string): ListChange => {
  const [connectionId = '', type = ''] = key.split('/');
  return { connectionId, type: type as InventoryType };
};
