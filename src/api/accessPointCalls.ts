import {
  accessPointRow,
  type AccessPoint,
  type AccessPointFilters,
  type AccessPointRow,
} from '../model/sensors/accessPoints.js';
import { readRows, type ListAnswer } from '../model/listAnswer.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import { readAccessPoint } from '../model/sensors/readRecords.js';
import { understood } from '../model/sensors/tolerant.js';
import { recordIn } from './decode.js';
import { readPages } from './listPages.js';
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
  ): Promise<void> => {
    const path = `${accessPoints}/${pathSegment(idOrMac)}`;
    const call = { method, path, body: fields, isRead: false, signal } as const;
    await transport.send(call);
  };
  return {
    /** Access points in the flat list layout. */
    async list(filters: AccessPointFilters = {}, signal?: AbortSignal): Promise<ListAnswer<AccessPointRow>> {
      const path = `${accessPoints}.json`;
      const call = { method: 'GET', path, parameters: filters, isRead: true, signal } as const;
      const { entries, ...rest } = await readPages(transport, call, 'access_points');
      return { ...readRows(entries, raw => understood(accessPointRow.shape, raw)), ...rest };
    },

    /** The list as the CSV text that the manager makes. */
    csv(filters: AccessPointFilters = {}, signal?: AbortSignal): Promise<string> {
      const path = `${accessPoints}.csv`;
      return transport.sendForText({ method: 'GET', path, parameters: filters, isRead: true, signal });
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
