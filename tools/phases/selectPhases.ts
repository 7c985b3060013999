import { Failure } from '../../test/host/failure.js';
import type { Phase } from './phase.js';

/**
 * The lanes with only the phases that are named.
 * @param only comma-separated names; all phases when undefined
 * @throws {Failure} that names the phases there are
 */
export function selectPhases(
  lanes: readonly (readonly Phase[])[],
  only: string | undefined,
): readonly (readonly Phase[])[] {
  if (only === undefined) return lanes;
  const names = only.split(',');
  const known = lanes.flat().map(({ name }) => name);
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined)
    throw new Failure(`There is no test phase “${unknown}”; there are ${known.join(', ')}.`);
  return lanes.map(lane => lane.filter(({ name }) => names.includes(name)));
}
