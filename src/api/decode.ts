import { kindOf } from '../model/query/queryResult.js';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { ApiError } from './apiError.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { Answered } from './answer.js';
import { isPartOf, pageSigns, type PageAnswer } from './pageSigns.js';

/** Fields that a sentence names. */
const mostNames = 5;

/** Names of lists in wrappers: of managers, and of the frameworks that cut lists into pages (field notes §1.4). */
const listNames = [
  'data',
  'results',
  'result',
  'items',
  'value',
  'content',
  'records',
  'entries',
  '_embedded',
  'response',
  'payload',
  'body',
  'd',
  'hits',
  'rows',
  'list',
  'objects',
  'values',
  'docs',
  'nodes',
  'resources',
  'elements',
  'members',
  'member',
  'collection',
];
/** Wrappers that stand in each other, `{"response": {"data": {"racks": […]}}}`. */
const mostWrappers = 3;

/**
 * A list in any of the wrappers that managers are known to use (field notes §4).
 * @throws {ApiError} `badResponse` when it is none
 */
export function listIn(body: unknown, plural: string, answered: Answered): readonly unknown[] {
  let list = body;
  for (let depth = 0; depth < mostWrappers && !Array.isArray(list); depth += 1)
    list = firstOf(list, [plural, ...listNames]);
  if (!Array.isArray(list)) throw unexpected('a list', list, answered);
  const singular = plural.replace(/s$/, '');
  return list.map(entry => plainRecord(entryIn(entry, singular)));
}

/** An entry of a list that stands alone below its key, `{"rack": {…}}`, as Rails prints it; the entry itself otherwise. */
function entryIn(entry: unknown, singular: string): unknown {
  if (!isRecord(entry) || !Object.hasOwn(entry, singular)) return entry;
  const inner = entry[singular];
  return isRecord(inner) && Object.keys(entry).length === 1 ? inner : entry;
}

/** A record as JSON:API has it, `{"type": "racks", "id": "1", "attributes": {…}}`, with its attributes as fields; any other itself. */
function plainRecord(record: unknown): unknown {
  if (!isRecord(record) || typeof record.type !== 'string' || !isRecord(record.attributes)) return record;
  return record.id == null ? record : { ...record.attributes, id: record.id };
}

/**
 * A record in any of the wrappers that managers are known to use (field notes §4).
 * @param singulars names of its key, outermost first
 * @throws {ApiError} `badResponse` when it is none
 */
export function recordIn(body: unknown, singulars: readonly string[], answered: Answered): RawRecord {
  const record = unwrapped(body, singulars);
  if (isRecord(record)) return record;
  throw unexpected('a record', record, answered);
}

/** Stands below a tree of which a manager says that it did not send all: what cannot be read there forbids to overwrite it. */
const notSent = '(The manager says that it has more than it sent)';

/** As `recordIn`, of a tree; one that is a part shows that below its top. */
export function treeIn(answer: PageAnswer, answered: Answered): RawRecord {
  const top = recordIn(answer.body, ['sensor'], answered);
  // Without a wrapper the fields are those of the domain.
  const around = top === answer.body ? undefined : answer.body;
  if (!isPartOf(pageSigns({ ...answer, body: around }))) return top;
  const { children } = top;
  return { ...top, children: [...(Array.isArray(children) ? (children as unknown[]) : []), notSent] };
}

/** As `recordIn`, of an answer that need not hold a record: then it is empty. */
export function recordIfAny(body: unknown, singulars: readonly string[]): RawRecord {
  const record = unwrapped(body, singulars);
  return isRecord(record) ? record : {};
}

function unwrapped(body: unknown, singulars: readonly string[]): unknown {
  let record = singulars.reduce((outer, singular) => firstOf(outer, [singular, 'data']), body);
  // What has an identity is no wrapper, whatever fields it has.
  for (let depth = 1; depth < mostWrappers && isRecord(record) && !(record.id ?? record.uuid); depth += 1)
    record = firstOf(record, [...singulars, 'data', 'result', 'response']);
  return plainRecord(record);
}

/** The failure of an answer that is JSON of another kind. */
export function unexpected(wanted: string, value: unknown, answered: Answered): ApiError {
  const fields = isRecord(value) ? Object.keys(value).slice(0, mostNames) : [];
  const named = fields.length === 0 ? '' : ` with ${fields.join(', ')}`;
  const detail = `expected ${wanted}, received ${kindOf(value)}${named}`;
  return new ApiError({ ...answered, reason: 'badResponse', detail });
}

/** The failure of a read whose answer is a record that counts as gone. */
export const goneError = ({ method, path }: Answered): ApiError =>
  new ApiError({ method, path, reason: 'notFound', detail: 'It is marked as deleted' });

function firstOf(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const name = names.find(candidate => {
    const value = Object.hasOwn(body, candidate) ? (body as Record<string, unknown>)[candidate] : undefined;
    return typeof value === 'object' && value !== null;
  });
  return name === undefined ? body : (body as Record<string, unknown>)[name];
}
