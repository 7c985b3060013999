import type { EraName } from '../../../packages/manager/src/dataQuery/eras.js';
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
  /** The engine whose answers it passes on: where it differs from the embedded one, it has to answer as that does. */
  readonly passesOn?: Ask;
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
      for (const other of comparison.others) {
        const held = { ...comparison, other };
        const compared = await compare(question, held);
        if (compared === 'not asked') continue;
        counts.asked += 1;
        const name = compared && (await isPassedOn(compared, other)) && (await explanationOf(compared, held));
        if (!compared) counts.equal += 1;
        else if (typeof name === 'string') known.set(name, (known.get(name) ?? 0) + 1);
        else unknown.push({ ...compared, engine: other.name });
      }
      progress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return { ...counts, known, unknown };
}

type Held = Comparison & { readonly other: Compared };

/**
 * The name of the known difference that a disagreement is: what it is about is left out of the query, and so on with what is
 * left of the known ones, until the engines agree.
 */
async function explanationOf(
  disagreement: Disagreement,
  held: Held,
  candidates = knownDifferences,
): Promise<string | undefined> {
  for (const candidate of candidates) {
    const { name, covers, without } = candidate;
    if (!covers(disagreement)) continue;
    if (!without) return name;
    const { question } = disagreement;
    const rest = await compare({ ...question, body: without(question.body) }, held);
    if (rest === undefined) return name;
    if (rest === 'not asked') continue;
    const others = candidates.filter(other => other !== candidate);
    if ((await explanationOf(rest, held, others)) !== undefined) return name;
  }
  return undefined;
}

async function isPassedOn({ question, found }: Disagreement, { passesOn }: Compared): Promise<boolean> {
  if (!passesOn || found.status !== 200) return true;
  const own = await passesOn(question.body);
  const { plain: estimated } = estimates(question.body);
  // What fails in the middle of an answer has none that could be passed on.
  const hasAnswer = own.status === 200 && typeof own.body !== 'string';
  return !hasAnswer || !firstDifference(own.body, found.body, { estimated, times: 'printed' });
}

/** Asks an engine and the embedded one the same; undefined where they agree. */
async function compare(
  question: Question,
  { embedded, other, era, version }: Held,
): Promise<Disagreement | 'not asked' | undefined> {
  const expected = await embedded(question.body);
  if (expected.status !== 200 && !other.refuses) return 'not asked';
  const found = await other.ask(question.body);
  const all = { question, era, version, expected, found };
  if (expected.status !== 200 || found.status !== 200)
    return expected.status === found.status ? undefined : { ...all, difference: undefined };
  const { plain: estimated } = estimates(question.body);
  const bodies = [expected.body, found.body] as const;
  if (!firstDifference(...bodies, { estimated, times: 'printed' })) return undefined;
  return { ...all, difference: firstDifference(...bodies, { estimated, times: 'orInUtc' }) };
}
