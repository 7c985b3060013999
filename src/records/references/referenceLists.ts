import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordList } from '../../model/inventory/recordList.js';
import type { Connections } from '../../connections/connection.js';
import type { RecordLists } from '../recordsOptions.js';
import { isPart } from 'netsensor-contract/text/listAnswer';
import { errorWords } from '../../ui/listeners.js';
import { Emitter, Owner } from '../../ui/lifetimes.js';
import type { Inert } from '../../words/inert.js';

/** Milliseconds until a manager is asked again for what it did not answer, or did not have. */
const retryDelay = 10_000;

/** The lists as hints and checks use them: nobody waits for one, and a failure is a quiet remark. */
export class ReferenceLists extends Owner {
  private readonly changed = this.own(new Emitter<void>());
  private readonly failures = new Map<string, { readonly sentence: Inert; readonly at: number }>();
  private readonly pending = new Set<string>();
  /** Ids that a list lacks: since when, in milliseconds, and whether it was read after that. */
  private readonly missed = new Map<string, { readonly since: number; readonly isSure: boolean }>();
  /** Fires when more, or something else, is known. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly lists: RecordLists,
    connections: Connections,
  ) {
    super();
    this.own(
      lists.onDidChange(({ connectionId, type }) => {
        this.failures.delete(`${connectionId}/${type}`);
        this.changed.fire();
      }),
      connections.onDidChange(() => this.failures.clear()),
    );
  }

  /** The list, if it was read; if not, it is asked for, and `onDidChange` tells when it is there. */
  get(connectionId: string, type: InventoryType): RecordList | undefined {
    const list = this.lists.get(connectionId, type);
    if (!list) this.ask(connectionId, type, () => this.lists.read(connectionId, type));
    return list;
  }

  /**
   * Whether a manager has no record with an id. A list may be older than the record, so it is read again before that is
   * said; of one that is only a part nobody knows.
   */
  isMissing(connectionId: string, type: InventoryType, id: number): boolean {
    const list = this.get(connectionId, type);
    const key = `${connectionId}/${type}/${id}`;
    if (!list || list.find(id) || isPart(list.remainder)) {
      this.missed.delete(key);
      return false;
    }
    const missed = this.missed.get(key) ?? { since: Date.now(), isSure: false };
    const isSure = missed.isSure || list.readAt >= missed.since;
    const isOld = Date.now() - Math.max(missed.since, list.readAt) > retryDelay;
    this.missed.set(key, { since: missed.since, isSure });
    if (!isSure || isOld) this.ask(connectionId, type, () => this.lists.update(connectionId, type));
    return isSure;
  }

  /** Why a list is not known. */
  failure(connectionId: string, type: InventoryType): Inert | undefined {
    return this.failures.get(`${connectionId}/${type}`)?.sentence;
  }

  private ask(connectionId: string, type: InventoryType, read: () => Promise<RecordList>): void {
    const key = `${connectionId}/${type}`;
    const failedAt = this.failures.get(key)?.at ?? -Infinity;
    if (this.pending.has(key) || Date.now() - failedAt < retryDelay) return;
    this.pending.add(key);
    read()
      .catch(async (error: unknown) => {
        this.failures.set(key, { sentence: await errorWords(error), at: Date.now() });
        this.changed.fire();
      })
      .finally(() => this.pending.delete(key));
  }
}
