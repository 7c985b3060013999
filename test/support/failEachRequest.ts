import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs, type ShownDialog } from './answerDialogs.js';
import { isDeep } from './depth.js';
import { closeTabs } from './editDocument.js';
import type { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import { failuresOf, sampleOf, type FailingRequest, type WriteFailure } from './requestFailures.js';
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
  /** The failure of the first write that is tried where a run does not go for depth. */
  readonly sample: WriteFailure;
}

/** Seconds that an answer is waited for which never comes. */
const patience = 3;

/** What may be said of something that was done while nobody was told so. */
const isNamed =
  /not known|was lost|did not say|may have been|was stored|could not be read again|still there/i;

/**
 * Lets each request of a flow fail in every way, or a sample of them where the run does not go for depth: afterwards the
 * manager has it as before or as done and never between, a document that was not saved keeps its edit, a message says what
 * happened, and doing it again ends as it should.
 */
export async function failEachRequest(proxy: FaultyProxy, flow: Flow): Promise<void> {
  const { requests } = await tryFlow(proxy, flow);
  assert.ok(requests.length > 0, 'the flow sends requests');
  const failures = isDeep ? failuresOf(requests, flow.failures) : sampleOf(requests, flow.sample);
  assert.ok(failures.length > 0, 'a request fails');
  const wrong: string[] = [];
  for (const failure of failures) {
    await tryFlow(proxy, flow, failure).catch((error: unknown) =>
      wrong.push(error instanceof Error ? error.message : String(error)),
    );
  }
  assert.equal(wrong.join('\n\n'), '');
}

async function tryFlow(
  proxy: FaultyProxy,
  { prepare, answer }: Flow,
  failure?: FailingRequest,
): Promise<{ requests: FaultyProxy['seen'] }> {
  await proxy.heal();
  const { act, look, isDone, document } = await prepare();
  const before = JSON.stringify(await look());
  const edited = document?.getText();
  const dialogs = answerDialogs(answer);
  const reasons = noteReasons();
  const title = failure?.title ?? 'without a failure';
  try {
    proxy.seen.length = 0;
    if (failure) {
      proxy.fault = failure.fault;
      proxy.faultAfter = failure.index;
      proxy.faultLasts = failure.lasts ?? false;
    }
    const isAccepted = failure?.isSilent ? await impatiently(act) : await act();
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
    dialogs.restore();
    reasons.restore();
    await proxy.heal();
    await closeTabs();
  }
}

/** Does something while answers are not waited for as long as usual. */
async function impatiently<T>(act: () => Promise<T>): Promise<T> {
  const settings = vscode.workspace.getConfiguration('netsensor');
  const wait = (seconds?: number) =>
    settings.update('requestTimeout', seconds, vscode.ConfigurationTarget.Global);
  await wait(patience);
  try {
    return await act();
  } finally {
    await wait();
  }
}
