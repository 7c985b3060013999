import { kindOf } from '../model/results/queryResult.js';
import type { RawRecord } from '../model/sensors/nodeRecord.js';
import { ApiError } from './apiError.js';
import {
  integerOf,
  isRecord,
  readRows,
  type ListAnswer,
  type UnreadReason,
} from '../model/text/looseValues.js';
import type { Answered } from './answer.js';
import { asPage, type Call, type Transport } from './transport.js';

/** Fields that a sentence names. */
const mostNames = 5;

/**
 * A list in any of the wrappers that managers are known to use (field notes §4).
 * @throws {ApiError} `badResponse` when it is none
 */
export function listIn(body: unknown, plural: string, answered: Answered): readonly unknown[] {
  let list = body;
  // One wrapper may stand in another: `{"data": {"racks": […]}}`.
  for (let depth = 0; depth < 2 && !Array.isArray(list); depth += 1)
    list = firstOf(list, [plural, 'data', 'results', 'items']);
  if (Array.isArray(list)) return list;
  throw unexpected('a list', list, answered);
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

/** As `recordIn`, of an answer that need not hold a record: then it is empty. */
export function recordIfAny(body: unknown, singulars: readonly string[]): RawRecord {
  const record = unwrapped(body, singulars);
  return isRecord(record) ? record : {};
}

const unwrapped = (body: unknown, singulars: readonly string[]): unknown =>
  singulars.reduce((outer, singular) => firstOf(outer, [singular, 'data']), body);

/** The failure of an answer that is JSON of another kind. */
export function unexpected(wanted: string, value: unknown, answered: Answered): ApiError {
  const fields = isRecord(value) ? Object.keys(value).slice(0, mostNames) : [];
  const named = fields.length === 0 ? '' : ` with ${fields.join(', ')}`;
  const detail = `expected ${wanted}, received ${kindOf(value)}${named}`;
  return new ApiError({ ...answered, reason: 'badResponse', detail });
}

function firstOf(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const name = names.find(candidate => {
    const value = Object.hasOwn(body, candidate) ? (body as Record<string, unknown>)[candidate] : undefined;
    return typeof value === 'object' && value !== null;
  });
  return name === undefined ? body : (body as Record<string, unknown>)[name];
}

/** The entries of a list, page after page. */
interface Entries extends Pick<ListAnswer<unknown>, 'total'> {
  readonly entries: readonly unknown[];
}

const mostPages = 1000;

/**
 * Reads a list, and its further pages where the manager says where they are: `next` in the body or in a `Link` header, or
 * the number of the page. The contract has no pages; managers behind a gateway do (field notes §1.4).
 * @param asked `read` says what an entry is, or why it cannot be used
 * @throws {ApiError} when a page cannot be read, and when the answer is no list
 */
export async function readList<T extends object>(
  transport: Transport,
  asked: {
    readonly call: Call;
    readonly plural: string;
    readonly read: (raw: RawRecord) => T | UnreadReason;
  },
): Promise<ListAnswer<T>> {
  const { entries, ...rest } = await readPages(transport, asked.call, asked.plural);
  return { ...readRows(entries, asked.read), ...rest };
}

async function readPages(transport: Transport, call: Call, plural: string): Promise<Entries> {
  const entries: unknown[] = [];
  const asked = new Set<string>();
  let total: number | undefined;
  for (let at: Call | undefined = call; at;) {
    asked.add(addressOf(at));
    const { body, link } = await transport.send(at, asPage);
    const page = listIn(body, plural, at);
    const said = envelopesOf(body);
    total = said.map(totalIn).find(count => count !== undefined) ?? total;
    if (!isPageAsked(said, at))
      return total === undefined ? { entries, total: 'more' } : upTo(total, entries);
    entries.push(...page);
    const next = nextAddress(said, link);
    const following: Call | undefined = next === undefined ? nextPage(said, at) : transport.callOf(next, at);
    const isLast = next === undefined && following === undefined;
    if (isLast) break;
    if (!following || page.length === 0 || asked.has(addressOf(following)) || asked.size >= mostPages)
      return { entries, total: total !== undefined && total > entries.length ? total : 'more' };
    at = following;
  }
  return upTo(total, entries);
}

const upTo = (total: number | undefined, entries: readonly unknown[]): Entries =>
  total !== undefined && total > entries.length ? { entries, total } : { entries };

const addressOf = ({ path, parameters }: Call) => `${path} ${JSON.stringify(parameters ?? {})}`;

/** Where an answer may speak of its pages: the body itself, and what it holds for that. */
function envelopesOf(body: unknown): RawRecord[] {
  if (!isRecord(body)) return [];
  return [body, body.data, body.meta, body.pagination, body.links, body._links].filter(isRecord);
}

const totalIn = ({ total, total_count: totalCount, count }: RawRecord): number | undefined =>
  [total, totalCount, count].map(integerOf).find(number => number !== undefined);

function nextAddress(said: readonly RawRecord[], link: string | undefined): string | undefined {
  const named = said.flatMap(({ next, next_page_url: url }) => [next, isRecord(next) ? next.href : url]);
  const inBody = named.find((value): value is string => typeof value === 'string' && value !== '');
  return inBody ?? /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '')?.[1];
}

/** Whether an answer is of the page that was asked for: who ignores its number sends the first one again. */
function isPageAsked(said: readonly RawRecord[], { parameters }: Call): boolean {
  const page = said.map(pageIn).find(number => number !== undefined);
  return page === undefined || parameters?.page === undefined || String(page) === parameters.page;
}

const pageIn = ({ page, current_page: current }: RawRecord): number | undefined =>
  integerOf(current) ?? integerOf(page);

/** The page after this one, by its number. */
function nextPage(said: readonly RawRecord[], call: Call): Call | undefined {
  for (const envelope of said) {
    const at = pageIn(envelope);
    const end = integerOf(envelope.total_pages) ?? integerOf(envelope.last_page);
    if (at !== undefined && end !== undefined && at < end)
      return { ...call, parameters: { ...call.parameters, page: String(at + 1) } };
  }
  return undefined;
}
