import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { ReadCache } from '../../../src/explorer/readCache.js';
import { describeError } from '../../../src/words/describeError.js';
import { durationWords } from '../../../src/words/locale.js';
import { eventually } from '../../support/eventually.js';

interface Asked {
  readonly answer: (value: string) => void;
  readonly fail: (error: Error) => void;
  readonly signal: AbortSignal;
}

/** Reads that end when a test says so, or when they are aborted. */
function heldBack() {
  const asked: Asked[] = [];
  const reads = new ReadCache<string>(
    (_key, signal) =>
      new Promise((answer, fail) => {
        signal.addEventListener('abort', () => fail(new Error('aborted')));
        asked.push({ answer, fail, signal });
      }),
  );
  const at = (turn: number): Asked => {
    const one = asked[turn];
    assert.ok(one, `request ${turn}`);
    return one;
  };
  return { reads, asked, at };
}

describe('what was read of a manager', () => {
  it('is asked for again when the first read failed, and then kept', async () => {
    const { reads, at, asked } = heldBack();
    const first = reads.read('a');
    at(0).fail(new Error('out of order'));
    await assert.rejects(first, /out of order/);
    const second = reads.read('a');
    at(1).answer('A');
    assert.equal(await second, 'A');
    assert.equal(await reads.read('a'), 'A');
    assert.deepEqual([asked.length, reads.keys], [2, ['a']]);
  });

  it('stays when it cannot be read again, and says since when, until it can', async () => {
    const { reads, at } = heldBack();
    const started = Date.now();
    const first = reads.read('a');
    at(0).answer('old');
    await first;
    const changes: string[] = [];
    reads.onDidChange(key => changes.push(key));
    const failing = reads.update('a');
    const error = new Error('out of order');
    at(1).fail(error);
    await assert.rejects(failing);
    const stale = reads.stale('a');
    assert.deepEqual([reads.get('a'), stale?.error, changes], ['old', error, ['a']]);
    assert.ok(stale && stale.readAt >= started && stale.readAt <= Date.now());
    const again = reads.update('a');
    at(2).answer('new');
    assert.deepEqual([await again, reads.get('a'), reads.stale('a')], ['new', 'new', undefined]);
  });

  it('is asked for once at a time: a second update ends the first, which then answers the same', async () => {
    const { reads, at } = heldBack();
    const first = reads.read('a');
    at(0).answer('old');
    await first;
    const updates = [reads.update('a'), reads.update('a')];
    assert.equal(at(1).signal.aborted, true);
    at(2).answer('new');
    assert.deepEqual(await Promise.all(updates), ['new', 'new']);
    assert.equal(reads.stale('a'), undefined);
  });

  it('is read anew when it was forgotten meanwhile, and when the answer is older than a change', async () => {
    const { reads, at } = heldBack();
    const waiting = reads.read('a');
    reads.forget('a');
    await new Promise(resolve => setImmediate(resolve));
    at(1).answer('new');
    assert.equal(await waiting, 'new');
    const older = reads.update('a');
    reads.replace('a', 'changed');
    at(2).answer('before the change');
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(reads.get('a'), 'changed');
    at(3).answer('the change, and what others did');
    assert.equal(await older, 'the change, and what others did');
    assert.equal(reads.get('a'), 'the change, and what others did');
  });

  it('is what was asked for last, whichever answer comes first', async () => {
    const { reads, at } = heldBack();
    const first = reads.read('a');
    const update = reads.update('a');
    at(1).answer('after the change');
    assert.equal(await update, 'after the change');
    at(0).answer('before the change');
    assert.equal(await first, 'after the change');
    const late = reads.update('b');
    reads.forget('b');
    await assert.rejects(late, /aborted/);
    assert.deepEqual([reads.get('a'), reads.get('b')], ['after the change', undefined]);
    const other = reads.read('c');
    const newer = reads.update('c');
    at(3).answer('old');
    await other;
    at(4).answer('new');
    await newer;
    assert.equal(reads.get('c'), 'new');
  });

  it('takes a part that was read again, unless it changed meanwhile: then that part is asked for again', async () => {
    const { reads, at } = heldBack();
    await reads.amend('a', () => assert.fail('nothing to put a part into'));
    const first = reads.read('a');
    at(0).answer('old');
    await first;
    const answers: ((part: string) => void)[] = [];
    const amending = reads.amend(
      'a',
      async kept => `${kept} with ${await new Promise(part => answers.push(part))}`,
    );
    reads.replace('a', 'saved');
    answers[0]?.('a part from before the save');
    await eventually(() => assert.equal(answers.length, 2));
    answers[1]?.('a part');
    await amending;
    assert.equal(reads.get('a'), 'saved with a part');
  });

  it('waits for the whole where that is being read, and lets no part end that', async () => {
    const { reads, at } = heldBack();
    const first = reads.read('a');
    at(0).answer('old');
    await first;
    let answer: ((part: string) => void) | undefined;
    const amending = reads.amend('a', () => new Promise(resolve => (answer = resolve)));
    const update = reads.update('a');
    answer?.('a part');
    at(1).answer('new');
    await Promise.all([amending, update]);
    assert.equal(reads.get('a'), 'new');
  });

  it('ends when who asked for it gives up, which is no failure of what is there', async () => {
    const { reads, at } = heldBack();
    const first = reads.read('a');
    at(0).answer('old');
    await first;
    const controller = new AbortController();
    const update = reads.update('a', controller.signal);
    controller.abort();
    await assert.rejects(update);
    assert.deepEqual([reads.get('a'), reads.stale('a')], ['old', undefined]);
  });
});

describe('a manager that is busy', () => {
  const busy = (retryAfter?: number) =>
    describeError(new ApiError({ reason: 'rateLimited', method: 'GET', path: '/', retryAfter }));

  it('is said to be with the time that it asks for', () => {
    assert.equal(busy(100), 'The manager is busy. Try again in 2 minutes.');
    assert.equal(busy(), 'The manager is busy. Try again in a moment.');
    const down = new ApiError({ reason: 'server', status: 503, method: 'GET', path: '/', retryAfter: 1 });
    assert.equal(describeError(down), 'The manager failed with status 503. Try again in 1 second.');
    assert.deepEqual([45.2, 90, 91, 5400, 5401].map(durationWords), [
      '46 seconds',
      '90 seconds',
      '2 minutes',
      '90 minutes',
      '2 hours',
    ]);
  });
});
