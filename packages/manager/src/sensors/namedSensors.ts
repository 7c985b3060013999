import type * as z from 'zod';
import { createFlowSensor, createMseSensor, createVendorSensor } from 'netsensor-contract/sensors/sensors';
import type { Fields } from '../http/requestFields.js';
import { flowSensorAnswer, mseSensorAnswer, vendorSensorAnswer } from '../openApi/answers.js';
import type { StoredSensor } from './sensorStore.js';
import { sensorType } from './sensorKinds.js';

/** A kind of sensor that the contract creates and modifies by name. */
interface NamedKind {
  readonly type: number;
  /** What the kind is called in words. */
  readonly words: string;
  readonly schema: z.ZodObject;
  /** What create answers, keys in the published order (field notes §1.1). */
  readonly created: z.ZodObject;
}

export type KindName = 'flow' | 'vendor' | 'mse';

/** The kinds by their name in paths (contract 001, Sensors and domains). */
export const namedKinds: Readonly<Record<KindName, NamedKind>> = {
  flow: {
    type: sensorType.flow,
    words: 'flow sensor',
    schema: createFlowSensor,
    created: flowSensorAnswer,
  },
  vendor: {
    type: sensorType.vendor,
    words: 'vendor sensor',
    schema: createVendorSensor,
    created: vendorSensorAnswer,
  },
  mse: { type: sensorType.mse, words: 'MSE sensor', schema: createMseSensor, created: mseSensorAnswer },
};

export const kindNames = Object.keys(namedKinds) as KindName[];

/** What modify answers; only create answers the secret. */
export const modifiedAnswer = (kind: KindName): z.ZodObject =>
  namedKinds[kind].created.omit(kind === 'vendor' ? { secret: true } : {});

/** What modify answers of a sensor, which is also what create answers of it apart from its secret. */
export function sensorAnswer(kind: KindName, row: StoredSensor): object {
  const values: Fields = { ...settingsOf(row), ...row };
  return Object.fromEntries(
    Object.keys(modifiedAnswer(kind).shape).map(name => [name, values[name] ?? null]),
  );
}

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
