import * as l10n from '@vscode/l10n';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  carryOut,
  type BackedUp,
  type Caller,
  type Change,
  type Receipt,
} from '../../../src/changes/change.js';
import { secretNames } from 'netsensor-contract/text/secretNames';
import { runs } from '../../support/depth.js';

/** What is handed over to be kept, of a change that backs something up. */
async function handedOver(records: unknown): Promise<unknown> {
  const word = l10n.t('Delete');
  const receipt: Receipt = { severity: 'info', message: word };
  const change: Change<object, object> = {
    reading: word,
    meanwhile: word,
    writing: () => word,
    doing: () => word,
    plan: async () => ({}),
    word: () => ({ question: word, lines: [], button: word }),
    deciding: () => ({}),
    backup: () => ({ operation: 'delete', called: 'A', sensors: [], access_points: [], records }) as BackedUp,
    apply: async () => ({}),
    receive: async () => receipt,
  };
  let kept: BackedUp | undefined;
  const caller: Caller<object> = {
    during: (_, work) => work({ signal: new AbortController().signal, tell: () => undefined }),
    agree: async () => true,
    requireUnlocked: () => undefined,
    backUp: async backedUp => {
      kept = backedUp;
      return 'backup';
    },
    journal: (_, work) => work(),
  };
  await carryOut(change, caller);
  return kept?.records;
}

it('is what JSON has of it, without what may be secret, whatever the fields are called', async () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'password', 'api_token'));
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 1.5, 'text', undefined),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const property = fc.asyncProperty(fc.array(value), async records => {
    const text = JSON.stringify(records, (key, field: unknown) =>
      secretNames.test(key) ? undefined : field,
    );
    expect(JSON.stringify(await handedOver(records))).toBe(text);
  });
  await fc.assert(property, { numRuns: runs({ broad: 40, deep: 1_500 }) });
});

it('lets others run while a large one is made ready', async () => {
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field ${at}`, at]));
  const records = Array.from({ length: 10_000 }, () => ({ ...fields }));
  let isDone = false;
  let turns = 0;
  const take = () => {
    turns += 1;
    if (!isDone) setImmediate(take);
  };
  setImmediate(take);
  expect(await handedOver(records)).toEqual(records);
  isDone = true;
  expect(turns).toBeGreaterThan(1);
});
