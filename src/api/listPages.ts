import { integerOf, isRecord, printable } from 'netsensor-contract/text/looseValues';
import { readRows, type ListAnswer, type UnreadReason } from 'netsensor-contract/text/listAnswer';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { listIn } from './decode.js';
import { pageSigns, type PageSigns } from './pageSigns.js';
import { asPage } from './readings.js';
import type { Call, Transport } from './transport.js';

const mostPages = 1000;

/**
 * Reads a list, and its further pages where the manager says how to ask for them: an address of the same path with
 * another query, a cursor, the number of a page or an offset. The contract has no pages; managers behind a gateway do
 * (field notes §1.4).
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

/** The entries of a list, page after page. */
interface Entries extends Pick<ListAnswer<unknown>, 'total'> {
  readonly entries: readonly unknown[];
}

async function readPages(transport: Transport, call: Call, plural: string): Promise<Entries> {
  const entries: unknown[] = [];
  const asked = new Set<string>();
  const isSeen = repetitionFinder();
  let total: number | undefined;
  let isPartial = false;
  let pagesBefore = 0;
  const read = (hasMore: boolean): Entries => {
    if (total !== undefined && total > entries.length) return { entries, total };
    return hasMore || isPartial ? { entries, total: 'more' } : { entries };
  };
  for (let at = call; ;) {
    asked.add(addressOf(at));
    const answer = await transport.send(at, asPage);
    const page = listIn(answer.body, plural, at);
    const signs = pageSigns(answer, plural);
    total = signs.total ?? total;
    isPartial ||= signs.isPartial || signs.hasFailed;
    // Pages are counted from 0 or from 1, as the first one says.
    if (asked.size === 1) pagesBefore = signs.page?.value === 0 ? 1 : 0;
    // Who ignores what is asked for sends the same page again.
    if (!isAnswered(signs, at) || isSeen(page)) return read(true);
    // Spread into push, a list of 200,000 would be more arguments than fit.
    for (const entry of page) entries.push(entry);
    const address = signs.nextAddress;
    const parameters =
      address === undefined
        ? nextParameters(signs, { read: entries.length, total, pagesBefore })
        : transport.queryOf(address, at);
    if (!parameters) return read(address !== undefined || isCutOff(signs, asked.size));
    at = { ...call, parameters: { ...(address === undefined ? at : call).parameters, ...parameters } };
    if (page.length === 0 || asked.has(addressOf(at)) || asked.size >= mostPages) return read(true);
  }
}

const addressOf = ({ parameters = {} }: Call) =>
  JSON.stringify(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Tells of pages, one after the other, whether all entries of one were on those before it. */
function repetitionFinder(): (page: readonly unknown[]) => boolean {
  const seen = new Set<string>();
  const pages: (readonly unknown[])[] = [];
  return page => {
    // Most lists are one page, which nothing is compared with.
    for (const entry of pages.splice(0).flat()) seen.add(identityOf(entry));
    pages.push(page);
    return page.length > 0 && page.every(entry => seen.has(identityOf(entry)));
  };
}

/** What tells an entry from the others: its number where it has one, since its times may change while it is read. */
const identityOf = (entry: unknown): string => {
  const { id, uuid, mac_address: mac } = isRecord(entry) ? entry : {};
  return JSON.stringify(printable(id ?? uuid ?? mac ?? entry));
};

/** Whether an answer is of the page, or from the offset, that was asked for, as far as it says so. */
const isAnswered = ({ page, offset }: PageSigns, { parameters = {} }: Call): boolean =>
  [page, offset].every(said => {
    const asked = said && parameters[said.name];
    return asked === undefined || integerOf(asked) === undefined || integerOf(asked) === said?.value;
  });

/** How far a list was read. */
interface Progress {
  /** Entries, with those of the last page. */
  readonly read: number;
  readonly total: number | undefined;
  /** 1 where the first page has the number 0. */
  readonly pagesBefore: number;
}

/** What asks for the page after this one; undefined where nobody knows of any. */
function nextParameters(
  signs: PageSigns,
  { read, total = 0, pagesBefore }: Progress,
): Record<string, string> | undefined {
  const { next, page, offset, pageCount, hasMore } = signs;
  if (next && hasMore !== false) return { [next.name]: next.value };
  const isLast = (value: number) =>
    pageCount === undefined ? read >= total : value + pagesBefore >= pageCount;
  if (page && (hasMore ?? !isLast(page.value))) return { [page.name]: String(page.value + 1) };
  if (offset && (hasMore ?? read < total)) return { [offset.name]: String(read) };
  return undefined;
}

/** Whether an answer that leads nowhere speaks of more pages than were read. */
const isCutOff = ({ hasMore = false, pageCount = 0 }: PageSigns, pagesRead: number): boolean =>
  hasMore || pageCount > pagesRead;
