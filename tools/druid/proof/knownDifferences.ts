import { IANAZone } from 'luxon';
import type { EraName } from '../../../packages/manager/src/dataQuery/eras.js';
import type { JsonObject } from '../../../packages/manager/src/dataQuery/querySchema.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { Difference } from '../../../test/support/compareAnswers.js';
import { agreeButForEmptyBuckets, agreeButForTimes, isBrokenOff } from './answerParts.js';
import type { Answer } from './answers.js';
import { presentOfProof } from './evidence.js';
import {
  estimates,
  hasSpelledNumbers,
  recordsBelow,
  recordsIn,
  registersOfNumbers,
  withoutChoiceBy,
  withoutOutputs,
  withPresentTexts,
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
  /** The first one, besides times in UTC; undefined where one of the answers is no result, or there is no other. */
  readonly difference: Difference | undefined;
}

/** A difference that is known, with the reason why it stays. */
export interface KnownDifference {
  readonly name: string;
  readonly reason: string;
  /** Whether a disagreement can be this one, by its query and by what the answers show. */
  readonly covers: (disagreement: Disagreement) => boolean;
  /**
   * The query without what the difference is about. On it the engines have to agree, but for other known differences: so
   * nothing hides behind this one. Left out where the answers alone show that nothing does.
   */
  readonly without?: (body: JsonObject) => JsonObject;
}

/** Every disagreement of a proof is one of these, or fails it. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    name: 'zone of a time',
    reason:
      'Brokers print the time of a bucket that a single segment has in UTC; it is the same moment. Others have the zone.',
    covers: ({ question: { body }, expected, found, difference }) =>
      [expected, found].every(({ status }) => status === 200) &&
      difference === undefined &&
      isRecord(body['granularity']) &&
      body['granularity']['timeZone'] !== undefined,
  },
  {
    name: 'refused by Druid alone',
    reason:
      'Druid fails where registers of distinct values are read out of what is a number, or a topN is in their order, and ends what it has written of the answer; the embedded engine takes the number.',
    covers: ({ question: { body }, expected, found }) =>
      registersOfNumbers(body).names.size > 0 &&
      (found.status === 200
        ? typeof found.body === 'string' || isBrokenOff(expected.body, found.body)
        : /HyperLogLogCollector|hyperUnique|Long cannot be cast to class java.lang.Double/i.test(
            JSON.stringify(found.body),
          )),
    without: body => withoutOutputs(body, registersOfNumbers(body)),
  },
  {
    name: 'registers in a having of 28',
    reason:
      'With nulls as in SQL, 28 loses groups where a having looks at registers that are read out of a number; later ones fail.',
    covers: ({ question: { body }, version, era, difference }) =>
      difference !== undefined &&
      version.startsWith('28.') &&
      era === '31' &&
      isRecord(body['having']) &&
      registersOfNumbers(body).decide,
    without: body => withoutOutputs(body, registersOfNumbers(body)),
  },
  {
    name: 'missing values in a not of 28',
    reason:
      'With nulls as in SQL, 28 takes a bound of a missing value for unknown, and an empty in for false; 31 to 33 take the first for false where no index answers, and the other for unknown. The embedded engine is like those.',
    covers: ({ question: { body }, version, era, difference }) =>
      difference !== undefined && version.startsWith('28.') && era === '31' && negates(body, isOtherIn28),
    without: body => ofValues(body, isOtherIn28) as JsonObject,
  },
  {
    name: 'missing texts as numbers of 28',
    reason:
      'With nulls as in SQL, 28 takes a row without a text for one with a number where texts are summed or compared: a group of such rows has the starting value, 0 or an infinity. In 33 it has none, as in the embedded engine.',
    covers: ({ question: { body }, version, era, difference }) =>
      difference !== undefined && version.startsWith('28.') && era === '31' && hasSpelledNumbers(body),
    without: withPresentTexts,
  },
  {
    name: 'chosen by an estimate',
    reason:
      'Rows that are ordered, cut or kept by an estimate change places where two estimates differ a little.',
    covers: ({ question: { body }, difference }) => difference !== undefined && estimates(body).decide,
    without: body => withoutChoiceBy(estimates(body), body),
  },
  {
    name: 'computed of an estimate',
    reason: 'What is computed of estimates, such as a quotient, differs more than they do.',
    covers: ({ question: { body }, difference }) =>
      difference !== undefined && estimates(body).computed.size > 0,
    without: body => withoutOutputs(body, { ...estimates(body), names: estimates(body).computed }),
  },
  {
    name: 'start of all',
    reason:
      'Under skipEmptyBuckets a timeseries over all begins with the first segment that has a matching row; the embedded engine prints the start of the interval.',
    covers: ({ difference, ...answers }) => {
      const { queryType, granularity, context } = answers.question.body;
      const skips = isRecord(context) && context['skipEmptyBuckets'] === true;
      const isMeant =
        difference !== undefined && queryType === 'timeseries' && granularity === 'all' && skips;
      return isMeant && agreeButForTimes(answers);
    },
  },
  {
    name: 'hours off the hour',
    reason:
      'Periods of several hours in a zone such as Kathmandu, which was 05:30 from UTC and is 05:45 now: Druid counts them from 1970 and then cuts off the minutes, so buckets begin at full hours of today, and one may come twice. The embedded engine counts hours from 1970.',
    covers: ({ question: { body }, difference }) =>
      difference !== undefined && isOfHoursThatMoved(body['granularity']),
    without: ({ granularity, ...body }) => ({ ...body, granularity: withPresentOffset(granularity) }),
  },
  {
    name: 'ordered twice by a dimension',
    reason:
      'Where a limitSpec names a dimension twice, Druid mixes up the order of the other ones, which decides what the limit cuts.',
    covers: ({ question: { body }, difference }) =>
      difference !== undefined && (namesTwice(body['limitSpec']) || namesTwice(body['orderBy'])),
    without: ({ limitSpec, orderBy, ...body }) => ({
      ...body,
      ...(isRecord(limitSpec) && { limitSpec: namedOnce(limitSpec) }),
      ...(isRecord(orderBy) && { orderBy: namedOnce(orderBy) }),
    }),
  },
  {
    name: 'buckets of a namespace',
    reason:
      'Managers keep a data source for each namespace, and so does the embedded engine; in one data source for all, hours have buckets in which only others have rows.',
    covers: ({ difference, ...answers }) => {
      const { namespace_uuids: namespaces, queryType } = answers.question.body;
      const isChosen = Array.isArray(namespaces) && namespaces.length > 0;
      const isMeant = difference !== undefined && isChosen && queryType !== 'groupBy';
      return isMeant && agreeButForEmptyBuckets(answers);
    },
    without: ({ namespace_uuids: values, filter, ...body }) => {
      const chosen = { type: 'in', dimension: 'namespace_uuid', values };
      return { ...body, filter: filter ? { type: 'and', fields: [chosen, filter] } : chosen };
    },
  },
];

type OnFilter = (filter: JsonObject) => boolean;

/** A bound, or an `in` of no values. */
const isOtherIn28: OnFilter = ({ type, values }) =>
  type === 'bound' || (type === 'in' && Array.isArray(values) && values.length === 0);

const negates = (body: JsonObject, isMeant: OnFilter): boolean =>
  [...recordsBelow(body)].some(part => part['type'] === 'not' && [...recordsBelow(part)].some(isMeant));

/** The query whose filters of some kind take no row without a value, as they do in every version when that is said. */
function ofValues(part: unknown, isMeant: OnFilter): unknown {
  if (Array.isArray(part)) return part.map(each => ofValues(each, isMeant));
  if (!isRecord(part)) return part;
  if (!isMeant(part))
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, ofValues(value, isMeant)]));
  const isMissing = { type: 'selector', dimension: part['dimension'], value: null };
  return { type: 'and', fields: [part, { type: 'not', field: isMissing }] };
}

/** Whether a granularity is of several hours in a zone whose hours begin at other minutes today than in 1970. */
function isOfHoursThatMoved(granularity: unknown): boolean {
  if (!isRecord(granularity) || !/^PT\d+H$/i.test(String(granularity['period']))) return false;
  const zone = IANAZone.create(String(granularity['timeZone']));
  return zone.isValid && (zone.offset(presentOfProof) - zone.offset(0)) % 60 !== 0;
}

/** The same granularity in a zone that always was as far from UTC as its zone is now. */
const withPresentOffset = (granularity: unknown): unknown =>
  isRecord(granularity) && {
    ...granularity,
    timeZone: IANAZone.create(String(granularity['timeZone'])).formatOffset(presentOfProof, 'short'),
  };

const columnsOf = (order: unknown): JsonObject[] => recordsIn(isRecord(order) && order['columns']);

const namesTwice = (order: unknown): boolean =>
  new Set(columnsOf(order).map(({ dimension }) => dimension)).size < columnsOf(order).length;

/** The order with the first column of each name. */
const namedOnce = (order: JsonObject): JsonObject => ({
  ...order,
  columns: columnsOf(order).filter(
    ({ dimension }, index, all) => all.findIndex(other => other['dimension'] === dimension) === index,
  ),
});
