import '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import * as z from 'zod';
import { mapValues } from 'netsensor-contract/text/collections';

/** Bodies by what they are called in the document. Those of generated data work as they stand. */
export type BodyExamples = Readonly<Record<string, unknown>>;

/** Sections of the document, with the contract document each one comes from. */
export const sections = {
  'Sensors and domains': 'The tree of domains and sensors (contract 001).',
  'Access points': 'Wireless access points (contract 001).',
  Users: 'User list and API keys (contract 001).',
  Inventory: 'The 14 inventory types (contract 000).',
  'Data query': 'Analytic queries over four data sources (contract 002).',
} as const;

export type Section = keyof typeof sections;

/** What the document says about one route. Every schema is one of `src/model/`, or made from one. */
interface Operation {
  /** What the name does not say. */
  readonly description?: string;
  /** What each parameter of the path stands for. */
  readonly path?: Readonly<Record<string, string | PathParameter>>;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Bodies that the page offers to send. */
  readonly examples?: BodyExamples;
  /** The body of a successful answer; `textAnswer` for CSV; undefined for none. */
  readonly answer: z.ZodType | ReturnType<typeof textAnswer> | undefined;
  /** 200 when left out. */
  readonly status?: number;
  /** Error statuses apart from 400, 401, 403 and 500, which every operation has, and 413 and 415, which all but GET have. */
  readonly errors?: readonly (404 | 422 | 502 | 503 | 504)[];
  /** Path in the document where it is not the path of the route. */
  readonly documentedPath?: string;
}

/** A parameter with a value that the page offers; those of calls that change or delete something have none. */
interface PathParameter {
  readonly description: string;
  readonly example: string;
}

declare module 'fastify' {
  interface FastifySchema {
    /** Statuses that answer with the error body of the manager's dialect. */
    errors?: readonly number[];
    documentedPath?: string | undefined;
  }
}

/** A CSV answer. @param columns what its rows hold */
export const textAnswer = (columns: string) => ({
  description: columns,
  content: { 'text/csv': { schema: z.string() } },
});

/**
 * Makes the `schema` of the routes of a section, each by the name that the contract's endpoint table gives it. Bodies and parameters are described by it and not checked: a manager takes more than it
 * documents (numbers as text, unknown fields), so the stores judge. Queries are checked and cast. Answers are written
 * as they are; the tests compare every one with its schema.
 */
export const inSection =
  (section: Section) =>
  (summary: string, about: Operation): FastifySchema => {
    const { description, path, query, body, examples = {}, answer, status = 200, errors = [] } = about;
    return {
      summary,
      tags: [section],
      ...(description !== undefined && { description }),
      ...(path && { params: z.object(mapValues(path, parameter)) }),
      ...(query && { querystring: query }),
      ...(body && { body: withExamples(body, examples) }),
      response: { [status]: answer ?? z.undefined().describe('No body.') },
      errors: [400, 401, 403, ...errors, 500],
      documentedPath: about.documentedPath,
    };
  };

/** The name under which the library takes examples for what stands around a schema. */
const asExamples = 'x-examples';

const parameter = (about: string | PathParameter): z.ZodType =>
  z.string().meta(typeof about === 'string' ? { description: about } : { ...about });

function withExamples(body: z.ZodType, examples: BodyExamples): z.ZodType {
  const named = mapValues(examples, value => ({ value }));
  return body.meta({ ...body.meta(), [asExamples]: named });
}
