import { IANAZone } from 'luxon';
import type { EraName } from '../../../src/localManager/dataQuery/eras.js';
import { isRecord } from '../../../src/model/text/looseValues.js';
import { firstDifference, type Difference } from '../../../test/support/compareAnswers.js';
import type { Answer } from './answers.js';
import { presentOfProof } from './evidence.js';
import {
  estimates,
  namedOutside,
  numbersOfText,
  readsRegistersOfNumbers,
  recordsIn,
  type Dependents,
} from './outputs.js';
import type { Question } from './questions.js';

/** Two answers to one query that are not the same. */
export interface Disagreement {
  readonly question: Question;
  readonly era: EraName;
  /** Of the engine that was asked: `28.0.0`. */
  readonly version: string;
  /** Of the embedded engine. */
  readonly expected: Answer;
  readonly found: Answer;
  /** The first one, besides the zone of a time; undefined where one of the answers is no result, or there is no other. */
  readonly difference: Difference | undefined;
}

/** A difference that is known, with the reason why it stays. */
export interface KnownDifference {
  readonly name: string;
  readonly reason: string;
  readonly covers: (disagreement: Disagreement) => boolean;
}

/** Every disagreement of a proof is one of these, or fails it. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    name: 'zone of a time',
    reason:
      'Brokers print the time of a bucket that a single segment has in UTC; it is the same moment. Others have the zone.',
    covers: ({ expected, found, difference }) =>
      expected.status === 200 && found.status === 200 && difference === undefined,
  },
  {
    name: 'refused by Druid alone',
    reason:
      'Druid fails where registers of distinct values are read out of what is a number, and ends what it has written of the answer; the embedded engine takes the number.',
    covers: ({ question, expected, found }) =>
      (found.status !== 200 || typeof found.body === 'string' || isBrokenOff(expected.body, found.body)) &&
      readsRegistersOfNumbers(question.body),
  },
  {
    name: 'registers in a having of 28',
    reason:
      'With nulls as in SQL, 28 loses groups where a having looks at registers that are read out of a number; later ones fail.',
    covers: ({ question: { body }, version, era }) =>
      version.startsWith('28.') && era === '31' && isRecord(body['having']) && readsRegistersOfNumbers(body),
  },
  {
    name: 'negated bound of 28',
    reason:
      'With nulls as in SQL, 28 takes a bound of a missing value for unknown, 31 to 33 for false where no index answers; the embedded engine is like those.',
    covers: ({ question: { body }, version, era }) =>
      version.startsWith('28.') && era === '31' && /"not".*"bound".*"lower"/.test(JSON.stringify(body)),
  },
  {
    name: 'ordered by registers',
    reason:
      'Druid 28 failed, a number being no HyperLogLogCollector, where a topN was ordered by a fieldAccess of an estimate; the manager on it was answered. Why is not known yet.',
    covers: ({ question: { body }, found }) =>
      JSON.stringify(found.body).includes('ClassCastException') &&
      body['queryType'] === 'topN' &&
      estimates(body).decide,
  },
  {
    name: 'chosen by an estimate',
    reason:
      'Rows that are ordered, cut or kept by an estimate change places where two estimates differ a little.',
    covers: ({ question, difference }) => difference !== undefined && estimates(question.body).decide,
  },
  {
    name: 'computed of an estimate',
    reason: 'What is computed of estimates, such as a quotient, differs more than they do.',
    covers: ({ question, difference }) => estimates(question.body).computed.has(outputOf(difference)),
  },
  {
    name: 'filtered with a name outside',
    reason:
      'A groupBy of Druid finds nothing under the name of a filtered aggregation whose aggregator has another name (field notes §2.11); managers mean the outer one.',
    covers: ({ question: { body }, difference }) =>
      body['queryType'] === 'groupBy' && difference !== undefined && hangsOn(namedOutside(body), difference),
  },
  {
    name: 'text without a number',
    reason:
      'With nulls as in SQL, sums, minima and maxima of text in which nothing is a number are null where a segment has no value at all; the embedded engine looks at the whole column.',
    covers: ({ question, era, difference }) =>
      era === '31' && difference !== undefined && hangsOn(numbersOfText(question.body), difference),
  },
  {
    name: 'start of all',
    reason:
      'Under skipEmptyBuckets a timeseries over all begins with the first segment that has a matching row; the embedded engine prints the start of the interval.',
    covers: ({ question: { body }, expected, found, difference }) =>
      body['queryType'] === 'timeseries' &&
      body['granularity'] === 'all' &&
      difference?.path === '0.timestamp' &&
      sameResults(body, expected.body, found.body),
  },
  {
    name: 'hours off the hour',
    reason:
      'Periods of several hours in a zone such as Kathmandu, which was 05:30 from UTC and is 05:45 now: Druid prints a bucket more than once, with a time before the interval, and a groupBy counts from the full hours of today. The embedded engine counts hours from the epoch.',
    covers: ({ question: { body }, found }) =>
      isPeriodOfHours(body['granularity']) &&
      (repeatsTime(found.body) ||
        (body['queryType'] === 'groupBy' && hasMovedInTheHour(body['granularity']))),
  },
  {
    name: 'topN of more values than segments give',
    reason:
      'For a topN Druid takes the best 1,000 values of each segment, so those that are small, or best by a minimum or maximum, lack rows of other segments where there are more (some 2,000 clients in an hour). With a minTopNThreshold of 100,000 it answers as the embedded engine does, which looks at all rows.',
    covers: ({ question: { body }, difference }) =>
      difference !== undefined && isOfManyValues(body) && !isOrderedBySum(body),
  },
  {
    name: 'ordered twice by a dimension',
    reason:
      'Where a limitSpec names a dimension twice, Druid mixes up the order of the other ones, which decides what the limit cuts.',
    covers: ({ question: { body }, difference }) =>
      difference !== undefined && (namesTwice(body['limitSpec']) || namesTwice(body['orderBy'])),
  },
  {
    name: 'buckets of a namespace',
    reason:
      'Managers keep a data source for each namespace, and so does the embedded engine; in one data source for all, hours have buckets in which only others have rows.',
    covers: disagreement => {
      const { namespace_uuids: namespaces, queryType } = disagreement.question.body;
      const isChosen = Array.isArray(namespaces) && namespaces.length > 0;
      return isChosen && queryType !== 'groupBy' && sameWhereBothAre(disagreement);
    },
  },
];

const outputOf = (difference: Difference | undefined): string => difference?.path.split('.').at(-1) ?? '';

const hangsOn = ({ plain, computed, decide }: Dependents, difference: Difference): boolean =>
  decide || plain.has(outputOf(difference)) || computed.has(outputOf(difference));

/** Whether answers agree, whatever their times. */
function sameResults(body: Question['body'], expected: unknown, found: unknown): boolean {
  const [one, other] = [[...bucketsOf(expected).values()], [...bucketsOf(found).values()]];
  const { plain: estimated } = estimates(body);
  return firstDifference(one, other, { estimated, times: 'moments' }) === undefined;
}

/** Whether the buckets agree that both answers have, but for numbers of text, which differ with nulls of SQL anyway. */
function sameWhereBothAre({ question: { body }, era, expected, found }: Disagreement): boolean {
  const [one, other] = [bucketsOf(expected.body), bucketsOf(found.body)];
  const { plain: estimated } = estimates(body);
  const { plain, computed } = numbersOfText(body);
  const isOfText = (key: string) => era === '31' && (plain.has(key) || computed.has(key));
  const compared = (bucket: unknown): unknown =>
    JSON.parse(JSON.stringify(bucket, (key, value: unknown) => (isOfText(key) ? undefined : value)));
  return [...one].every(
    ([time, bucket]) =>
      !other.has(time) ||
      !firstDifference(compared(bucket), compared(other.get(time)), { estimated, times: 'moments' }),
  );
}

const isPeriodOfHours = (granularity: unknown): boolean =>
  isRecord(granularity) && /^PT\d+H$/i.test(String(granularity['period']));

/** Whether the hours of a zone begin at other minutes today than they did when time was counted from. */
function hasMovedInTheHour(granularity: unknown): boolean {
  const zone = IANAZone.create(String(isRecord(granularity) && granularity['timeZone']));
  return zone.isValid && (zone.offset(presentOfProof) - zone.offset(0)) % 60 !== 0;
}

/** Dimensions that have more than a thousand values in an hour of generated rows. */
const dimensionsOfMany: readonly unknown[] = ['client_mac'];

/** Whether a query is a topN of such a dimension. */
function isOfManyValues({ queryType, dimension }: Question['body']): boolean {
  return (
    queryType === 'topN' &&
    dimensionsOfMany.includes(isRecord(dimension) ? dimension['dimension'] : dimension)
  );
}

/** Whether what comes first is the largest of sums, which have most of their rows among the best of every segment. */
function isOrderedBySum({ metric, aggregations }: Question['body']): boolean {
  const name = isRecord(metric) && metric['type'] === 'numeric' ? metric['metric'] : metric;
  const ordering = recordsIn(aggregations).find(each => each['name'] === name);
  return ordering !== undefined && /^(count|\w+Sum)$/.test(String(ordering['type']));
}

/** Whether an answer ends before the other one, and is the same until then. */
function isBrokenOff(whole: unknown, part: unknown): boolean {
  if (!Array.isArray(whole) || !Array.isArray(part) || part.length >= whole.length) return false;
  const tolerance = { estimated: new Set<string>(), times: 'moments' } as const;
  return firstDifference(whole.slice(0, part.length), part, tolerance) === undefined;
}

function repeatsTime(answer: unknown): boolean {
  const times = recordsIn(answer).map(({ timestamp }) => String(timestamp));
  return new Set(times).size < times.length;
}

function namesTwice(order: unknown): boolean {
  const names = recordsIn(isRecord(order) && order['columns']).map(({ dimension }) => String(dimension));
  return new Set(names).size < names.length;
}

const bucketsOf = (answer: unknown): Map<number, unknown> =>
  new Map(
    (Array.isArray(answer) ? (answer as unknown[]) : [])
      .filter(isRecord)
      .map(bucket => [Date.parse(String(bucket['timestamp'])), bucket['result']]),
  );
