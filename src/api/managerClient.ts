import type { Dispatcher } from 'undici';
import { inventoryType, type InventoryType } from '../model/inventory/inventoryTypes.js';
import { readStored, readStoredList, type InventoryRecord } from '../model/inventory/inventoryRecord.js';
import type { ListAnswer } from '../model/listAnswer.js';
import { readQueryRows, type QueryAnswer } from '../model/queryRows.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import { accessPointCalls } from './accessPointCalls.js';
import { listIn, recordIn, unexpected } from './decode.js';
import { createDispatcher, type TlsTrust } from './dispatcher.js';
import { readPages } from './listPages.js';
import { sensorCalls } from './sensorCalls.js';
import { Transport, type Call } from './transport.js';
import { userCalls } from './userCalls.js';

/** Everything needed to talk to one manager. Times in milliseconds. */
export interface ManagerClientOptions {
  /** Address without a trailing slash, query or user name. */
  readonly address: string;
  readonly key: string;
  readonly trust: TlsTrust;
  readonly proxy?: string | undefined;
  readonly timeout: number;
  readonly log: (line: string) => void;
}

const connectTimeout = 10_000;

/** The API of one manager, one method per endpoint. Every method throws `ApiError`. */
export class ManagerClient {
  private readonly transport: Transport;
  readonly sensors: ReturnType<typeof sensorCalls>;
  readonly accessPoints: ReturnType<typeof accessPointCalls>;
  readonly users: ReturnType<typeof userCalls>;

  /** @param dispatcher what sends the requests; made from the options when left out */
  constructor(
    { trust, proxy, ...options }: ManagerClientOptions,
    dispatcher: Dispatcher = createDispatcher({
      ...{ trust, proxy, connectTimeout },
      plainHttp: options.address.startsWith('http:'),
    }),
  ) {
    this.transport = new Transport({ ...options, dispatcher, viaProxy: proxy !== undefined });
    this.sensors = sensorCalls(this.transport);
    this.accessPoints = accessPointCalls(this.transport);
    this.users = userCalls(this.transport, options.key);
  }

  /** All records of a type (contract 000, Endpoints). */
  async listRecords(type: InventoryType, signal?: AbortSignal): Promise<ListAnswer<InventoryRecord>> {
    const call = { method: 'GET', path: inventoryPath(type), isRead: true, signal } as const;
    const { entries, ...rest } = await readPages(this.transport, call, type);
    return { ...readStoredList(type, entries), ...rest };
  }

  /** One record (contract 000, Endpoints). */
  async getRecord(type: InventoryType, id: number, signal?: AbortSignal): Promise<InventoryRecord> {
    return this.record(type, { method: 'GET', path: inventoryPath(type, id), isRead: true, signal });
  }

  /** Creates a record from its fields; the answer is the created record (contract 000, Endpoints). */
  async createRecord(
    type: InventoryType,
    fields: RecordFields,
    signal?: AbortSignal,
  ): Promise<InventoryRecord> {
    const path = inventoryPath(type);
    return this.record(type, { method: 'POST', path, ...sending(type, fields), isRead: false, signal });
  }

  /** Sends only the changed fields (contract 000, Endpoints, note 2); read the record again for what was stored. */
  async updateRecord(
    type: InventoryType,
    id: number,
    { changes, signal }: { changes: RecordFields; signal?: AbortSignal },
  ): Promise<void> {
    await this.transport.send({
      method: 'PATCH',
      path: inventoryPath(type, id),
      ...sending(type, changes),
      isRead: false,
      signal,
    });
  }

  /** Deletes a record (contract 000, Endpoints). */
  async deleteRecord(type: InventoryType, id: number, signal?: AbortSignal): Promise<void> {
    await this.transport.send({ method: 'DELETE', path: inventoryPath(type, id), isRead: false, signal });
  }

  /**
   * Runs a data query as it is; the manager judges it (contract 002, Endpoints). Long integers are `bigint`, and rows that
   * cannot be read are told beside the others.
   */
  async runQuery(query: unknown, signal?: AbortSignal): Promise<QueryAnswer> {
    const call = { method: 'POST', path: '/api/data', body: query, isRead: true, signal } as const;
    const { value, bytes } = await this.transport.sendForExactNumbers(call);
    return { ...readQueryRows(listIn(value, 'rows', call)), bytes };
  }

  /** The cheapest authenticated read, to check an address and a key. */
  async verify(signal?: AbortSignal): Promise<void> {
    await this.transport.send({
      method: 'GET',
      path: inventoryPath('rack_roles'),
      isRead: true,
      signal,
    });
  }

  /** Closes the sockets once the calls under way have ended. */
  async close(): Promise<void> {
    await this.transport.close();
  }

  private async record(type: InventoryType, call: Call): Promise<InventoryRecord> {
    const raw = recordIn(await this.transport.send(call), [inventoryType(type).key], call);
    const record = readStored(type)(raw);
    if (record !== 'noId') return record;
    throw unexpected('a record with an id', raw, call);
  }
}

/** Fields below the root key of their type, and which of their values are secret. */
function sending(type: InventoryType, fields: RecordFields): Pick<Call, 'body' | 'secrets'> {
  const { key, secretFields = [] } = inventoryType(type);
  return { body: { [key]: fields }, secrets: secretFields.map(field => textOf(fields[field])) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const inventoryPath = (type: InventoryType, id?: number) =>
  id === undefined ? `/api/v1/inventory/${type}` : `/api/v1/inventory/${type}/${id}`;
