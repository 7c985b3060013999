import * as z from 'zod';
import {
  accessPoint,
  accessPointRow,
  type AccessPoint,
  type AccessPointFilters,
  type AccessPointRow,
} from '../model/accessPoints.js';
import type { RecordFields } from '../model/recordText.js';
import { decode, unwrapList, unwrapRecord } from './decode.js';
import { pathSegment } from './pathSegment.js';
import type { Transport } from './transport.js';

const accessPoints = '/api/v1/access_points';

/** An access point by MAC address or by id, as the delete list names it. */
export type AccessPointIdentity = { readonly mac_address: string } | { readonly id: number | string };

/** The access point rows of contract 001, one method each. Every method throws `ApiError`; a write is sent at most once. */
export function accessPointCalls(transport: Transport) {
  const modify = async (
    method: 'PATCH' | 'PUT',
    idOrMac: number | string,
    { fields, signal }: { fields: RecordFields; signal?: AbortSignal },
  ): Promise<RecordFields> => {
    const path = `${accessPoints}/${pathSegment(idOrMac)}`;
    const call = { method, path, body: fields, isRead: false, signal } as const;
    return decode(z.looseObject({}), unwrapAccessPoint((await transport.send(call)) ?? {}), call);
  };
  return {
    /** Access points in the flat list layout. */
    async list(filters: AccessPointFilters = {}, signal?: AbortSignal): Promise<AccessPointRow[]> {
      const path = `${accessPoints}.json`;
      const call = { method: 'GET', path, parameters: filters, isRead: true, signal } as const;
      return decode(z.array(accessPointRow), unwrapList(await transport.send(call), 'access_points'), call);
    },

    /** The list as the CSV text that the manager makes. */
    csv(filters: AccessPointFilters = {}, signal?: AbortSignal): Promise<string> {
      const path = `${accessPoints}.csv`;
      return transport.sendForText({ method: 'GET', path, parameters: filters, isRead: true, signal });
    },

    /** Creates an access point from its fields. */
    async create(fields: RecordFields, signal?: AbortSignal): Promise<AccessPoint> {
      const call = { method: 'POST', path: accessPoints, body: fields, isRead: false, signal } as const;
      return decode(accessPoint, unwrapAccessPoint(await transport.send(call)), call);
    },

    /**
     * Changes the given fields of the access point with this id or MAC address. Answers what the manager says it stored,
     * which may be nothing: the name of the record's key is not documented.
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

/** Create answers under `ap`; what modify answers is not documented (contract 001, Gaps; field notes §6). */
const unwrapAccessPoint = (body: unknown): unknown => unwrapRecord(unwrapRecord(body, 'ap'), 'access_point');
