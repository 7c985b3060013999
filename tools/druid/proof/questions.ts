import fc from 'fast-check';
import type { JsonObject } from '../../../packages/manager/src/dataQuery/querySchema.js';
import {
  sampleClientMac,
  sampleDropboxAddresses,
  sampleQueries,
} from 'netsensor-contract/query/sampleQueries';
import { anyQuery } from '../../../test/support/anyQuery.js';
import { randomQuery } from '../../../packages/manager/test/randomQuery.js';
import { presentOfProof } from './evidence.js';

/** A query for every engine, and what it is called where it is talked about. */
export interface Question {
  readonly name: string;
  readonly body: JsonObject;
}

/** Of ten random queries, those about rows made by hand; the others are about generated rows, and often wrong. */
const aboutHandRows = 0.7;
const hours = 3_600_000;

/** All published queries, over two stretches of time, and so many random ones; the same for the same seed. */
export function questions({ count, seed }: { readonly count: number; readonly seed: number }): Question[] {
  const byHand = Math.round(aboutHandRows * count);
  const random = fc.sample(randomQuery, { numRuns: byHand, seed });
  const generated = fc.sample(anyQuery, { numRuns: count - byHand, seed });
  return [
    ...[2, 12].flatMap(published),
    ...random.map(({ body }, index) => ({
      name: `random ${index}`,
      body: { dataSource: 'rb_flow', ...plain(body) },
    })),
    ...generated.map((body, index) => ({ name: `any ${index}`, body })),
  ];
}

function published(length: number): Question[] {
  const start = new Date(presentOfProof - length * hours).toISOString();
  const queries = sampleQueries({
    start,
    intervals: [`${start}/${new Date(presentOfProof).toISOString()}`],
    clientMac: sampleClientMac,
    dropboxAddresses: sampleDropboxAddresses,
  });
  return queries.map(({ title, query }) => ({
    name: `${title}, ${length} hours`,
    body: plain(query),
  }));
}

/** As it is sent: what is undefined is not there. */
const plain = (query: object): JsonObject => JSON.parse(JSON.stringify(query)) as JsonObject;
