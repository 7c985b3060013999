import { isRecord } from '../model/listAnswer.js';
import type { RawRecord } from '../model/sensors/nodeRecord.js';
import { integerOf } from '../model/looseValues.js';
import { listIn } from './decode.js';
import type { Call, Transport } from './transport.js';

/** The entries of a list, page after page. */
export interface Entries {
  readonly entries: readonly unknown[];
  /** How many there are, or that there are more, when not all were sent. */
  readonly total?: number | 'more' | undefined;
}

const mostPages = 1000;

/**
 * Reads a list, and its further pages where the manager says where they are: `next` in the body or in a `Link` header, or
 * the number of the page. The contract has no pages; managers behind a gateway do (field notes §1.4).
 * @throws {ApiError} when a page cannot be read, and when the answer is no list
 */
export async function readPages(transport: Transport, call: Call, plural: string): Promise<Entries> {
  const entries: unknown[] = [];
  const asked = new Set<string>();
  let total: number | undefined;
  for (let at: Call | undefined = call; at;) {
    asked.add(addressOf(at));
    const { body, link } = await transport.sendForPage(at);
    const page = listIn(body, plural, at);
    const said = envelopesOf(body);
    total = said.map(totalIn).find(count => count !== undefined) ?? total;
    if (!isPageAsked(said, at)) break;
    entries.push(...page);
    const next = nextAddress(said, link);
    const following: Call | undefined = next === undefined ? nextPage(said, at) : transport.callOf(next, at);
    const isLast = next === undefined && following === undefined;
    if (isLast) break;
    if (!following || page.length === 0 || asked.has(addressOf(following)) || asked.size >= mostPages)
      return { entries, total: total !== undefined && total > entries.length ? total : 'more' };
    at = following;
  }
  return total !== undefined && total > entries.length ? { entries, total } : { entries };
}

const addressOf = ({ path, parameters }: Call) => `${path} ${JSON.stringify(parameters ?? {})}`;

/** Where an answer may speak of its pages: the body itself, and what it holds for that. */
function envelopesOf(body: unknown): RawRecord[] {
  if (!isRecord(body)) return [];
  return [body, body.meta, body.pagination, body.links, body._links].filter(isRecord);
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
