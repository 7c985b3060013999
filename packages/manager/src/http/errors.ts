/** Messages by field, as a Rails application reports them (field notes §1.4). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

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

/** A query that the engine refuses; managers answer 500 with the engine's message (field notes §2.3). */
export class QueryProblem extends HttpProblem {
  override readonly isFromQuery = true;

  constructor(message: string, status = 500) {
    super(status, message);
  }
}

/** A failure of what answers queries, whose sentence may say where that is: only administrators are told. */
export class EngineProblem extends QueryProblem {
  /** The same for everybody else. */
  get withoutPlaces(): QueryProblem {
    return new QueryProblem(withoutPlaces(this.message), this.status);
  }
}

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
export const unauthorized = (): HttpProblem => new HttpProblem(401, 'Unauthorized');

/** 404: something named in the request does not exist (contract 001, Errors). */
export const notFound = (): HttpProblem => new HttpProblem(404, 'Not found');

/** 400: the request cannot be read at all. */
export const badRequest = (message: string): HttpProblem => new HttpProblem(400, message);

/** 422: fields are missing or wrong; the text joins the messages of all fields. */
export function unprocessable(errors: FieldErrors): HttpProblem {
  const sentences = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map(message => (field === 'base' ? message : `${fieldTitle(field)} ${message}`)),
  );
  return new HttpProblem(422, sentences.join(', '), errors);
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
