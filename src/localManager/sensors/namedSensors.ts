import type * as z from 'zod';
import { createFlowSensor, createMseSensor, createVendorSensor } from '../../model/sensors/sensors.js';
import type { Fields } from '../http/requestFields.js';
import type { StoredSensor } from './sensorStore.js';
import { sensorType } from './sensorKinds.js';

/** A kind of sensor that the contract creates and modifies by name. */
export interface NamedKind {
  readonly type: number;
  readonly schema: z.ZodObject;
  /** What create and modify answer, keys in the published order (field notes §1.1). */
  answer(row: StoredSensor): object;
}

export type KindName = 'flow' | 'vendor' | 'mse';

/** The kinds by their name in paths (contract 001, Sensors and domains). */
export const namedKinds: Readonly<Record<KindName, NamedKind>> = {
  flow: {
    type: sensorType.flow,
    schema: createFlowSensor,
    answer: ({ id, uuid, name, ip }) => ({ id, uuid, name, ip }),
  },
  vendor: {
    type: sensorType.vendor,
    schema: createVendorSensor,
    answer: row => {
      const { id, uuid, name, ip } = row;
      return { id, uuid, name, ip, vendor_validator: settingsOf(row)['vendor_validator'] ?? null };
    },
  },
  mse: {
    type: sensorType.mse,
    schema: createMseSensor,
    answer: row => {
      const { id, uuid, name } = row;
      const { stream, mse_version = null } = settingsOf(row);
      return { id, uuid, name, stream, mse_version };
    },
  },
};

export const kindNames = Object.keys(namedKinds) as KindName[];

/** What a domain answers when it is created or modified (field notes §1.1). */
export const domainAnswer = ({ id, name, type, domain_type, uuid }: StoredSensor): object => ({
  id,
  name,
  type,
  domain_type,
  uuid,
});

/** What a sensor carries beyond its record. */
export const settingsOf = (row: StoredSensor): Fields => JSON.parse(row.settings) as Fields;
