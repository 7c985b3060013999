import * as z from 'zod';
import { maskUserKeys } from '../model/text/csvText.js';
import { readRows, type ListAnswer } from '../model/listAnswer.js';
import { readUser, type ListedUser } from '../model/users.js';
import { ApiError } from './apiError.js';
import { readPages } from './listPages.js';
import { pathSegment } from './pathSegment.js';
import type { Transport } from './transport.js';

const usersCsv = '/api/v1/users.csv';

const renewal = z.looseObject({ auth_token: z.string().min(1) });

/**
 * The user rows of contract 001, one method each; only super administrators may list. Every method throws `ApiError`.
 * @param key the key of the connection, to know whose key it is
 */
export function userCalls(transport: Transport, key: string) {
  const csvWithKeys = (signal?: AbortSignal) =>
    transport.sendForText({ method: 'GET', path: usersCsv, isRead: true, signal });
  return {
    /** All users without their keys, which leave this folder in no list. */
    async list(signal?: AbortSignal): Promise<ListAnswer<ListedUser>> {
      const call = { method: 'GET', path: '/api/v1/users.json', isRead: true, signal } as const;
      const { entries, ...rest } = await readPages(transport, call, 'users');
      return { ...readRows(entries, raw => readUser(raw, key)), ...rest };
    },

    /** The list as the CSV text that the manager makes, without the keys. */
    async csv(signal?: AbortSignal): Promise<string> {
      const text = await csvWithKeys(signal);
      try {
        return maskUserKeys(text);
      } catch (cause) {
        throw new ApiError({
          reason: 'badResponse',
          method: 'GET',
          path: usersCsv,
          detail: 'Broken CSV',
          cause,
        });
      }
    },

    /** The list as the CSV text that the manager makes: it holds the keys of all users, for a file and nothing else. */
    csvWithKeys,

    /**
     * Gives a user a new key and answers it; the old one is void from then on. A GET that writes: it is sent at most
     * once (contract 001, Users).
     */
    async renewKey(id: number | string, signal?: AbortSignal): Promise<string> {
      const path = `/api/v1/users/${pathSegment(id)}/recreate_api_key`;
      const call = { method: 'GET', path, isRead: false, signal } as const;
      const answer = renewal.safeParse(await transport.send(call));
      if (answer.success) return answer.data.auth_token;
      throw new ApiError({ reason: 'badResponse', method: 'GET', path, detail: 'No new key in the answer' });
    },
  };
}
