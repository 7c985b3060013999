import { failure, type FieldErrors } from '../http/errors.js';

/** More are not sent: a body may hold tens of thousands of wrong elements. */
const mostProblems = 100;

/** What is wrong with places of a body, each named by its path such as `sensor.children[3].name`. */
export class PathProblems {
  private readonly messages = new Map<string, string[]>();

  add(path: string, message: string): void {
    if (this.messages.size >= mostProblems) return;
    this.messages.set(path, [...(this.messages.get(path) ?? []), message]);
  }

  /** Adds what is wrong with the fields of the object at a path. */
  addFields(path: string, errors: FieldErrors = {}): void {
    for (const [field, messages] of Object.entries(errors)) {
      for (const message of messages) this.add(`${path}.${field}`, message);
    }
  }

  /** @throws HttpProblem 422 that names every place, when there is one */
  refuse(): void {
    if (this.messages.size === 0) return;
    const sentences = [...this.messages].flatMap(([path, list]) => list.map(message => `${path} ${message}`));
    throw failure('unprocessable', sentences.join(', '), Object.fromEntries(this.messages));
  }
}
