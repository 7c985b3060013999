import type { FlowPlace } from '../../model/pictures/topology/nodeTraffic.js';
import { namespaceQuestions, namespaceRows } from '../../model/query/topologyQuery.js';
import { resolveRange, type Stretch } from 'netsensor-contract/query/timeRange';
import type { QueryRow } from '../../model/query/queryResult.js';
import { missingSourceWords } from '../../words/topologyWords.js';
import type { Inert } from '../../words/inert.js';
import { FreshAnswer } from '../freshAnswer.js';
import type { AskingParts } from '../pictureEntry.js';
import type { TreeSubject } from '../pictureTree.js';

/** Milliseconds for which a failure is taken for an answer: each is drawn, and to draw is to ask. */
const failureFreshness = 5_000;

/** What came of several answers. */
export interface Partly {
  /** What did not come, and why; undefined where nothing is missing. */
  readonly missing?: Inert | undefined;
}

/** Answers of which a part may be missing: that is asked for again as soon as after a failure. */
export const freshParts = <T extends Partly>(): FreshAnswer<T> =>
  new FreshAnswer<T>({ failureFreshness, isWhole: ({ missing }) => missing === undefined });

/** The flows that a question is about, each once, from all sources in which a manager may keep them. */
export interface FlowRows extends Partly {
  readonly rows: readonly QueryRow[];
  /** The same by source, as they came. */
  readonly answers: readonly (readonly QueryRow[])[];
}

/**
 * Asks each source in which a manager may keep flows; one that does not answer leaves the others as they are.
 * @param asked a query that groups by namespace
 * @throws {ApiError} when none of them answers
 */
export async function askFlows(
  { connections, closed }: AskingParts,
  { connectionId }: TreeSubject,
  { query, namespaces }: { readonly query: object } & Pick<FlowPlace, 'namespaces'>,
): Promise<FlowRows> {
  const client = await connections.client(connectionId);
  const settled = await Promise.allSettled(
    namespaceQuestions(query, namespaces).map(async asked => (await client.runQuery(asked, closed)).rows),
  );
  const answers = settled.map(each => (each.status === 'fulfilled' ? each.value : []));
  const failed = settled.findIndex(({ status }) => status === 'rejected');
  const failure = settled[failed];
  if (failure?.status !== 'rejected') return { rows: namespaceRows(answers), answers };
  if (settled.every(({ status }) => status === 'rejected')) throw failure.reason;
  return {
    rows: namespaceRows(answers),
    answers,
    missing: missingSourceWords(failed === 0 ? 'shared' : 'own', failure.reason),
  };
}

/** The hour that ends now. */
export function lastHour(): Stretch {
  const resolved = resolveRange('last hour', { now: Date.now(), zone: 'UTC' });
  if (!('stretch' in resolved)) throw new RangeError('last hour');
  return resolved.stretch;
}
