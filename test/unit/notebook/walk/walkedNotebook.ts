import assert from 'node:assert/strict';
import { vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Random } from '../../../../packages/manager/src/generator/random.js';
import { CellRefresh } from '../../../../src/notebook/run/cellRefresh.js';
import { ResultStore } from '../../../../src/notebook/results/resultStore.js';
import { runNotebooks, type NotebookFollowers } from '../../../../src/notebook/runNotebooks.js';
import type { RangeSteps } from '../../../../src/notebook/time/rangeSteps.js';
import type { KernelServices } from '../../../../src/notebook/run/runBatch.js';
import type { Log } from '../../../../src/ui/doors.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';
import { inBackground } from '../../../../src/ui/listeners.js';
import { storedState } from '../../storedState.js';
import { answerOf, askedWith, queryIn, reasonToMark, wouldAsk } from './expectedMarks.js';
import { code, deliver, type WindowCell } from './playedCode.js';
import { postMessage } from './vscodeOfWalk.js';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { SlowManager } from './slowManager.js';
// Loaded with the first run, else.
import '../../../../src/notebook/run/runBatch.js';

const connection = { id: 'walked', name: 'Walked', address: 'https://walked.example' };

/** A notebook that runs in a played VS Code against a slow manager, and what has to be true of it. */
export class WalkedNotebook {
  readonly manager = new SlowManager();
  readonly ranges: RangeSteps = new WeakMap();
  /** What the extension's log would have. */
  readonly logged: string[] = [];
  /** How many changes there were since nothing was under way. */
  private changes = 0;
  /** The queries that had come by then. */
  private before = 0;
  private texts = 0;
  private parts: vscode.Disposable | undefined;

  constructor(readonly random: Random) {}

  async start(): Promise<void> {
    const results = new ResultStore();
    // That a cell runs already is no failure.
    const log = { error: (line: string) => this.logged.push(line), warn: () => undefined } as unknown as Log;
    const refresh = new CellRefresh(log);
    const followers: NotebookFollowers = { refreshChanged: new Emitter() };
    const services = {
      connections: {
        all: [connection],
        get: () => connection,
        client: async () => this.manager,
        onDidChange: () => ({ dispose: () => undefined }),
        onDidReach: () => ({ dispose: () => undefined }),
      },
      results,
      ranges: this.ranges,
      agreed: new WeakMap(),
      askForValue: async () => undefined,
      log,
      onAsked: () => undefined,
      onEnded: (run: Parameters<KernelServices['onEnded']>[0]) => {
        refresh.ended(run);
        followers.refreshes?.ended(run);
      },
      connectionWords: async () => ({ connectionState: () => '' }),
      globalState: storedState(),
    } as unknown as Parameters<typeof runNotebooks>[0];
    const messaging = { postMessage } as unknown as vscode.NotebookRendererMessaging;
    this.parts = await runNotebooks(services, { results, messaging, refresh, followers });
  }

  end(): void {
    this.parts?.dispose();
  }

  /** The text of a cell that no other one has had. @param fields of its query besides */
  newText(tag: number, fields: object): string {
    this.texts += 1;
    const query = {
      queryType: 'topN',
      dataSource: 'rb_flow',
      dimension: 'host',
      metric: 'bytes',
      threshold: 1,
    };
    return JSON.stringify({ ...query, granularity: 'all', context: { tag, text: this.texts }, ...fields });
  }

  /** A stretch of time that no range had: the same one in other words would be another range. */
  newStretch(): Stretch {
    this.texts += 1;
    return { start: Date.UTC(2026, 10, 1), end: Date.UTC(2026, 10, 2, 0, this.texts) };
  }

  /** Does something that may make cells run, and lets some of what it sends arrive. */
  async change(change: () => unknown, messages: number): Promise<void> {
    this.changes += 1;
    const done = change();
    // What is gone in the meantime is left alone, and people are told.
    const error = (line: string) => /did not let|deleted or moved/.test(line) || this.logged.push(line);
    if (done instanceof Promise) inBackground({ error }, done);
    for (let count = 0; count < messages; count += 1) await deliver(this.random);
  }

  /** Lets all that was sent arrive; the manager goes on with what it does. */
  async settle(): Promise<void> {
    for (let count = 0; await deliver(this.random); count += 1) assert.ok(count < 2000, 'it never ends');
  }

  /** Waits until nothing is under way any more. */
  async quiet(): Promise<void> {
    await this.settle();
    for (let count = 0; !this.manager.isIdle; count += 1) {
      assert.ok(count < 200, 'it asks for ever');
      this.manager.end(this.random.next(), 'answer');
      // As no timer that runs meanwhile.
      vi.setSystemTime(Date.now() + 1);
      await this.settle();
    }
    this.check();
    assert.deepEqual(
      code.cells.filter(({ run }) => run !== 'none').map(({ tag }) => tag),
      [],
      'cells that still run',
    );
    this.changes = 0;
    this.before = this.manager.asked.length;
  }

  /** That what is not current is marked and nothing else, and that no cell has asked more often than something has changed. */
  check(): void {
    assert.deepEqual(this.logged, []);
    for (const cell of code.cells) {
      const answer = answerOf(cell, code, this.manager);
      if (!answer) continue;
      const reason = reasonToMark(cell, code, { answer, manager: this.manager });
      assert.equal(
        answer.isMarked,
        reason !== undefined,
        `cell ${cell.tag}, ${reason ?? 'which is current'}: ${cell.text} ${JSON.stringify([cell.metadata, code.metadata, answer])}`,
      );
    }
    for (const [tag, count] of this.requests()) {
      assert.ok(count <= this.changes, `cell ${tag} asked ${count} times for ${this.changes} changes`);
    }
  }

  /** How often cells have asked since nothing was under way. */
  private requests(): ReadonlyMap<unknown, number> {
    const counts = new Map<unknown, number>();
    for (const { query } of this.manager.asked.slice(this.before)) {
      const { tag } = query['context'] as { readonly tag: unknown };
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    return counts;
  }

  /** The cells with an answer that ask something else with another zone or range of the notebook, and that can be answered. */
  answerable(changed: 'timeZone' | 'timeRange'): WindowCell[] {
    const hasOwn = ({ text, metadata }: WindowCell) =>
      changed === 'timeRange' &&
      (Array.isArray(queryIn(text)['intervals']) || (metadata['timeRange'] ?? null) !== null);
    const isMeant = (cell: WindowCell): boolean => !hasOwn(cell) || this.usedBy(cell).some(isMeant);
    return code.cells.filter(
      cell => answerOf(cell, code, this.manager) && this.isAnswerable(cell, []) && isMeant(cell),
    );
  }

  private usedBy({ text }: WindowCell): WindowCell[] {
    const names = [...text.matchAll(/\$\{(\w+)\.host\}/g)].map(([, name]) => name);
    return code.cells.filter(({ metadata }) => names.includes(String(metadata['name'])));
  }

  private isAnswerable(cell: WindowCell, users: readonly WindowCell[]): boolean {
    const at = Date.now();
    if (users.includes(cell) || wouldAsk(cell, code, { manager: this.manager, at }) === undefined)
      return false;
    return this.usedBy(cell).every(each => this.isAnswerable(each, [...users, cell]));
  }

  /** Asserts that what the manager works on is what the cells ask now. */
  assertAsksCurrent(): void {
    for (const asked of this.manager.waiting) {
      const { tag } = asked.query['context'] as { readonly tag: number };
      const cell = code.cells.find(each => each.tag === tag);
      const now = cell && wouldAsk(cell, code, { manager: this.manager, at: asked.at });
      assert.equal(askedWith(asked), now, `cell ${tag} asks what is current`);
    }
  }

  /** Asserts that a cell shows what it asks now; it may use what was stale before. */
  assertCurrent(cell: WindowCell): void {
    const answer = answerOf(cell, code, this.manager);
    const now = answer && wouldAsk(cell, code, { manager: this.manager, at: answer.asked.at });
    assert.equal(answer && askedWith(answer.asked), now, `cell ${cell.tag} is current`);
    assert.equal(answer?.zone, code.metadata['timeZone'], `cell ${cell.tag} is of the zone`);
  }
}
