import { booleanFromText, integerOf, isRecord, jsonIn } from 'netsensor-contract/text/looseValues';

/** A list as it was answered, with what may say that it is a part. */
export interface PageAnswer {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A parameter of the query, as the manager calls it. */
interface Named<T> {
  readonly name: string;
  readonly value: T;
}

/** What an answer says of its place among the pages of a list, whatever words it has for that (field notes §1.4). */
export interface PageSigns {
  /** How many entries all pages hold together. */
  readonly total: number | undefined;
  /** Where the next page is, as the manager wrote it. */
  readonly nextAddress: string | undefined;
  /** What asks for the next page: a cursor, or its number. */
  readonly next: Named<string> | undefined;
  readonly page: Named<number> | undefined;
  /** Number of the first entry, from 0. */
  readonly offset: Named<number> | undefined;
  readonly pageCount: number | undefined;
  /** Whether it says that another page follows. */
  readonly hasMore: boolean | undefined;
  /** Whether it says that something is missing that no further page brings. */
  readonly isPartial: boolean;
  /** Whether it says that something failed while it was put together. */
  readonly hasFailed: boolean;
}

/** One thing that an answer says; `key` is its name without case and signs, so that `has_more` is `hasMore`. */
interface Said extends Named<unknown> {
  readonly key: string;
}

const words = {
  total:
    /^(total|totalcount|odatacount|fullcount|recordstotal|numfound|total(items|records|results|entries|elements|rows|hits|objects))$/,
  count: /^count$/,
  address: /^(odata)?next(page|records|results)?(url|link|href|uri|path)?$/,
  cursor: /^next(cursor|page|pagenumber|pagetoken|pagecursor|token|marker|offset|start|skip|after|key)$/,
  page: /^(currentpage|page|pagenumber)$/,
  offset: /^(offset|skip)$/,
  pageCount: /^(totalpages|pagestotal|pagetotal|pagecount|lastpage|numpages|pages)$/,
  more: /^(has|is)?(more|next|nextpage|truncated)(results|items|records|pages|data|available)*$/,
  promise: /^(continue|continuation|continuationtoken|nextrecords|remaining|remainingitemcount)$/,
  end: /^(is)?(last|lastpage|done|finished)$/,
  partial:
    /^(is)?(partial|incomplete|limited)(results|list)?$|^(exceededtransferlimit|limitreached|limitexceeded)$/,
  complete: /^(is)?complete$/,
  state: /^(status|state|completeness)$/,
  failed: /^(errors?|failures?|failed|timedout|partial(failures?|errors?))$/,
};

/**
 * What an answer says of its pages, in its headers and in what stands around its list.
 * @param plural what the list may be called, and a wrapper around it
 */
export function pageSigns({ body, status, headers }: PageAnswer, plural?: string): PageSigns {
  const said = [...saidAround(body, { plural, depth: 0 }), ...saidInHeaders(headers)];
  const range = rangeIn(headers, status);
  return {
    total: greatest([...integers(said, words.total), range.total]) ?? greatest(integers(said, words.count)),
    nextAddress: nextAddress(said) ?? linkToNext(headers.link ?? ''),
    next: nextParameter(said),
    page: numbered(said, words.page, { currentpage: 'page' }),
    offset: numbered(said, words.offset),
    pageCount: greatest(integers(said, words.pageCount)),
    hasMore: hasMore(said),
    isPartial:
      range.isPart ||
      isSaid(said, words.partial, true) ||
      isSaid(said, words.complete, false) ||
      said.some(({ key, value }) => words.state.test(key) && /^(partial|incomplete)/i.test(String(value))) ||
      lacksSegments(headers),
    hasFailed: said.some(({ key, value }) => words.failed.test(key) && isTrouble(value)),
  };
}

/** Whether an answer that cannot be read on is a part by any sign but a total. */
export const isPartOf = ({
  isPartial,
  hasFailed,
  hasMore = false,
  nextAddress,
  next,
  pageCount = 1,
}: PageSigns): boolean =>
  isPartial || hasFailed || hasMore || pageCount > 1 || (nextAddress ?? next) !== undefined;

/** Where a body speaks of its pages: `meta`, `_metadata`, `result_info`. */
const envelopes =
  /^(?!next|prev|first|last|self).*(data|meta|pagination|paging|page|pageable|pager|links|cursors?|results?|response|list|info|hits|payload|body)$|^d$/;
const mostDepth = 3;

const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Where in an answer something stands. */
interface Place {
  readonly depth: number;
  readonly plural: string | undefined;
}

function saidAround(body: unknown, { plural, depth }: Place): Said[] {
  if (!isRecord(body)) return [];
  const said = Object.entries(body).flatMap(([name, value]) => saidBy(name, value));
  if (depth === mostDepth) return said;
  const around = said.filter(({ key, name }) => envelopes.test(key) || name === plural);
  return [...said, ...around.flatMap(({ value }) => saidWithin(value, { plural, depth: depth + 1 }))];
}

/** What a field says; `"next": {"after": "x"}` asks for the next page by that name. */
function saidBy(name: string, value: unknown): Said[] {
  const key = keyOf(name);
  const inner = key === 'next' && isRecord(value) ? Object.entries(value) : [];
  return [
    { key, name, value },
    ...inner.map(([innerName, each]) => ({ key: `next${keyOf(innerName)}`, name: innerName, value: each })),
  ];
}

/** What stands in an envelope; links may be a list, `[{"rel": "next", "href": …}]`. */
function saidWithin(envelope: unknown, place: Place): Said[] {
  if (!Array.isArray(envelope)) return saidAround(envelope, place);
  const next = envelope.slice(0, mostLinks).find(link => isRecord(link) && link.rel === 'next') as unknown;
  return next === undefined ? [] : [{ key: 'next', name: 'next', value: next }];
}

const mostLinks = 10;

/** `X-Total-Count`, `X-Next-Page`, `Per-Page`, and `X-Pagination` with JSON. */
function saidInHeaders(headers: PageAnswer['headers']): Said[] {
  return Object.entries(headers).flatMap(([header, value]) => {
    if (!/^(x-|total|per-page|pagination)/.test(header) || value === undefined || value === '') return [];
    const name = header.replace(/^x-((wp|ms)-)?/, '').replace(/^pagination-(?=.)/, '');
    const within = { depth: 1, plural: undefined };
    return name === 'pagination' ? saidAround(jsonIn(value), within) : [{ key: keyOf(name), name, value }];
  });
}

function rangeIn(headers: PageAnswer['headers'], status: number): { total?: number; isPart: boolean } {
  const range = headers['content-range'] ?? headers['x-content-range'] ?? '';
  const found = /^\s*(?:(\w+)[ =])?\s*(?:(\d+)-(\d+)|\*)\s*\/\s*(\d+)\s*$/.exec(range);
  if (!found) return { isPart: status === 206 };
  const [, unit, start, end, all] = found;
  const total = Number(all);
  if (unit !== 'bytes') return { total, isPart: false };
  return { isPart: status === 206 && (Number(start) > 0 || Number(end) + 1 < total) };
}

/** Druid says in a header which parts of the data it did not have (https://druid.apache.org/docs/latest/querying/query-context). */
function lacksSegments(headers: PageAnswer['headers']): boolean {
  const context = jsonIn(headers['x-druid-response-context'] ?? '');
  if (!isRecord(context)) return false;
  return [context.missingSegments, context.uncoveredIntervals].some(isTrouble);
}

const integers = (said: readonly Said[], word: RegExp): number[] =>
  said
    .filter(({ key }) => word.test(key))
    .map(({ value }) => integerOf(isRecord(value) ? value.value : value))
    .filter(number => number !== undefined);

const greatest = (numbers: readonly (number | undefined)[]): number | undefined => {
  const known = numbers.filter(number => number !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

function numbered(
  said: readonly Said[],
  word: RegExp,
  parameters: Readonly<Record<string, string>> = {},
): Named<number> | undefined {
  for (const { key, name, value } of said) {
    const number = word.test(key) ? integerOf(value) : undefined;
    if (number !== undefined) return { name: parameters[key] ?? name, value: number };
  }
  return undefined;
}

function nextAddress(said: readonly Said[]): string | undefined {
  return said
    .filter(({ key }) => words.address.test(key))
    .flatMap(({ value }) => [value].flat().slice(0, mostLinks))
    .flatMap(value => (isRecord(value) ? [value.href, value.url, value.link, value.uri] : [value]))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '' && !isNumber(value));
}

const isNumber = (value: unknown): boolean => integerOf(value) !== undefined;

/** A `Link` header may name its relations in quotes, several of them, and other attributes before. */
const linkToNext = (link: string): string | undefined =>
  /<([^>]*)>(?:\s*;\s*[^,;"']+(?:=\s*(?:"[^"]*"|'[^']*'|[^,;"'\s]*))?)*?\s*;\s*rel\s*=\s*["']?(?:[^"',;]*\s)?next\b/i.exec(
    link,
  )?.[1];

function nextParameter(said: readonly Said[]): Named<string> | undefined {
  for (const { key, name, value } of said) {
    const isText = typeof value === 'string' && value !== '';
    if (/^next(page)?(number)?$/.test(key) ? !isNumber(value) : !isText && !isNumber(value)) continue;
    if (!words.cursor.test(key) && key !== 'next') continue;
    const [first = '', ...rest] = name.replace(/^next[-_]?/i, '');
    return { name: first.toLowerCase() + rest.join('') || 'page', value: String(value) };
  }
  return undefined;
}

/** Whether a switch of that name stands so. */
const isSaid = (said: readonly Said[], word: RegExp, wanted: boolean): boolean =>
  said.some(({ key, value }) => word.test(key) && booleanFromText(value) === wanted);

function hasMore(said: readonly Said[]): boolean | undefined {
  const isPromised = said.some(
    ({ key, value }) =>
      ((words.promise.test(key) || key === 'more') && isSomething(value)) ||
      (key === 'next' && isRecord(value) && Object.values(value).some(isSomething)),
  );
  // The number of the last page may be 0 or 1.
  const ends = said.filter(({ key, value }) => words.end.test(key) && !isNumber(value));
  if (isPromised || isSaid(said, words.more, true) || isSaid(ends, words.end, false)) return true;
  return isSaid(said, words.more, false) || isSaid(ends, words.end, true) ? false : undefined;
}

/** Whether a value under the name of a failure tells of one. */
function isTrouble(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return booleanFromText(value) === true || isSomething(value);
}

const isSomething = (value: unknown): boolean =>
  isNumber(value) ? Number(value) > 0 : typeof value === 'string' && value !== '' && value !== 'false';
