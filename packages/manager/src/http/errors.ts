/** Messages by field, as a Rails application reports them (field notes §1.4). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** How a failure is answered. */
interface FailureKind {
  readonly status: number;
  /** What the client is told where there is nothing more to say. */
  readonly sentence: string;
  /** What the document of the API says of the status; undefined where nobody gets to see it. */
  readonly meaning: string | undefined;
}

const kind = (status: number, meaning: string | undefined, sentence = meaning ?? ''): FailureKind => ({
  status,
  sentence,
  meaning,
});

/** What Druid calls a query that took too long (field notes §1.4). */
export const timeoutWord = 'Query timeout';

/** Everything for which a manager does not do what it was asked (contract 001, Errors; field notes §1.4). */
export const failures = {
  badRequest: kind(400, 'The request cannot be read.'),
  unauthorized: kind(
    401,
    'No valid key, or no permission on a sensor, domain, access point or other model.',
    'Unauthorized',
  ),
  forbidden: kind(
    403,
    'The manager does not go by the name in the address, or is asked by a page of another place.',
  ),
  notFound: kind(404, 'Something named in the request does not exist.', 'Not found'),
  tooLarge: kind(413, 'The body is too large.'),
  notJson: kind(415, 'The body is not JSON.'),
  unprocessable: kind(422, 'Fields are missing or wrong.'),
  clientGone: kind(499, undefined, 'The client closed the connection'),
  failed: kind(500, 'The manager failed.', 'Internal server error'),
  clusterFailed: kind(502, 'The cluster that answers queries failed.'),
  unavailable: kind(503, 'The manager is busy, or no cluster that answers queries can be reached.'),
  timeout: kind(504, 'The query took too long.', timeoutWord),
} as const;

export type FailureName = keyof typeof failures;

/** A failure with the status that the client gets; the dialect of the manager makes the body from it. */
export class HttpProblem extends Error {
  /** Whether the analytics engine refused or failed, which words its errors in its own way. */
  readonly isFromQuery: boolean = false;

  constructor(
    readonly status: number,
    message: string,
    readonly errors?: FieldErrors,
  ) {
    super(message);
  }
}

/** A failure of the table, in its own words or in others. */
export const failure = (
  name: FailureName,
  message: string = failures[name].sentence,
  errors?: FieldErrors,
): HttpProblem => new HttpProblem(failures[name].status, message, errors);

/** A query that the engine refuses; managers answer 500 with the engine's message (field notes §2.3). */
export class QueryProblem extends HttpProblem {
  override readonly isFromQuery = true;

  constructor(message: string, status: number = failures.failed.status) {
    super(status, message);
  }
}

/** A query that took longer than it may. */
export const queryTimeout = (): QueryProblem =>
  new QueryProblem(failures.timeout.sentence, failures.timeout.status);

/** A failure of what answers queries, whose sentence may say where that is: only administrators are told. */
export class EngineProblem extends QueryProblem {
  /** The same for everybody else. */
  get withoutPlaces(): QueryProblem {
    return new QueryProblem(withoutPlaces(this.message), this.status);
  }
}

/** A query for which what answers took too long. @param reason what else is known of it */
export const engineTimeout = (reason?: string): EngineProblem =>
  new EngineProblem(
    reason === undefined ? timeoutWord : `${timeoutWord}: ${reason}`,
    failures.timeout.status,
  );

/** Addresses of machines, as sentences of a cluster and of connections to it have them; not what has no port or dots. */
const places = [
  /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>()]*[^\s"'<>().,;:\]]/gi,
  /\[[\da-f]*:[\da-f:.]*\](?::\d+)?/gi,
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  /\b[a-z][\w.-]*:\d{2,5}\b/gi,
];

/** A sentence with `…` in place of the addresses of machines. */
export const withoutPlaces = (sentence: string): string =>
  places.reduce((text, place) => text.replaceAll(place, '…'), sentence);

/** 401: no key, an unknown key, or no permission on the object (contract 001, Errors). */
export const unauthorized = (): HttpProblem => failure('unauthorized');

/** 404: something named in the request does not exist (contract 001, Errors). */
export const notFound = (): HttpProblem => failure('notFound');

/** 400: the request cannot be read at all. */
export const badRequest = (message: string): HttpProblem => failure('badRequest', message);

/** 422: fields are missing or wrong; the text joins the messages of all fields. */
export function unprocessable(errors: FieldErrors): HttpProblem {
  const sentences = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map(message => (field === 'base' ? message : `${fieldTitle(field)} ${message}`)),
  );
  return failure('unprocessable', sentences.join(', '), errors);
}

/** @throws HttpProblem 422 when there is a message for a field */
export function refuseFields(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw unprocessable(errors);
}

/** What somebody who threw something says of it. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * What some work gives.
 * @throws Error with the sentence that `words` makes of the reason when the work fails
 */
export async function explained<T>(
  work: PromiseLike<T> | (() => T | PromiseLike<T>),
  words: (error: unknown) => string,
): Promise<T> {
  try {
    return await (typeof work === 'function' ? work() : work);
  } catch (error) {
    throw new Error(words(error));
  }
}

/** `mac_address` becomes `Mac address`, as Rails prints attribute names. */
function fieldTitle(field: string): string {
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
