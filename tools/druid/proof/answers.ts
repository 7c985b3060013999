import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../../../packages/manager/src/dataQuery/querySchema.js';
import { nativeForm } from './nativeForm.js';

/** What was answered to a query. */
export interface Answer {
  readonly status: number;
  /** The decoded body, or its text where it is no JSON. */
  readonly body: unknown;
}

/** Something that answers queries of the contract. */
export type Ask = (query: JsonObject) => Promise<Answer>;

/** Milliseconds that a query may take in a cluster. */
const longestRun = 120_000;

/** Asks a manager in this process. @param key of its administrator */
export const askManager =
  (app: FastifyInstance, key: string): Ask =>
  async query => {
    const url = `/api/data?auth_token=${key}`;
    const { statusCode: status, body } = await app.inject({ method: 'POST', url, payload: query });
    return { status, body: decoded(body) };
  };

/** Asks a broker itself, past every manager. */
export const askBroker =
  (address: string): Ask =>
  async query => {
    const native = nativeForm(query);
    const context = { ...(native['context'] as object | undefined), timeout: longestRun };
    const response = await fetch(`${address}/druid/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...native, context }),
    });
    return { status: response.status, body: decoded(await response.text()) };
  };

function decoded(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
