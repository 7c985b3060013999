import { Emitter, Owner } from '../../ui/lifetimes.js';
import type { Connections } from '../../connections/connection.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { RecordList } from '../../model/inventory/recordList.js';
import type { SensorTrees } from '../sensors/sensorTrees.js';
import { isPart } from 'netsensor-contract/text/listAnswer';
import { ReadCache } from '../readCache.js';
import type { Stale } from '../../words/staleWords.js';

/** Which list changed. */
export interface ListChange {
  readonly connectionId: string;
  readonly type: InventoryType;
}

/** The lists of inventory records: each is read whole. */
export class InventoryLists extends Owner {
  /** The numbers of records that were created again, by connection, type and the number before. */
  readonly newNumbers = new Map<string, number>();
  private readonly changed = this.own(new Emitter<ListChange>());
  private readonly lists: ReadCache<RecordList>;
  /** Fires when a list was read, changed or forgotten, or could not be read again. */
  readonly onDidChange = this.changed.event;

  constructor(connections: Connections) {
    super();
    this.lists = new ReadCache(async (key, signal) => {
      const { connectionId, type } = changeOf(key);
      const [{ RecordList }, client] = await Promise.all([
        import('../../model/inventory/recordList.js'),
        connections.client(connectionId),
      ]);
      const readAt = Date.now();
      const { rows, ...remainder } = await client.listRecords(type, signal);
      return new RecordList(type, rows, { readAt, remainder });
    });
    this.own(
      this.lists,
      this.lists.onDidChange(key => this.changed.fire(changeOf(key))),
    );
  }

  /** The connections of which lists were asked for. */
  get connectionIds(): readonly string[] {
    return [...new Set(this.lists.keys.map(key => changeOf(key).connectionId))];
  }

  /** The lists of a connection that were read. */
  allOf(connectionId: string): RecordList[] {
    return this.keys(connectionId).flatMap(key => this.lists.get(key) ?? []);
  }

  /** The list, if it was read. */
  get(connectionId: string, type: InventoryType): RecordList | undefined {
    return this.lists.get(keyOf({ connectionId, type }));
  }

  /** Why a list that is shown is not as new as it was asked for. */
  stale(connectionId: string, type: InventoryType): Stale | undefined {
    return this.lists.stale(keyOf({ connectionId, type }));
  }

  /** The list; it is read if it was not. */
  read(connectionId: string, type: InventoryType): Promise<RecordList> {
    return this.lists.read(keyOf({ connectionId, type }));
  }

  /** Reads again without giving up the list that is there; a failure leaves it as it is. */
  update(connectionId: string, type: InventoryType, signal?: AbortSignal): Promise<RecordList> {
    return this.lists.update(keyOf({ connectionId, type }), signal);
  }

  /** Reads again what was asked for of a connection, or of all; failures are kept beside the lists. */
  async refresh(connectionId?: string, type?: InventoryType): Promise<void> {
    await Promise.allSettled(this.keys(connectionId, type).map(key => this.lists.update(key)));
  }

  /**
   * Reads again what could not be read again of a connection, or of all; what fails once more stays as it is.
   * @throws the first failure
   */
  async retry(connectionId?: string): Promise<void> {
    const failed = this.keys(connectionId).filter(key => this.lists.stale(key));
    await Promise.all(failed.map(key => this.lists.update(key)));
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
    for (const key of this.keys(connectionId, type)) this.lists.forget(key);
  }

  private keys(connectionId?: string, type?: InventoryType): readonly string[] {
    return this.lists.keys.filter(key => {
      const change = changeOf(key);
      return (
        change.connectionId === (connectionId ?? change.connectionId) && change.type === (type ?? change.type)
      );
    });
  }

  /** A read under way may have missed the change, so it counts no longer. */
  private change(change: ListChange, edit: (list: RecordList) => RecordList): void {
    const list = this.get(change.connectionId, change.type);
    if (list) this.lists.replace(keyOf(change), edit(list));
    else this.forget(change.connectionId, change.type);
  }
}

const keyOf = ({ connectionId, type }: ListChange) => `${connectionId}/${type}`;

const changeOf = (key: string): ListChange => {
  const [connectionId = '', type = ''] = key.split('/');
  return { connectionId, type: type as InventoryType };
};

interface ReadSources {
  readonly trees: SensorTrees;
  readonly lists: InventoryLists;
}

/** Whether something is missing of what was read of a connection, of its tree or of a list, or was not read again. */
export const isReadInPart = ({ trees, lists }: ReadSources, connectionId: string): boolean =>
  (trees.get(connectionId)?.unread.length ?? 0) > 0 ||
  trees.stale(connectionId) !== undefined ||
  lists
    .allOf(connectionId)
    .some(({ remainder, type }) => isPart(remainder) || lists.stale(connectionId, type) !== undefined);
