import { QueryProblem } from './queryProblem.js';

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
