import { isRecord, secretNames, type ListAnswer } from '../model/text/looseValues.js';
import { recordName, recordUuid, type RawRecord } from '../model/sensors/nodeRecord.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import { treeFields, type SensorRecord } from '../model/sensors/sensors.js';
import {
  readSensor,
  readSensorTree,
  readAccessPoint,
  readUser,
  type ListedUser,
} from '../model/sensors/readRecords.js';
import { understood } from '../model/sensors/tolerant.js';
import { recordIfAny, recordIn, unexpected, readList } from './decode.js';
import { ApiError } from './apiError.js';
import { asLargeJson, asText, pathSegment, type Call, type Transport } from './transport.js';
import {
  accessPointRow,
  type AccessPoint,
  type AccessPointFilters,
  type AccessPointRow,
} from '../model/sensors/accessPoints.js';
import { maskUserKeys } from '../model/text/csvText.js';

const sensors = '/api/v1/sensors';

/** What the contract can create below the sensor tree. */
export type SensorKind = 'domain' | 'flow' | 'vendor' | 'mse';

/** Values of fields that no error may repeat. */
const secretsIn = (fields: RecordFields): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    secretNames.test(name) && typeof value === 'string' ? value : [],
  );

/** A sensor as create answers it. */
export type CreatedSensor = RawRecord & { readonly uuid: string; readonly name: string };

/** The sensor rows of contract 001: one method each. Every method throws `ApiError`; a write is sent at most once. */
export function sensorCalls(transport: Transport) {
  const write = (call: Omit<Call, 'isRead'>) => transport.send({ ...call, isRead: false });
  /** As `tree`, as it was sent: an index of what may be 100,000 records is made faster without reading every field. */
  const rawTree = async (
    uuid?: string,
    signal?: AbortSignal,
    onPart?: (top: RawRecord) => void,
  ): Promise<RawRecord> => {
    const path = uuid === undefined ? `${sensors}/tree` : `${sensors}/${pathSegment(uuid)}/tree`;
    const isDomain = (top: RawRecord) => Object.hasOwn(top, 'uuid') || Object.hasOwn(top, 'name');
    const tell = (part: unknown) => {
      const top = recordIfAny(part, ['sensor']);
      if (isDomain(top)) onPart?.(top);
    };
    const call = { method: 'GET', path, isRead: true, signal, ...(onPart && { onPart: tell }) } as const;
    const top = recordIn(await transport.send(call, asLargeJson), ['sensor'], call);
    if (isDomain(top)) return top;
    throw unexpected('a domain', top, call);
  };
  return {
    /** A sensor with all its subordinates; the caller's top domain without a uuid. */
    async tree(uuid?: string, signal?: AbortSignal): Promise<SensorRecord> {
      return readSensorTree(await rawTree(uuid, signal));
    },

    rawTree,

    /** The MSE sensors of a domain, without children. */
    async listMse(uuid: string, signal?: AbortSignal): Promise<ListAnswer<SensorRecord>> {
      const path = `${sensors}/${pathSegment(uuid)}/mse`;
      const call = { method: 'GET', path, isRead: true, signal } as const;
      const read = (raw: RawRecord) => (recordUuid(raw) === undefined ? 'noId' : readSensor(raw));
      return readList(transport, { call, plural: 'mse', read });
    },

    /**
     * Creates a domain or a sensor from its fields; a vendor sensor carries its one-time `secret`.
     * @throws {ApiError} `badResponse` also when the answer does not say which one it became
     */
    async create(kind: SensorKind, fields: RecordFields, signal?: AbortSignal): Promise<CreatedSensor> {
      const about = { body: fields, secrets: secretsIn(fields), signal };
      const call = { method: 'POST', path: `${sensors}/${kind}`, ...about } as const;
      const raw = recordIn(await write(call), ['sensor'], call);
      const uuid = recordUuid(raw);
      if (uuid === undefined) throw unexpected('a sensor with a uuid', raw, call);
      return { ...understood(treeFields, raw), uuid, name: recordName(raw) || recordName(fields) };
    },

    /**
     * Changes the given fields of a domain; for the other kinds all properties are overwritten, so `fields` is the whole
     * set. Answers what the manager says it stored, which may be nothing: read the tree again.
     */
    async modify(
      kind: SensorKind,
      uuid: string,
      { fields, signal }: { fields: RecordFields; signal?: AbortSignal },
    ): Promise<RecordFields> {
      const path = `${sensors}/${pathSegment(uuid)}${kind === 'domain' ? '' : `/${kind}`}`;
      const call = { method: 'PATCH', path, body: fields, secrets: secretsIn(fields), signal } as const;
      return recordIfAny(await write(call), ['sensor']);
    },

    /** Deletes a sensor with all its subordinates. */
    async delete(uuid: string, signal?: AbortSignal): Promise<void> {
      await write({ method: 'DELETE', path: `${sensors}/${pathSegment(uuid)}`, signal });
    },

    /** Overwrites a domain tree, all or nothing; the caller's top domain without a uuid (Overwrite request). */
    async override(
      body: unknown,
      { uuid, signal }: { uuid?: string | undefined; signal?: AbortSignal | undefined } = {},
    ): Promise<void> {
      const domain = uuid === undefined ? '' : `/${pathSegment(uuid)}`;
      await write({ method: 'POST', path: `${sensors}${domain}/override_all`, body, signal });
    },

    /** Deletes all access points of a domain and its subdomains. */
    async deleteAccessPoints(uuid: string, signal?: AbortSignal): Promise<void> {
      await write({ method: 'DELETE', path: `${sensors}/${pathSegment(uuid)}/access_points`, signal });
    },

    /** Replaces all access points of a domain and its subdomains (Override of a domain's access points). */
    async overrideAccessPoints(uuid: string, body: unknown, signal?: AbortSignal): Promise<void> {
      const path = `${sensors}/${pathSegment(uuid)}/access_point/override`;
      await write({ method: 'POST', path, body, signal });
    },
  };
}

const accessPoints = '/api/v1/access_points';

/** An access point by MAC address or by id, as the delete list names it. */
export type AccessPointIdentity = { readonly mac_address: string } | { readonly id: number | string };

/** The access point rows of contract 001: one method each. Every method throws `ApiError`; a write is sent at most once. */
export function accessPointCalls(transport: Transport) {
  const modify = async (
    method: 'PATCH' | 'PUT',
    idOrMac: number | string,
    { fields, signal }: { fields: RecordFields; signal?: AbortSignal },
  ): Promise<void> => {
    const path = `${accessPoints}/${pathSegment(idOrMac)}`;
    await transport.send({ method, path, body: fields, isRead: false, signal });
  };
  return {
    /** Access points in the flat list layout. */
    async list(filters: AccessPointFilters = {}, signal?: AbortSignal): Promise<ListAnswer<AccessPointRow>> {
      const path = `${accessPoints}.json`;
      const call = { method: 'GET', path, parameters: filters, isRead: true, signal } as const;
      const read = (raw: RawRecord) => understood(accessPointRow.shape, raw);
      return readList(transport, { call, plural: 'access_points', read });
    },

    /** The list as the CSV text that the manager makes. */
    csv(filters: AccessPointFilters = {}, signal?: AbortSignal): Promise<string> {
      const path = `${accessPoints}.csv`;
      return transport.send({ method: 'GET', path, parameters: filters, isRead: true, signal }, asText);
    },

    /** Creates an access point from its fields. */
    async create(fields: RecordFields, signal?: AbortSignal): Promise<AccessPoint> {
      const call = { method: 'POST', path: accessPoints, body: fields, isRead: false, signal } as const;
      return readAccessPoint(recordIn(await transport.send(call), wrappers, call));
    },

    /**
     * Changes the given fields of the access point with this id or MAC address. Read it again for what was stored: what
     * is answered is not documented.
     */
    modify: (idOrMac: number | string, change: { fields: RecordFields; signal?: AbortSignal }) =>
      modify('PATCH', idOrMac, change),

    /** As `modify`, by PUT, which the contract offers beside it: what is not in `fields` may be emptied. */
    replace: (idOrMac: number | string, change: { fields: RecordFields; signal?: AbortSignal }) =>
      modify('PUT', idOrMac, change),

    /** Deletes those of a list that the caller may manage; the others are skipped without an error. */
    async delete(list: readonly AccessPointIdentity[], signal?: AbortSignal): Promise<void> {
      const body = { access_points: list };
      await transport.send({ method: 'DELETE', path: accessPoints, body, isRead: false, signal });
    },
  };
}

/** Create answers under `ap` (contract 001; field notes §6 for the other name). */
const wrappers = ['ap', 'access_point'];

const usersCsv = '/api/v1/users.csv';

/**
 * The user rows of contract 001: one method each; only super administrators may list. Every method throws `ApiError`.
 * @param key the key of the connection, to know whose key it is
 */
export function userCalls(transport: Transport, key: string) {
  const csvWithKeys = (signal?: AbortSignal) =>
    transport.send({ method: 'GET', path: usersCsv, isRead: true, signal }, asText);
  return {
    /** All users without their keys, which leave this folder in no list. */
    async list(signal?: AbortSignal): Promise<ListAnswer<ListedUser>> {
      const call = { method: 'GET', path: '/api/v1/users.json', isRead: true, signal } as const;
      return readList(transport, { call, plural: 'users', read: raw => readUser(raw, key) });
    },

    /** The list as the CSV text that the manager makes, without the keys. */
    async csv(signal?: AbortSignal): Promise<string> {
      const text = await csvWithKeys(signal);
      try {
        return maskUserKeys(text);
      } catch (cause) {
        const about = { method: 'GET', path: usersCsv, detail: 'Broken CSV', cause };
        throw new ApiError({ ...about, reason: 'badResponse' });
      }
    },

    /** The list as the CSV text that the manager makes: it holds the keys of all users, for a file and nothing else. */
    csvWithKeys,

    /**
     * Gives a user a new key and answers it; the old one is void from then on. A GET that writes: it is sent at most
     * once (contract 001, Users).
     */
    async renewKey(id: number | string, signal?: AbortSignal): Promise<string> {
      const path = `/api/v1/users/${pathSegment(id)}/recreate_api_key`;
      const call = { method: 'GET', path, isRead: false, signal } as const;
      const answer = await transport.send(call);
      const key = isRecord(answer) ? answer.auth_token : undefined;
      if (typeof key === 'string' && key !== '') return key;
      throw new ApiError({ reason: 'badResponse', method: 'GET', path, detail: 'No new key in the answer' });
    },
  };
}
