import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs, type ShownDialog } from './answerDialogs.js';
import { closeTabs } from './editDocument.js';
import type { Fault, FaultyProxy, SeenRequest } from './faultyProxy.js';
import { noteReasons } from './toldReasons.js';

/** Something a user does, ready to be done. */
export interface Attempt {
  /** Does it; false when VS Code or a message says that it was not done. */
  readonly act: () => Promise<boolean>;
  /** What a client of its own sees of it on the manager. */
  readonly look: () => Promise<unknown>;
  /** The document that holds the user's work until it is done. */
  readonly document?: vscode.TextDocument;
  /** Whether that is how it is once it is done. */
  readonly isDone: (seen: unknown) => boolean;
}

/** A flow of requests, each of which is made to fail. */
export interface Flow {
  readonly prepare: () => Promise<Attempt>;
  /** Names the buttons that go on. */
  readonly answer: (dialog: ShownDialog) => string | undefined;
  /** Only these failures of writes, where a flow shares all but its address with one that goes through each. */
  readonly failures?: readonly WriteFailure[];
}

type WriteFailure = keyof typeof failuresOfWrites;

interface Failure {
  readonly name: string;
  readonly fault: Fault;
  /** Whether nothing works any more after it. */
  readonly lasts?: boolean;
  /** How long answers are waited for; it is tried with the first write only, because it takes so long. */
  readonly seconds?: number;
}

const internalError: Fault = { kind: 'status', status: 500, body: { query: false, error: 'Out of memory' } };

/** Lost connections are read again by themselves, so a read fails with an answer. */
const failuresOfReads: readonly Failure[] = [{ name: 'status 500', fault: internalError }];

/** A write may have been done although its answer says nothing; after the last one nothing works any more. */
const failuresOfWrites = {
  reset: { fault: { kind: 'reset' } },
  'reset after the write': { fault: { kind: 'resetAfterWrite' } },
  'status 500': { fault: internalError },
  'a page after the write, for good': { fault: { kind: 'htmlAfterWrite' }, lasts: true },
  'no answer in time': { fault: { kind: 'silentAfterWrite' }, seconds: 3 },
} as const satisfies Readonly<Record<string, Omit<Failure, 'name'>>>;

const writeFailures = Object.keys(failuresOfWrites) as WriteFailure[];
const isWrite = ({ method, url }: SeenRequest) => method !== 'GET' || url.includes('recreate_api_key');

/** What may be said of something that was done while nobody was told so. */
const isNamed =
  /not known|was lost|did not say|may have been|was stored|could not be read again|still there/i;

/**
 * Lets each request of a flow fail in every way: afterwards the manager has it as before or as done and never between, a
 * document that was not saved keeps its edit, a message says what happened, and doing it again ends as it should.
 */
export async function failEachRequest(proxy: FaultyProxy, flow: Flow): Promise<void> {
  const { requests } = await tryFlow(proxy, flow);
  assert.ok(requests.length > 0, 'the flow sends requests');
  const wrong: string[] = [];
  for (const [index, request] of requests.entries()) {
    const isFirst = index === requests.findIndex(isWrite);
    const failures: readonly Failure[] = isWrite(request)
      ? (flow.failures ?? writeFailures).map(name => ({ name, ...failuresOfWrites[name] }))
      : failuresOfReads;
    for (const failure of failures.filter(({ seconds }) => seconds === undefined || isFirst)) {
      const where = `${request.method} ${pathOf(request.url)}`;
      await tryFlow(proxy, flow, { ...failure, index, where }).catch((error: unknown) =>
        wrong.push(error instanceof Error ? error.message : String(error)),
      );
    }
  }
  assert.equal(wrong.join('\n\n'), '');
}

async function tryFlow(
  proxy: FaultyProxy,
  { prepare, answer }: Flow,
  failure?: Failure & { index: number; where: string },
): Promise<{ requests: FaultyProxy['seen'] }> {
  await proxy.heal();
  const { act, look, isDone, document } = await prepare();
  const before = JSON.stringify(await look());
  const edited = document?.getText();
  const dialogs = answerDialogs(answer);
  const reasons = noteReasons();
  const title = failure
    ? `${failure.name} at request ${failure.index}, ${failure.where}`
    : 'without a failure';
  try {
    proxy.seen.length = 0;
    if (failure) {
      proxy.fault = failure.fault;
      proxy.faultAfter = failure.index;
      proxy.faultLasts = failure.lasts ?? false;
    }
    await waitForAnswers(failure?.seconds);
    const isAccepted = await act();
    await waitForAnswers();
    const requests = [...proxy.seen];
    await proxy.heal();
    const seen = await look();
    const told = [...reasons.told, ...dialogs.shown.map(({ message }) => message)].join(' | ');
    const state = `${title}: ${told}\n${JSON.stringify(seen)}`;
    const done = isDone(seen);
    if (!done) assert.deepEqual([isAccepted, JSON.stringify(seen)], [false, before], state);
    if (!isAccepted) {
      assert.match(told, /[a-z]{3,} .*[.?]/, `a sentence says why: ${state}`);
      assert.doesNotMatch(told, /undefined|\[object|auth_token=/, state);
      if (document) assert.deepEqual([document.isDirty, document.getText()], [true, edited], state);
      if (done && before !== JSON.stringify(seen)) assert.match(told, isNamed, state);
      const isAcceptedNow = await act();
      const now = await look();
      assert.deepEqual(
        [isAcceptedNow, isDone(now)],
        [true, true],
        `again after ${state}\n${JSON.stringify(now)}`,
      );
    }
    return { requests };
  } finally {
    await waitForAnswers();
    dialogs.restore();
    reasons.restore();
    await proxy.heal();
    await closeTabs();
  }
}

/** How many seconds answers are waited for; without a number, as long as usual. */
const waitForAnswers = (seconds?: number) =>
  vscode.workspace
    .getConfiguration('netsensor')
    .update('requestTimeout', seconds, vscode.ConfigurationTarget.Global);

const pathOf = (url: string) => url.split('?')[0] ?? '';
