import { Failure } from '../../test/host/failure.js';
import type { Stage } from './phase.js';

/**
 * The stages with only the phases that are named.
 * @param only comma-separated names; all phases when undefined
 * @throws {Failure} that names the phases there are
 */
export function selectPhases(stages: readonly Stage[], only: string | undefined): readonly Stage[] {
  if (only === undefined) return stages;
  const names = only.split(',');
  const known = stages.flat().map(({ name }) => name);
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined)
    throw new Failure(`There is no test phase “${unknown}”; there are ${known.join(', ')}.`);
  return stages.map(stage => stage.filter(({ name }) => names.includes(name)));
}
