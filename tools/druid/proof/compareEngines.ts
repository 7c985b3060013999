import type { EraName } from '../../../src/localManager/dataQuery/eras.js';
import { firstDifference } from '../../../test/support/compareAnswers.js';
import type { Ask } from './answers.js';
import { knownDifferences, type Disagreement } from './knownDifferences.js';
import { estimates } from './outputs.js';
import type { Question } from './questions.js';

/** An engine that is held against the embedded one. */
export interface Compared {
  /** For people: `the cluster`. */
  readonly name: string;
  readonly ask: Ask;
  /** Whether it is asked what the embedded engine refuses: raw Druid takes much that a manager does not. */
  readonly refuses: boolean;
}

export interface Comparison {
  readonly embedded: Ask;
  readonly others: readonly Compared[];
  readonly era: EraName;
  /** Of the engine that is asked. */
  readonly version: string;
}

/** How often engines agreed, and where they did not. */
export interface Verdict {
  readonly asked: number;
  readonly equal: number;
  /** How often each known difference was met, by its name. */
  readonly known: ReadonlyMap<string, number>;
  readonly unknown: readonly (Disagreement & { readonly engine: string })[];
}

/** Questions that are on their way at a time. */
const atATime = 2;

/** Puts every question to all engines. @param progress called after each with how many are done */
export async function compareEngines(
  all: readonly Question[],
  comparison: Comparison,
  progress: (done: number) => void,
): Promise<Verdict> {
  const counts = { asked: 0, equal: 0 };
  const known = new Map<string, number>();
  const unknown: (Disagreement & { engine: string })[] = [];
  const waiting = all[Symbol.iterator]();
  let done = 0;
  const worker = async (): Promise<void> => {
    for (const question of waiting) {
      const expected = await comparison.embedded(question.body);
      for (const other of comparison.others) {
        if (expected.status !== 200 && !other.refuses) continue;
        counts.asked += 1;
        const disagreement = disagreementOf(question, {
          ...comparison,
          expected,
          found: await other.ask(question.body),
        });
        const name = disagreement && knownDifferences.find(({ covers }) => covers(disagreement))?.name;
        if (!disagreement) counts.equal += 1;
        else if (name !== undefined) known.set(name, (known.get(name) ?? 0) + 1);
        else unknown.push({ ...disagreement, engine: other.name });
      }
      progress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return { ...counts, known, unknown };
}

function disagreementOf(
  question: Question,
  { era, version, expected, found }: Pick<Disagreement, 'era' | 'version' | 'expected' | 'found'>,
): Disagreement | undefined {
  const all = { question, era, version, expected, found };
  if (expected.status !== 200 || found.status !== 200)
    return expected.status === found.status ? undefined : { ...all, difference: undefined };
  const { plain: estimated } = estimates(question.body);
  const bodies = [expected.body, found.body] as const;
  if (!firstDifference(...bodies, { estimated, times: 'printed' })) return undefined;
  return { ...all, difference: firstDifference(...bodies, { estimated, times: 'moments' }) };
}
