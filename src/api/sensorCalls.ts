import { readRows, type ListAnswer } from '../model/listAnswer.js';
import { recordName, recordUuid, type RawRecord } from '../model/sensors/nodeRecord.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import { treeFields, type SensorRecord } from '../model/sensors/sensors.js';
import { readSensor, readSensorTree } from '../model/sensors/readRecords.js';
import { understood } from '../model/sensors/tolerant.js';
import { recordIfAny, recordIn, unexpected } from './decode.js';
import { readPages } from './listPages.js';
import { pathSegment } from './pathSegment.js';
import type { Call, Transport } from './transport.js';

const sensors = '/api/v1/sensors';

/** What the contract can create below the sensor tree. */
export type SensorKind = 'domain' | 'flow' | 'vendor' | 'mse';

/** A sensor as create answers it. */
export type CreatedSensor = RawRecord & { readonly uuid: string; readonly name: string };

/** The sensor rows of contract 001, one method each. Every method throws `ApiError`; a write is sent at most once. */
export function sensorCalls(transport: Transport) {
  const write = (call: Omit<Call, 'isRead'>) => transport.send({ ...call, isRead: false });
  /** As `tree`, as it was sent: an index of what may be 100,000 records is made faster without reading every field. */
  const rawTree = async (uuid?: string, signal?: AbortSignal): Promise<RawRecord> => {
    const path = uuid === undefined ? `${sensors}/tree` : `${sensors}/${pathSegment(uuid)}/tree`;
    const call = { method: 'GET', path, isRead: true, signal } as const;
    const top = recordIn(await transport.sendForLargeAnswer(call), ['sensor'], call);
    if (Object.hasOwn(top, 'uuid') || Object.hasOwn(top, 'name')) return top;
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
      const { entries, ...rest } = await readPages(transport, call, 'mse');
      const list = readRows(entries, raw => (recordUuid(raw) === undefined ? 'noId' : readSensor(raw)));
      return { ...list, ...rest };
    },

    /**
     * Creates a domain or a sensor from its fields; a vendor sensor carries its one-time `secret`.
     * @throws {ApiError} `badResponse` also when the answer does not say which one it became
     */
    async create(kind: SensorKind, fields: RecordFields, signal?: AbortSignal): Promise<CreatedSensor> {
      const call = { method: 'POST', path: `${sensors}/${kind}`, body: fields, signal } as const;
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
      const call = { method: 'PATCH', path, body: fields, signal } as const;
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
      const path =
        uuid === undefined ? `${sensors}/override_all` : `${sensors}/${pathSegment(uuid)}/override_all`;
      await write({ method: 'POST', path, body, signal });
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
