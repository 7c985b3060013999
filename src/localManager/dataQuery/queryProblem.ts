import { HttpProblem } from '../errors.js';

/** A query that the engine refuses; managers answer 500 with the engine's message (field notes §2.3). */
export class QueryProblem extends HttpProblem {
  constructor(message: string, status = 500) {
    super(status, message);
  }

  override get body(): object {
    return { error: this.message };
  }
}
