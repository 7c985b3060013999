import { readFile } from 'node:fs/promises';
import { faultPlan, type FaultPlan } from './faultPlan.js';

/**
 * Reads a file of faults.
 * @throws Error with one sentence that names the file and the first thing in it that is wrong
 */
export async function readFaultPlan(file: string): Promise<FaultPlan> {
  const refuse = (problem: string): never => {
    throw new Error(`The fault plan ${file} cannot be used: ${problem}. Correct it or leave out --faults.`);
  };
  const text = await readFile(file, 'utf8').catch(() => refuse('the file cannot be read'));
  const result = faultPlan.safeParse(parse(text) ?? refuse('it is not JSON'));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return refuse(`${issue ? placeOf(issue.path) : ''}: ${issue?.message ?? ''}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `rules[0].match.every`, or `plan` for the whole. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (place, key) =>
      typeof key === 'number' ? `${place}[${key}]` : place === '' ? String(key) : `${place}.${String(key)}`,
    '',
  ) || 'plan';
