import * as z from 'zod';
import type { HttpProblem } from '../http/errorAnswers.js';

/** How an analytics engine words the failure of a query. */
export interface QueryErrors {
  readonly word: (problem: HttpProblem) => { readonly status: number; readonly body: object };
  readonly answer: z.ZodType;
}

/** Versions 0.6 to 0.9: the message, and 500 unless a web server in front timed out (field notes §1.4). */
export const druid0: QueryErrors = {
  word: ({ status, message }) => ({ status, body: { error: message } }),
  answer: z.strictObject({ error: z.string().describe('Message of the engine.') }),
};

/** What an engine of 2021 or later calls a failure, by status (field notes §1.4). */
const failures: Readonly<Record<number, { readonly error: string; readonly errorClass: string }>> = {
  400: {
    error: 'Resource limit exceeded',
    errorClass: 'org.apache.druid.query.ResourceLimitExceededException',
  },
  429: {
    error: 'Query capacity exceeded',
    errorClass: 'org.apache.druid.query.QueryCapacityExceededException',
  },
  501: { error: 'Unsupported operation', errorClass: 'org.apache.druid.query.QueryUnsupportedException' },
  504: { error: 'Query timeout', errorClass: 'java.util.concurrent.TimeoutException' },
};

const unknown = { error: 'Unknown exception', errorClass: 'java.lang.IllegalArgumentException' };

/** Versions of 2021 and later: a fixed word, the message, the class and the host (field notes §1.4). */
export const druid2021: QueryErrors = {
  word: ({ status, message }) => {
    const { error, errorClass } = failures[status] ?? unknown;
    return {
      status,
      body: { error, errorMessage: message, errorClass, host: 'broker.manager.cluster:8082' },
    };
  },
  answer: z.strictObject({
    error: z.string().describe('Kind of failure.'),
    errorMessage: z.string().describe('Message of the engine.'),
    errorClass: z.string().describe('Java class of the failure.'),
    host: z.string().describe('Host and port of the engine.'),
  }),
};
