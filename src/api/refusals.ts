import { STATUS_CODES } from 'node:http';
import { booleanFromText, isRecord } from 'netsensor-contract/text/looseValues';

type Part = Readonly<Record<string, unknown>>;

/** What a successful answer to a write says of what was refused inside it. */
export interface Refusals {
  /** What was said of each. */
  readonly refused: readonly unknown[];
  /** The status of the first, where it has one. */
  readonly status: number | undefined;
  /** Whether something else of the same write was not refused, so that it was done in part. */
  readonly isPart: boolean;
}

/** Where an answer about many tells of each of them. */
const memberLists = ['results', 'responses', 'response', 'operations', 'statuses', 'multistatus'];
/** Where others do, and where most have records. */
const recordLists = ['data', 'items'];
/** Where an answer about many lists, or counts, those that were refused. */
const refusedLists = ['failed', 'failures', 'rejected', 'refused', 'not_found'];
const refusedCounts = [...refusedLists, 'failed_count', 'failedCount', 'error_count', 'errorCount'];
const statusNames = ['status', 'status_code', 'statusCode', 'http_status', 'httpStatus'];
const successNames = ['query', 'success', 'ok', 'succeeded', 'isSuccess', 'is_success'];
const wordNames = ['error', 'errors', 'errorMessage', 'message', 'msg', 'detail', 'reason'];
const identityNames = ['id', 'uuid', '_id'];
/** What an entry about one of many consists of; what has anything else is a record, whatever its fields are called. */
const entryNames = new Set([
  ...statusNames,
  ...successNames,
  ...wordNames,
  ...identityNames,
  'result',
  'outcome',
  'code',
  'error_code',
  'mac_address',
  'ref',
  'href',
  'index',
  'position',
  'row',
  'key',
  'field',
  'source',
  'type',
  'title',
  'details',
  'description',
  'method',
  'path',
  'url',
  'operation',
  'op',
  'action',
  'propstat',
  'prop',
]);

/**
 * The refusals inside an answer to a write whose own status is good; undefined without any. A record is none, whatever it has.
 * @param status 207 says that each member has a status of its own
 */
export function refusalsIn(body: unknown, status: number | undefined): Refusals | undefined {
  const isMulti = status === 207;
  const parts = partsOf(body, 2);
  const members = [
    ...listsIn([...parts, ...(isMulti ? [body].filter(isRecord) : [])], memberLists).map(one => ({
      one,
      isRefused: isRecord(one) && (isMulti || isEntry(one)) && isRefusal(one),
    })),
    ...[...listsIn(parts, recordLists), ...(Array.isArray(body) ? (body as unknown[]) : [])].map(one => ({
      one,
      isRefused: isRecord(one) && (isMulti || isCertain(one)) && isRefusal(one),
    })),
  ];
  const refused = [...new Set(members.filter(({ isRefused }) => isRefused).map(({ one }) => one))];
  if (refused.length > 0)
    return refusals(refused, new Set(members.map(({ one }) => one)).size > refused.length);
  const listed = listsIn(parts, refusedLists);
  if (listed.length > 0) return refusals(listed, true);
  if (parts.some(part => refusedCounts.some(name => isCount(part[name])))) return refusals([body], true);
  return refusalOfWhole(body, parts);
}

const refusals = (refused: readonly unknown[], isPart: boolean): Refusals => ({
  refused,
  status: refused.map(one => (isRecord(one) ? statusWithin(one) : undefined)).find(isBad),
  isPart,
});

/** An answer and what it is wrapped in, but for records: what those hold are fields. */
function partsOf(body: unknown, depth: number): Part[] {
  if (!isRecord(body) || hasIdentity(body)) return [];
  return [body, ...(depth > 0 ? Object.values(body).flatMap(value => partsOf(value, depth - 1)) : [])];
}

const listsIn = (parts: readonly Part[], names: readonly string[]): unknown[] =>
  parts.flatMap(part => names.flatMap(name => (Array.isArray(part[name]) ? (part[name] as unknown[]) : [])));

const hasIdentity = (part: Part): boolean => identityNames.some(name => part[name] != null);

const isEntry = (part: Part): boolean => Object.keys(part).every(name => entryNames.has(name));

const isCount = (value: unknown): boolean => typeof value === 'number' && value > 0;

/** Whether an entry among what may be records is none: it says of itself in words that it failed, or has no identity. */
const isCertain = (one: Part): boolean =>
  isEntry(one) &&
  (!hasIdentity(one) || (hasWords(one) && (isBad(ownStatus(one)) || isDenied(one) || saysFailed(one))));

/** Whether what is said of one thing is that it was refused. */
function isRefusal(one: Part): boolean {
  const status = statusWithin(one);
  if (status !== undefined) return isBad(status);
  if (isDenied(one) || (saysFailed(one) && hasWords(one))) return true;
  return isEntry(one) && [one.error, one.errors].some(isSaid) && !isAffirmed(one);
}

/** What is said of the answer as a whole, or of what stands inside it without being a record. */
function refusalOfWhole(body: unknown, parts: readonly Part[]): Refusals | undefined {
  if (isRecord(body) && Object.hasOwn(body, 'jsonrpc'))
    return isSaid(body.error) ? refusals([body], false) : undefined;
  const [root, ...inner] = parts;
  if (!root || isAffirmed(root)) return undefined;
  const isWhole = (part: Part) =>
    isDenied(part) ||
    (hasWords(part) || isEntry(part) ? isBad(ownStatus(part) ?? statusOf(part.code)) : false);
  const whole = [root, ...inner.filter(isEntry)].find(isWhole);
  if (whole) return refusals([whole], false);
  const said = [root.errors, root.error].find(isSaid);
  // Beside a record an error may be a remark.
  if (Object.values(root).some(value => value !== said && holdsThing(value, 2))) return undefined;
  if (said !== undefined) return refusals([said].flat(), false);
  const isOfPart = inner.some(part => isEntry(part) && isSaid(part.errors));
  return isOfPart || root.error === true ? refusals([root], false) : undefined;
}

/** Whether there is a record in it. */
const holdsThing = (value: unknown, depth: number): boolean =>
  Array.isArray(value)
    ? depth > 0 && value.some(one => holdsThing(one, depth - 1))
    : isRecord(value) &&
      (hasIdentity(value) || (depth > 0 && Object.values(value).some(inner => holdsThing(inner, depth - 1))));

/** Whether words of an answer say that what was asked for failed. */
export const saysFailed = ({ status, result, outcome }: Part): boolean =>
  [status, result, outcome].some(
    word => typeof word === 'string' && /^(error|fail|failed|failure|rejected|refused)$/i.test(word),
  );

const isDenied = (part: Part): boolean => successNames.some(name => booleanFromText(part[name]) === false);

const isAffirmed = (part: Part): boolean => successNames.some(name => booleanFromText(part[name]) === true);

const hasWords = (part: Part): boolean => wordNames.some(name => isSaid(part[name]));

const isSaid = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : isRecord(value) || Array.isArray(value)
      ? Object.keys(value).length > 0
      : false;

/** The status of an entry, or of what stands in it: `{update: {status: 404}}`, `{propstat: [{status}]}`. */
function statusWithin(one: Part): number | undefined {
  const code = hasIdentity(one) ? undefined : statusOf(one.code);
  const own = ownStatus(one) ?? code;
  if (own !== undefined) return own;
  if (hasIdentity(one) && !isEntry(one)) return undefined;
  const inner = Object.values(one)
    .flatMap(value => [value].flat())
    .filter(isRecord);
  return inner.map(each => ownStatus(each) ?? statusOf(each.code)).find(status => status !== undefined);
}

const ownStatus = (one: Part): number | undefined =>
  statusNames.map(name => statusOf(one[name])).find(status => status !== undefined);

/** A status of HTTP, as a number or in words such as `HTTP/1.1 404 Not Found`. */
function statusOf(value: unknown): number | undefined {
  const words = /^(?:HTTP\/[\d.]+ )?([1-5]\d\d)(?: (.*))?$/i.exec(String(value));
  if (!words) return undefined;
  const [all, digits = '', phrase] = words;
  const isPhrase = phrase === undefined || all.startsWith('HTTP/') || phrase === STATUS_CODES[digits];
  return isPhrase ? Number(digits) : undefined;
}

const isBad = (status: number | undefined): boolean => status !== undefined && status >= 400;
