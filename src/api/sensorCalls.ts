import * as z from 'zod';
import {
  sensorRecord,
  storedDomain,
  storedFlowSensor,
  storedMseSensor,
  storedVendorSensor,
  type SensorRecord,
} from '../model/sensors.js';
import type { RecordFields } from '../model/recordText.js';
import { decode, unwrapList, unwrapRecord } from './decode.js';
import { pathSegment } from './pathSegment.js';
import type { Call, Transport } from './transport.js';

const sensors = '/api/v1/sensors';

/** What a create answers, by kind (contract 001, Endpoints). */
const stored = {
  domain: storedDomain,
  flow: storedFlowSensor,
  vendor: storedVendorSensor,
  mse: storedMseSensor,
};

/** Anything but an answer without a record in it. */
const topRecord = z.custom<Readonly<Record<string, unknown>>>(
  value => typeof value === 'object' && value !== null && ('uuid' in value || 'name' in value),
  'is not a domain',
);

/** What the contract can create below the sensor tree. */
export type SensorKind = keyof typeof stored;

/** A sensor as create answers it; a vendor sensor carries its one-time `secret`. */
export type CreatedSensor = z.output<typeof storedDomain>;

/** The sensor rows of contract 001, one method each. Every method throws `ApiError`; a write is sent at most once. */
export function sensorCalls(transport: Transport) {
  const write = (call: Omit<Call, 'isRead'>) => transport.send({ ...call, isRead: false });
  return {
    /** A sensor with all its subordinates; the caller's top domain without a uuid. */
    async tree(uuid?: string, signal?: AbortSignal): Promise<SensorRecord> {
      const path = uuid === undefined ? `${sensors}/tree` : `${sensors}/${pathSegment(uuid)}/tree`;
      const call = { method: 'GET', path, isRead: true, signal } as const;
      return decode(sensorRecord, unwrapRecord(await transport.sendForLargeAnswer(call), 'sensor'), call);
    },

    /** The record of the caller's top domain as it was sent: `indexSensors` reads what may be 100,000 records faster. */
    async wholeTree(signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
      const call = { method: 'GET', path: `${sensors}/tree`, isRead: true, signal } as const;
      return decode(topRecord, unwrapRecord(await transport.sendForLargeAnswer(call), 'sensor'), call);
    },

    /** The MSE sensors of a domain, without children. */
    async listMse(uuid: string, signal?: AbortSignal): Promise<SensorRecord[]> {
      const call = {
        method: 'GET',
        path: `${sensors}/${pathSegment(uuid)}/mse`,
        isRead: true,
        signal,
      } as const;
      return decode(z.array(sensorRecord), unwrapList(await transport.send(call), 'mse'), call);
    },

    /** Creates a domain or a sensor from its fields. */
    async create(kind: SensorKind, fields: RecordFields, signal?: AbortSignal): Promise<CreatedSensor> {
      const call = { method: 'POST', path: `${sensors}/${kind}`, body: fields, signal } as const;
      return decode<CreatedSensor>(stored[kind], unwrapRecord(await write(call), 'sensor'), call);
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
      return decode(z.looseObject({}), unwrapRecord((await write(call)) ?? {}, 'sensor'), call);
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
