import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { ListProblem } from './inventory/listDocument.js';

/** A piece of a text, in UTF-16 units. */
interface Place {
  readonly offset: number;
  readonly length: number;
}

/**
 * Finds where to point at in the text of a list: at the value of a field of the record that begins at an offset, or at
 * that record's first line when the field is not there.
 */
export function placesInList(text: string): (offset: number, field?: string) => Place {
  const records = new Map(parseTree(text)?.children?.map(node => [node.offset, node]));
  return (offset, field) => {
    const record = records.get(offset);
    const value = record && field !== undefined ? findNodeAtLocation(record, [field]) : undefined;
    return value ?? { offset, length: /^.*/.exec(text.slice(offset))?.[0].length ?? 0 };
  };
}

/** Problems of a list at the fields that they are about, instead of at their records. */
export function placedProblems(text: string, problems: readonly ListProblem[]): ListProblem[] {
  const placeOf = placesInList(text);
  return problems.map(problem => {
    const field = problem.code.endsWith('Id') ? 'id' : problem.problem?.field;
    return { ...problem, ...placeOf(problem.offset, field) };
  });
}
