import assert from 'node:assert/strict';
import { beforeEach, describe, it, vi } from 'vitest';
import { Emitter } from '../../../src/ui/lifetimes.js';
import { Uri } from '../explorer/vscodeOfExplorer.js';

class Diff {
  constructor(
    readonly original: Uri,
    readonly modified: Uri,
  ) {}
}
interface Tab {
  readonly input: Diff;
}
let open: Tab[] = [];
/** What a difference waits for before it is shown, and ends with. */
let showing: () => Promise<void> = async () => undefined;

vi.mock('vscode', async () => {
  const places = await import('../ui/vscodeOfPlaces.js');
  const show = async (original: Uri, modified: Uri) => {
    await showing();
    if (!open.some(({ input }) => input.modified.text === modified.text))
      open.push({ input: new Diff(original, modified) });
  };
  return {
    ...places,
    Uri: Object.assign(places.Uri, {
      from: ({ path }: { path: string }) => Uri.parse(`netsensor-plan://lab${path}`),
    }),
    TabInputTextDiff: Diff,
    CancellationTokenSource: class {
      token = {};
      cancel = () => undefined;
      dispose = () => undefined;
    },
    workspace: { onDidCloseTextDocument: new Emitter().event },
    commands: {
      executeCommand: async (id: string, ...given: [Uri, Uri]) =>
        id === 'vscode.diff' ? show(...given) : undefined,
    },
    window: {
      setStatusBarMessage: () => ({ dispose: () => undefined }),
      tabGroups: {
        get all() {
          return [{ tabs: open }];
        },
        onDidChangeTabs: new Emitter().event,
        close: async (tabs: readonly Tab[]) => void (open = open.filter(tab => !tabs.includes(tab))),
      },
    },
  };
});
const { PlanDocuments } = await import('../../../src/operations/planDocuments.js');

const plan = {
  title: 'Change',
  sides: { now: '1', planned: '2', language: 'json' },
  connectionId: 'lab',
} as unknown as Parameters<InstanceType<typeof PlanDocuments>['showWhile']>[0];
const settled = () => new Promise(setImmediate);

describe('the questions about plans', () => {
  beforeEach(() => {
    open = [];
    showing = async () => undefined;
  });

  /** Asks about changes, of which each waits for its answer. */
  function asking() {
    const plans = new PlanDocuments();
    const asked: string[] = [];
    const answers = new Map<string, () => void>();
    const ask = (name: string) =>
      plans.showWhile(plan, () => {
        asked.push(name);
        return new Promise<string>(resolve => answers.set(name, () => resolve(name)));
      });
    const answer = async (name: string) => {
      answers.get(name)!();
      await settled();
    };
    return { ask, asked, answer };
  }

  it('stand one after the other, also where the one that waits cannot be shown again', async () => {
    const { ask, asked, answer } = asking();
    const first = ask('first');
    await settled();
    showing = () => Promise.reject(new Error('no editor'));
    const second = ask('second');
    await settled();
    showing = async () => undefined;
    const third = ask('third');
    await settled();
    assert.deepEqual(asked, ['first']);
    await answer('first');
    assert.deepEqual(asked, ['first', 'second']);
    await answer('second');
    await answer('third');
    assert.deepEqual(await Promise.all([first, second, third]), ['first', 'second', 'third']);
    assert.deepEqual(open, []);
  });

  it('leave no difference open that was shown again while its question was answered', async () => {
    const { ask, answer } = asking();
    const first = ask('first');
    await settled();
    let release = (): void => undefined;
    showing = () => new Promise(resolve => (release = resolve));
    const second = ask('second');
    await settled();
    showing = async () => undefined;
    await answer('first');
    await first;
    release();
    await settled();
    assert.equal(open.length, 1, 'that of the second alone');
    await answer('second');
    await second;
    assert.deepEqual(open, []);
  });
});
