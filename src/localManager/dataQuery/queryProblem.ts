import { isObject } from '../http/requestFields.js';
import { badRequest, HttpProblem } from '../http/errorAnswers.js';

/** A query that the engine refuses; managers answer 500 with the engine's message (field notes §2.3). */
export class QueryProblem extends HttpProblem {
  override readonly isFromQuery = true;

  constructor(message: string, status = 500) {
    super(status, message);
  }
}

/**
 * Managers can run JavaScript that a query brings along; here nothing that a query says is ever run as a program.
 * @param where the part of the query, named in the message
 * @throws HttpProblem 400 when the type of the part is `javascript`
 */
export function refuseJavaScript(where: string, part: unknown): void {
  if (isObject(part) && part['type'] === 'javascript') {
    throw badRequest(`${where}: the local manager runs no JavaScript; leave the part of type javascript out`);
  }
}
