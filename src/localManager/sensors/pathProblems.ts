import { HttpProblem } from '../http/errorAnswers.js';

/** More are not sent: a body may hold tens of thousands of wrong elements. */
const mostProblems = 100;

/** What is wrong with places of a body, each named by its path such as `sensor.children[3].name`. */
export class PathProblems {
  private readonly messages = new Map<string, string[]>();

  add(path: string, message: string): void {
    if (this.messages.size >= mostProblems) return;
    const list = this.messages.get(path);
    if (list) list.push(message);
    else this.messages.set(path, [message]);
  }

  /** @throws HttpProblem 422 that names every place, when there is one */
  refuse(): void {
    if (this.messages.size === 0) return;
    const sentences = [...this.messages].flatMap(([path, list]) => list.map(message => `${path} ${message}`));
    throw new HttpProblem(422, sentences.join(', '), Object.fromEntries(this.messages));
  }
}
