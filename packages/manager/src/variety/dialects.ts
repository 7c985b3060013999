import * as z from 'zod';
import { timeoutWord, type HttpProblem } from '../http/errors.js';

/** How managers are known or likely to word their answers; the first one is the default (field notes §1.4 and §4). */
export const dialectNames = ['manager', 'rails', 'newest', 'data', 'results'] as const;

export type DialectName = (typeof dialectNames)[number];

/** How an analytics engine words the failure of a query. */
export interface QueryErrors {
  readonly word: (problem: HttpProblem) => { readonly status: number; readonly body: object };
  readonly answer: z.ZodType;
}

/** Versions 0.6 to 0.9: the message, and 500 unless a web server in front timed out (field notes §1.4). */
const druid0: QueryErrors = {
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
  504: { error: timeoutWord, errorClass: 'java.util.concurrent.TimeoutException' },
};

const unknown = { error: 'Unknown exception', errorClass: 'java.lang.IllegalArgumentException' };

/** Versions of 2021 and later: a fixed word, the message, the class and the host (field notes §1.4). */
const druid2021: QueryErrors = {
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

/**
 * How a manager words what the contract leaves open: inventory answers (contract 000, Endpoints, rule 4) and error bodies.
 * The answers about sensors, access points and users are the same in every dialect, as contract 001 shows them.
 *
 * `list`, `one` and `error` are also called with schemas in place of the values: what they make then describes the body.
 */
export interface Dialect {
  readonly list: (plural: string, records: unknown, count: unknown) => unknown;
  readonly one: (singular: string, record: unknown) => unknown;
  /** Status of a create. */
  readonly created: 200 | 201;
  /** The answer to a delete; undefined is an empty body. */
  readonly deleted: { readonly status: 200 | 204; readonly body: unknown };
  readonly error: (problem: ProblemParts) => unknown;
  readonly queryErrors: QueryErrors;
}

/** A failure, or the schemas of its parts. */
export interface ProblemParts {
  readonly message: unknown;
  /** Messages by field, where fields are to blame. */
  readonly errors?: unknown;
}

const withQuery = {
  list: (plural: string, records: unknown) => ({ query: true, [plural]: records }),
  one: (singular: string, record: unknown) => ({ query: true, [singular]: record }),
  deleted: { status: 200, body: { query: true } },
} as const;

const plainError = ({ message, errors }: ProblemParts) => (errors ? { errors } : { error: message });

/** One dialect per row (field notes §4, Response wrapper, and §1.4). */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  /** By analogy with contract 001, General rules, rule 2. */
  manager: {
    ...withQuery,
    created: 200,
    error: ({ message, errors }) => ({ query: false, error: message, ...(errors ? { errors } : {}) }),
    queryErrors: druid0,
  },
  /** What a Rails scaffold makes. */
  rails: {
    list: (_plural, records) => records,
    one: (_singular, record) => record,
    created: 201,
    deleted: { status: 204, body: undefined },
    error: plainError,
    queryErrors: druid0,
  },
  /** The newest controllers: 201, and `errors` whatever is wrong; analytics of 2021 or later. */
  newest: {
    ...withQuery,
    created: 201,
    error: ({ message, errors }) => ({ errors: errors ?? message }),
    queryErrors: druid2021,
  },
  data: {
    list: (_plural, records) => ({ data: records }),
    one: (_singular, record) => ({ data: record }),
    created: 201,
    deleted: { status: 200, body: {} },
    error: plainError,
    queryErrors: druid0,
  },
  results: {
    list: (_plural, records, count) => ({ count, next: null, previous: null, results: records }),
    one: (_singular, record) => record,
    created: 201,
    deleted: { status: 204, body: undefined },
    error: plainError,
    queryErrors: druid0,
  },
};

/** Status and body of a failure, as the dialect words it. */
export function wordProblem(dialect: Dialect, problem: HttpProblem): { status: number; body: unknown } {
  if (problem.isFromQuery) return dialect.queryErrors.word(problem);
  return { status: problem.status, body: dialect.error(problem) };
}

/** The schema of the dialect's error bodies. */
export function errorAnswerOf({ error }: Dialect): z.ZodType {
  const message = z.string().describe('What is wrong.');
  const errors = z.record(z.string(), z.array(z.string())).describe('Messages by field.');
  return z.union([bodySchema(error({ message })), bodySchema(error({ message, errors }))]);
}

/** The schema of a body whose parts are schemas or fixed values. */
export function bodySchema(body: unknown): z.ZodType {
  if (body === undefined) return z.undefined();
  if (body instanceof z.ZodType) return body;
  if (typeof body !== 'object' || body === null) return z.literal(body as z.core.util.Literal);
  return z.strictObject(
    Object.fromEntries(Object.entries(body).map(([name, part]) => [name, bodySchema(part)])),
  );
}
