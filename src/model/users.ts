import * as z from 'zod';
import { integerOf, isOn, textOf } from './looseValues.js';
import { present, type RawRecord } from './sensors/nodeRecord.js';
import { looseBoolean, looseInteger, looseText, understood } from './sensors/tolerant.js';

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
  readonly id?: number | null;
  readonly login?: string | null;
  readonly name?: string | null;
  readonly email?: string | null;
  readonly admin?: boolean | null;
  readonly enabled?: boolean | null;
  readonly [field: string]: unknown;
}

/**
 * A user as the manager sent it, without the key.
 * @param ownKey the key of the connection
 */
export function readUser({ authentication_token: token, ...raw }: RawRecord, ownKey: string): ListedUser {
  return {
    ...understood(user.shape, raw),
    ...present(raw, ['id'], integerOf),
    ...present(raw, ['login', 'name', 'email'], textOf),
    ...present(raw, ['admin', 'enabled'], isOn),
    ownsKey: token === ownKey,
  };
}
