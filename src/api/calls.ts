import { isGone } from 'netsensor-contract/text/looseValues';
import { secretNames } from 'netsensor-contract/text/secretNames';
import { type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { recordName, recordUuid, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import type { RecordFields } from '../model/inventory/recordText.js';
import { treeFields, type SensorRecord } from 'netsensor-contract/sensors/sensors';
import {
  readSensor,
  sensorTreeSteps,
  readAccessPoint,
  readUser,
  type ListedUser,
} from 'netsensor-contract/sensors/readRecords';
import { inSlices } from 'netsensor-contract/text/inSlices';
import { understood } from 'netsensor-contract/sensors/tolerant';
import { goneError, recordIfAny, recordIn, treeIn, unexpected } from './decode.js';
import { readList } from './listPages.js';
import { ApiError } from './apiError.js';
import { asLargePage, asNewKey, asTaken, newKeyIn, type Taken } from './readings.js';
import { pathSegment, type Call, type Transport } from './transport.js';
import {
  accessPointRow,
  type AccessPoint,
  type AccessPointFilters,
  type AccessPointRow,
} from 'netsensor-contract/sensors/accessPoints';
import { accessPointsCsv, userList, usersCsv, usersCsvWithKeys } from './csvLists.js';

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

export type SensorCalls = ReturnType<typeof sensorCalls>;
export type AccessPointCalls = ReturnType<typeof accessPointCalls>;
export type UserCalls = ReturnType<typeof userCalls>;

/** The sensor rows of contract 001: one method each. Every method throws `ApiError`; a write is sent at most once. */
export function sensorCalls(transport: Transport) {
  const write = (call: Omit<Call, 'isRead'>) => transport.send({ ...call, isRead: false });
  const take = (call: Omit<Call, 'isRead'>) => transport.send({ ...call, isRead: false }, asTaken);
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
    const top = treeIn(await transport.send(call, asLargePage), call);
    if (!isDomain(top)) throw unexpected('a domain', top, call);
    if (uuid !== undefined && isGone(top)) throw goneError(call);
    return top;
  };
  return {
    /** A sensor with all its subordinates; the caller's top domain without a uuid. */
    async tree(uuid?: string, signal?: AbortSignal): Promise<SensorRecord> {
      return inSlices(sensorTreeSteps(await rawTree(uuid, signal)));
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
    async delete(uuid: string, signal?: AbortSignal): Promise<Taken> {
      return take({ method: 'DELETE', path: `${sensors}/${pathSegment(uuid)}`, signal });
    },

    /** Overwrites a domain tree, all or nothing; the caller's top domain without a uuid (Overwrite request). */
    async override(
      body: unknown,
      { uuid, signal }: { uuid?: string | undefined; signal?: AbortSignal | undefined } = {},
    ): Promise<Taken> {
      const domain = uuid === undefined ? '' : `/${pathSegment(uuid)}`;
      return take({ method: 'POST', path: `${sensors}${domain}/override_all`, body, signal });
    },

    /** Deletes all access points of a domain and its subdomains. */
    async deleteAccessPoints(uuid: string, signal?: AbortSignal): Promise<Taken> {
      return take({ method: 'DELETE', path: `${sensors}/${pathSegment(uuid)}/access_points`, signal });
    },

    /** Replaces all access points of a domain and its subdomains (Override of a domain's access points). */
    async overrideAccessPoints(uuid: string, body: unknown, signal?: AbortSignal): Promise<Taken> {
      const path = `${sensors}/${pathSegment(uuid)}/access_point/override`;
      return take({ method: 'POST', path, body, signal });
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

    /** The list as the CSV text that the manager makes, formulas defused. */
    csv: (filters: AccessPointFilters = {}, signal?: AbortSignal) =>
      accessPointsCsv(transport, filters, signal),

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
    async delete(list: readonly AccessPointIdentity[], signal?: AbortSignal): Promise<Taken> {
      const body = { access_points: list };
      return transport.send({ method: 'DELETE', path: accessPoints, body, isRead: false, signal }, asTaken);
    },
  };
}

/** Create answers under `ap` (contract 001; field notes §6 for the other name). */
const wrappers = ['ap', 'access_point'];

/**
 * The user rows of contract 001: one method each; only super administrators may list. Every method throws `ApiError`.
 * @param key the key of the connection, to know whose key it is
 */
export function userCalls(transport: Transport, key: string) {
  return {
    /** All users without their keys, which leave this folder in no list. */
    async list(signal?: AbortSignal): Promise<ListAnswer<ListedUser>> {
      return readList(transport, {
        call: userList(signal),
        plural: 'users',
        read: raw => readUser(raw, key),
      });
    },

    /** The list as the CSV text that the manager makes, without the keys and formulas defused. */
    csv: (signal?: AbortSignal) => usersCsv(transport, key, signal),

    /** The same with the keys of all users, for a file and nothing else. */
    csvWithKeys: (signal?: AbortSignal) => usersCsvWithKeys(transport, signal),

    /**
     * The key of a user, as the list has it, to tell whether it was renewed: it goes into no document. Undefined where the
     * list shows none, or others than real ones.
     */
    async keyOf(id: number | string, signal?: AbortSignal): Promise<string | undefined> {
      const read = (raw: RawRecord) => ({ id: readUser(raw, key).id, token: raw.authentication_token });
      const { rows } = await readList(transport, { call: userList(signal), plural: 'users', read });
      if (!rows.some(({ token }) => token === key)) return undefined;
      const token = rows.find(one => String(one.id) === String(id))?.token;
      return typeof token === 'string' && token !== '' ? token : undefined;
    },

    /**
     * Gives a user a new key and answers it; the old one is void from then on. A GET that writes: it is sent at most
     * once (contract 001, Users).
     */
    async renewKey(id: number | string, signal?: AbortSignal): Promise<string> {
      const path = `/api/v1/users/${pathSegment(id)}/recreate_api_key`;
      const call = { method: 'GET', path, isRead: false, signal } as const;
      const key = newKeyIn(await transport.send(call, asNewKey));
      if (key !== undefined) return key;
      throw new ApiError({ reason: 'badResponse', method: 'GET', path, detail: 'No new key in the answer' });
    },
  };
}
