import * as z from 'zod';
import { looseBoolean, looseInteger, looseText } from './tolerant.js';

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

export type User = z.output<typeof user>;

const userWithoutKey = user.omit({ authentication_token: true });

/** A user without a key. `ownsKey` tells whether the connection's own key is this user's. */
export type ListedUser = z.output<typeof userWithoutKey> & { readonly ownsKey: boolean };
