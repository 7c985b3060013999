import { carryOut, silently } from '../../../../src/changes/change.js';
import {
  createChange,
  type Created,
  type Creation,
  type SentTry,
} from '../../../../src/changes/records/createChange.js';
import { inert } from '../../../../src/words/inert.js';

/**
 * A create that is called until it is done, as a draft is saved again; the first of what an earlier try may have become is
 * meant. @returns what it became @throws why nobody knows
 */
export function createdOrFound<T extends Created>(): (creation: Creation<T>) => Promise<T> {
  let tries: readonly SentTry[] = [];
  let done: T | undefined;
  return async creation => {
    if (done) return done;
    const note = async (noted: readonly SentTry[]) => void (tries = noted);
    const made = await carryOut(createChange(creation, inert('Lab'), { tries, note }), {
      ...silently(),
      agree: async (_, { twins }) => {
        done = twins[0]?.twin;
        return done === undefined && (tries.length > 0 || 'unasked');
      },
    });
    const outcome = made?.receipt.outcome;
    if (outcome?.kind === 'created') done = outcome.created;
    if (outcome?.kind === 'unknown') {
      done = outcome.twins[0]?.twin;
      if (!done) throw outcome.error;
    }
    if (!done) throw new Error(made?.receipt.message);
    return done;
  };
}
