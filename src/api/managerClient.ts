import type { Dispatcher } from 'undici';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  readStored,
  readUnrepeated,
  type InventoryRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { isGone } from 'netsensor-contract/text/looseValues';
import { type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { readQueryRows, type QueryAnswer } from '../model/query/queryResult.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import {
  accessPointCalls,
  sensorCalls,
  userCalls,
  type AccessPointCalls,
  type SensorCalls,
  type UserCalls,
} from './calls.js';
import { ApiError } from './apiError.js';
import { createDispatcher, type TlsTrust } from './dispatcher.js';
import { goneError, listIn, recordIn, unexpected } from './decode.js';
import { readList } from './listPages.js';
import { asExactNumbers, asTaken, type Taken } from './readings.js';
import { Transport, type Call, type TransportOptions } from './transport.js';

/** Everything needed to talk to one manager. */
export interface ManagerClientOptions extends Omit<TransportOptions, 'dispatcher' | 'viaProxy'> {
  readonly trust: TlsTrust;
  readonly proxy?: string | undefined;
}

const connectTimeout = 10_000;

/** Where sensors are read and written. */
export interface SensorAccess {
  readonly sensors: SensorCalls;
}

/** Where sensors and access points are. */
export interface NodeAccess extends SensorAccess {
  readonly accessPoints: AccessPointCalls;
}

/** The API of one manager, one method per endpoint. Every method throws `ApiError`. */
export class ManagerClient implements NodeAccess {
  private readonly transport: Transport;
  readonly sensors: SensorCalls;
  readonly accessPoints: AccessPointCalls;
  readonly users: UserCalls;

  /** @param dispatcher what sends the requests; made from the options when left out */
  constructor(
    { trust, proxy, ...options }: ManagerClientOptions,
    dispatcher: Dispatcher = createDispatcher({
      trust,
      proxy,
      connectTimeout,
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
    return readList(this.transport, { call, plural: type, read: readUnrepeated(type) });
  }

  /** One record (contract 000, Endpoints). */
  async getRecord(type: InventoryType, id: number, signal?: AbortSignal): Promise<InventoryRecord> {
    const call = { method: 'GET', path: inventoryPath(type, id), isRead: true, signal } as const;
    const record = await this.record(type, call);
    if (isGone(record)) throw goneError(call);
    if (record.id === id) return record;
    throw new ApiError({ ...call, reason: 'badResponse', detail: `record ${record.id} instead of ${id}` });
  }

  /**
   * Creates a record from its fields; the answer is the created record (contract 000, Endpoints).
   * @throws {ApiError} also when the answer is about another record: then nobody knows what was created
   */
  async createRecord(
    type: InventoryType,
    fields: RecordFields,
    signal?: AbortSignal,
  ): Promise<InventoryRecord> {
    const path = inventoryPath(type);
    const call = { method: 'POST', path, ...sending(type, fields), isRead: false, signal } as const;
    const record = await this.record(type, call);
    const { nameField } = inventoryType(type);
    if (mayBeNamed(record[nameField], fields[nameField])) return record;
    throw new ApiError({
      ...call,
      reason: 'badResponse',
      detail: `another record than the one sent, ${record.id}`,
    });
  }

  /** Sends only the changed fields (contract 000, Endpoints, rule 2); read the record again for what was stored. */
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
  async deleteRecord(type: InventoryType, id: number, signal?: AbortSignal): Promise<Taken | void> {
    const call = { method: 'DELETE', path: inventoryPath(type, id), isRead: false, signal } as const;
    return this.transport.send(call, asTaken);
  }

  /**
   * Runs a data query as it is; the manager judges it (contract 002, Endpoints). Long integers are `bigint`, and rows that
   * cannot be read are told beside the others.
   */
  async runQuery(query: unknown, signal?: AbortSignal): Promise<QueryAnswer> {
    const call = { method: 'POST', path: '/api/data', body: query, isRead: true, signal } as const;
    const { value, ...beside } = await this.transport.send(call, asExactNumbers);
    return { ...readQueryRows(listIn(value, 'rows', call)), ...beside };
  }

  /** The cheapest authenticated read, to check an address and a key. */
  async verify(signal?: AbortSignal): Promise<void> {
    const call = { method: 'GET', path: inventoryPath('rack_roles'), isRead: true, signal } as const;
    listIn((await this.transport.send(call)) ?? [], 'rack_roles', call);
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

/** Whether a manager may have made one name of the other: it may cut it, sort it, and change its case, spaces and signs. */
function mayBeNamed(stored: unknown, sent: unknown): boolean {
  if (typeof stored !== 'string' || typeof sent !== 'string') return true;
  const one = lettersOf(stored);
  const other = lettersOf(sent);
  return one.includes(other) || other.includes(one) || sorted(one) === sorted(other);
}

const sorted = (text: string): string => [...text].sort().join('');

const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const inventoryPath = (type: InventoryType, id?: number) =>
  id === undefined ? `/api/v1/inventory/${type}` : `/api/v1/inventory/${type}/${id}`;
