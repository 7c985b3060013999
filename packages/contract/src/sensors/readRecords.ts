import * as z from 'zod';
import { accessPoint, type AccessPoint } from './accessPoints.js';
import { atOnce } from '../text/inSlices.js';
import { integerOf, textOf, isOn } from '../text/looseValues.js';
import { keyNames, secretPlaceholder } from '../text/secretNames.js';
import {
  present,
  recordName,
  recordType,
  recordUuid,
  recordsIn,
  unreadIn,
  type RawRecord,
} from './nodeRecord.js';
import { treeFields, uncertain, type SensorRecord } from './sensors.js';
import { understood, looseBoolean, looseInteger, looseText } from './tolerant.js';

/** A sensor while its children are added. */
type Growing = SensorRecord & { readonly children: SensorRecord[] };

/**
 * A sensor with all its subordinates, whatever the manager sent: one odd field or record hides no other. Records of any
 * depth are fine; what is no record is left out.
 */
export const readSensorTree = (top: RawRecord): SensorRecord => atOnce(sensorTreeSteps(top));

/** As `readSensorTree`, a node at a time, so that the caller can let others run in between. */
export function* sensorTreeSteps(top: RawRecord): Generator<void, SensorRecord> {
  const tree = yield* sensorSteps(top);
  const waiting: { raw: RawRecord; sensor: Growing }[] = [{ raw: top, sensor: tree }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const raw of recordsIn(node.raw.children)) {
      const sensor = yield* sensorSteps(raw);
      node.sensor.children.push(sensor);
      waiting.push({ raw, sensor });
    }
  }
  return tree;
}

/** A sensor without its children. */
export const readSensor = (raw: RawRecord): Growing => atOnce(sensorSteps(raw));

function* sensorSteps(raw: RawRecord): Generator<void, Growing> {
  const accessPoints: AccessPoint[] = [];
  for (const point of recordsIn(raw.access_points)) {
    accessPoints.push(readAccessPoint(point));
    yield;
  }
  const { children: _children, access_points: _points, ...own } = raw;
  const sensor: Growing = {
    ...understood(treeFields, own),
    ...present(raw, ['id', 'domain_type'], integerOf),
    uuid: recordUuid(raw) ?? '',
    name: recordName(raw),
    type: recordType(raw),
    children: [],
    access_points: accessPoints,
  };
  // Not among the fields, which are shown and sent.
  Object.defineProperty(sensor, uncertain, { value: uncertainOf(raw, sensor) });
  yield;
  return sensor;
}

/** What a call that carries the whole of a sensor would delete or change, because it could not be read. */
function uncertainOf(raw: RawRecord, { type, domain_type: domainType, access_points: points }: Growing) {
  const isOdd = type === 0 || (domainType === null && raw.domain_type !== null);
  return {
    nodes: isOdd || unreadIn({ children: raw.children }).length > 0,
    accessPoints:
      points.some(({ mac_address: mac }) => !mac) ||
      unreadIn({ access_points: raw.access_points }).length > 0,
  };
}

/** An access point, whatever the manager sent. */
export function readAccessPoint(raw: RawRecord): AccessPoint {
  return {
    ...understood(accessPoint.shape, raw),
    ...present(raw, ['id'], integerOf),
    ...present(raw, ['name', 'mac_address', 'sensor_uuid'], textOf),
  };
}

/** A user as the user list returns it (contract 001, User record). */
export const user = z.looseObject({
  id: looseInteger.describe('Internal id.'),
  email: looseText.describe('E-mail address.'),
  login: looseText.describe('Login name.'),
  admin: looseBoolean.describe('Whether the user is a super administrator.'),
  name: looseText.describe('Full name.'),
  enabled: looseBoolean.describe('Whether the user may log in.'),
  authentication_token: looseText.describe('API key of the user. Never shown in the editor.'),
  sensor_id: looseInteger.describe("Id of the user's top domain."),
  sensor_name: looseText.describe("Name of the user's top domain."),
  sensor_uuid: looseText.describe("Uuid of the user's top domain."),
});

/** A user without a key; fields without a type hold whatever the manager sent. */
export interface ListedUser {
  /** Whether the connection's own key is this user's. */
  readonly ownsKey: boolean;
  /** A whole number by the contract; some managers send text, such as a uuid. Null for none that a call could name. */
  readonly id: number | string | null;
  readonly login?: string | null;
  readonly name?: string | null;
  readonly email?: string | null;
  readonly admin?: boolean | null;
  readonly enabled?: boolean | null;
  readonly [field: string]: unknown;
}

/** An integer beyond 2^53 keeps its digits as text. */
function userId(id: unknown): number | string | null {
  const number = integerOf(id);
  if (number !== undefined) return number;
  if (typeof id === 'bigint') return String(id);
  return typeof id === 'string' && id.trim() !== '' ? id : null;
}

/**
 * A user as the manager sent it, without the key, whatever the manager calls it.
 * @param ownKey the key of the connection
 */
export function readUser({ authentication_token: token, id, ...raw }: RawRecord, ownKey: string): ListedUser {
  return {
    id: userId(id),
    ...withoutKeys(understood(user.shape, raw), ownKey),
    ...present(raw, ['login', 'name', 'email'], textOf),
    ...present(raw, ['admin', 'enabled'], isOn),
    ownsKey: [token, ...Object.values(raw)].includes(ownKey),
  };
}

const isAnything = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;

/** The fields of a user, with a word in place of what is called a key, at any depth, or is that of the connection. */
function withoutKeys(fields: RawRecord, ownKey: string): RawRecord {
  const isKey = (name: string, value: unknown) =>
    value === ownKey || (keyNames.test(name) && isAnything(value));
  const text = JSON.stringify(fields, (name, value: unknown) =>
    isKey(name, value) ? secretPlaceholder : value,
  );
  return JSON.parse(text) as RawRecord;
}
