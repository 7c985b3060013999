import type { Fault, SeenRequest } from '../../packages/manager/test/faultyProxy.js';
import { hostileWords } from './hostileTexts.js';

/** A way in which a request fails. */
export interface RequestFailure {
  readonly name: string;
  readonly fault: Fault;
  /** Whether nothing works any more after it. */
  readonly lasts?: boolean;
  /** Whether it ends when nobody waits any longer; it is tried with the first write only, because it takes so long. */
  readonly isSilent?: boolean;
}

/** The name of a failure of writes. */
export type WriteFailure = keyof typeof faultsOfWrites;

const internalError: Fault = { type: 'answer', status: 500, body: { query: false, error: hostileWords } };

/** Lost connections are read again by themselves, so a read fails with an answer. */
export const failuresOfReads: readonly RequestFailure[] = [{ name: 'status 500', fault: internalError }];

/** A write may have been done although its answer says nothing; after the last one nothing works any more. */
const faultsOfWrites = {
  reset: { fault: { type: 'reset', operation: 'skipped' } },
  'reset after the write': { fault: { type: 'reset' } },
  'status 500': { fault: internalError },
  'a page after the write, for good': { fault: { type: 'page', operation: 'done' }, lasts: true },
  'no answer in time': { fault: { type: 'silence', operation: 'done' }, isSilent: true },
} as const satisfies Readonly<Record<string, Omit<RequestFailure, 'name'>>>;

/** The names of all failures of writes. */
export const writeFailures = Object.keys(faultsOfWrites) as WriteFailure[];

/** The failures of writes with these names. */
export const failuresOfWrites = (names: readonly WriteFailure[] = writeFailures): RequestFailure[] =>
  names.map(name => ({ name, ...faultsOfWrites[name] }));

/** Whether a request changes something; a new key is asked for with GET. */
export const isWrite = ({ method, url }: SeenRequest): boolean =>
  method !== 'GET' || url.includes('recreate_api_key');

/** A request that is made to fail: the one with this number, counted from 0. */
export interface FailingRequest extends RequestFailure {
  readonly index: number;
  /** The request and the failure as a sentence names them. */
  readonly title: string;
}

/** Every failure of every request of a flow; `names` limits those of its writes. */
export function failuresOf(
  requests: readonly SeenRequest[],
  names: readonly WriteFailure[] = writeFailures,
): FailingRequest[] {
  const firstWrite = requests.findIndex(isWrite);
  return requests.flatMap((request, index) =>
    (isWrite(request) ? failuresOfWrites(names) : failuresOfReads)
      .filter(({ isSilent }) => !isSilent || index === firstWrite)
      .map(failure => failing(request, index, failure)),
  );
}

/** One failure of the first write or, where nothing is written, of the first read. */
export function sampleOf(requests: readonly SeenRequest[], name: WriteFailure): FailingRequest[] {
  const first = Math.max(0, requests.findIndex(isWrite));
  return failuresOf(requests, [name]).filter(({ index }) => index === first);
}

const failing = (request: SeenRequest, index: number, failure: RequestFailure): FailingRequest => ({
  ...failure,
  index,
  title: `${failure.name} at request ${index}, ${request.method} ${request.url.split('?')[0] ?? ''}`,
});
