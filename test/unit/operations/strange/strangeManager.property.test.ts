import { describe, it } from 'vitest';
import { ManagerClient } from '../../../../src/api/managerClient.js';
import { isDeep } from '../../../support/depth.js';
import { operations, type Claim, type Operation } from './strangeOperations.js';
import { StrangeManager, type Answering, type Behaviour, type Effect } from './strangeManager.js';

const effects: readonly Effect[] = [
  'none',
  'done',
  'part',
  'otherSpelling',
  'otherName',
  'otherPlace',
  'clearsBesides',
  'marksAsGone',
  { after: 1 },
  { after: 3 },
  { after: 7 },
  { after: 99 },
];

const answers: Readonly<Record<string, Answering>> = {
  '200': own => ({ status: 200, body: own }),
  '201': own => ({ status: 201, body: own }),
  '202': () => ({ status: 202, body: {} }),
  '204': () => ({ status: 204 }),
  '500': () => ({ status: 500, body: { error: 'Oh no' } }),
  '504': () => ({ status: 504 }),
  cut: () => 'cut',
  wrapped: own => ({ status: 200, body: { data: { result: own } } }),
  'in a list': own => ({ status: 200, body: [own] }),
  'errors beside it': own => ({ status: 200, body: { ...(own as object), errors: ['Some went wrong'] } }),
  '207 in part': own => ({
    status: 207,
    body: {
      results: [
        { status: 200, data: own },
        { status: 423, error: 'Locked' },
      ],
    },
  }),
};

/** Whether an answer says without a doubt that it was done: a new key that came is one, whatever is said beside it. */
const isPlain = (answer: string, operation: Operation) =>
  ['200', '201'].includes(answer) ||
  (operation.hasKey === true && ['wrapped', 'errors beside it'].includes(answer));

interface Case {
  readonly title: string;
  readonly answer: string;
  readonly behaviour: Behaviour;
}

const allCases: readonly Case[] = effects.flatMap(effect =>
  Object.entries(answers).flatMap(([answer, answering]) =>
    [false, true].map(isShownOtherwise => ({
      title: `${JSON.stringify(effect)}, ${answer}${isShownOtherwise ? ', shown otherwise' : ''}`,
      answer,
      behaviour: { effect, answer: answering, isShownOtherwise },
    })),
  ),
);

/** Each of so many in a run that does not go for depth: the number shares no divisor with those of effects and answers. */
const stride = isDeep ? 1 : 41;

/** What is untrue of what was said of an operation; undefined for nothing. */
async function untrueWord(
  { manager, client }: { manager: StrangeManager; client: ManagerClient },
  operation: Operation,
  { answer, behaviour }: Case,
): Promise<string | undefined> {
  manager.begin(behaviour);
  const claim: Claim = await operation.act(client);
  const now = operation.look(manager);
  manager.end();
  const later = operation.look(manager);
  const isTrue = {
    done: now === 'done',
    otherwise: now !== 'before',
    undone: later === 'before',
    open: behaviour.effect !== 'done' || !isPlain(answer, operation),
  }[claim.is];
  if (isTrue && manager.writes === 1) return undefined;
  return `${claim.is} (${claim.words}), now ${now}, later ${later}, ${manager.writes} sent`;
}

describe.concurrent('a manager that does and answers as it likes', () => {
  it.each(Object.entries(operations).map(([name, operation], at) => ({ name, operation, at })))(
    'hears no untrue word of $name',
    { timeout: 600_000 },
    async ({ operation, at }) => {
      const manager = new StrangeManager();
      const address = await manager.start();
      const client = new ManagerClient({
        address,
        key: 'key-of-admin',
        trust: {},
        timeout: 20_000,
        log: () => undefined,
      });
      const wrong: string[] = [];
      for (const one of allCases.filter((_, place) => (place + at) % stride === 0)) {
        const word = await untrueWord({ manager, client }, operation, one);
        if (word) wrong.push(`${one.title}: ${word}`);
      }
      await client.close();
      await manager.stop();
      if (wrong.length > 0) throw new Error(`${wrong.length} untrue:\n${wrong.join('\n')}`);
    },
  );
});
