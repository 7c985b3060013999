import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import type { Log } from '../../../src/ui/doors.js';
import { runs } from '../../support/depth.js';
import { storedState } from '../storedState.js';
import { dialogs, disk, OpenNotebook } from './notebookHost.js';

vi.mock('vscode', async () => (await import('./notebookHost.js')).vscodeOfNotebook);
const { NotebookSerializer } = await import('../../../src/notebook/notebookSerializer.js');

const fileOf = (text: string) => printNotebook({ cells: [{ kind: 'query', text, extra: {} }], extra: {} });
const elsewhere = ['<<<<<<< ours\n', '', fileOf('[1]'), fileOf('[2]'), fileOf('{}')];

const step = fc.oneof(
  fc.record({ does: fc.constant('type' as const), text: fc.constantFrom('a', 'b', 'c') }),
  fc.record({
    does: fc.constant('put' as const),
    content: fc.constantFrom(...elsewhere),
    isNoticed: fc.boolean(),
  }),
  fc.record({ does: fc.constantFrom('read' as const, 'save' as const) }),
  fc.record({ does: fc.constantFrom('hold' as const, 'release' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const turn = () => new Promise(resolve => setImmediate(resolve));

/** Does the steps one after the other, without waiting for what they began. @returns what was replaced that nobody had seen */
async function replacedUnseen(steps: readonly Step[]): Promise<{ lost: string[]; notebook: OpenNotebook }> {
  const log = { error: (line: unknown) => expect(line).toBe('no failure') } as unknown as Log;
  const serializer = new NotebookSerializer(storedState(), log);
  const lost: string[] = [];
  let held: (() => void)[] | undefined;
  disk.pass = async kind => {
    if (kind === 'read' && held) await new Promise<void>(resolve => held?.push(resolve));
  };
  const release = () => {
    const waiting = held;
    held = undefined;
    waiting?.forEach(resolve => resolve());
  };
  disk.put(fileOf('{}'), false);
  const notebook = new OpenNotebook(serializer);
  await notebook.open();
  await turn();
  let put: { readonly content: string } | undefined;
  /** What another program has put there before VS Code asks what to write is to be seen before it goes. */
  notebook.onSerialize = () => {
    const there = put;
    return () => {
      if (there && there === put && !notebook.known.includes(there.content)) lost.push(there.content);
      put = undefined;
    };
  };
  const began: Promise<unknown>[] = [];
  for (const each of steps) {
    if (each.does === 'type') notebook.change({ text: `${each.text}${notebook.text}` });
    if (each.does === 'put') {
      put = { content: each.content };
      disk.put(each.content, each.isNoticed);
    }
    if (each.does === 'read') began.push(notebook.readAgain());
    if (each.does === 'save') began.push(notebook.save());
    if (each.does === 'hold') held ??= [];
    if (each.does === 'release') release();
    await turn();
  }
  release();
  await Promise.all(began);
  await vi.waitFor(() => expect(notebook.isDirty || notebook.text === notebook.shown).toBe(true));
  notebook.close();
  serializer.dispose();
  return { lost, notebook };
}

it('loses nothing that another program wrote and nobody saw, and no edit that looks saved, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async steps => {
      Object.assign(dialogs, { shown: [], answer: undefined });
      const { lost } = await replacedUnseen(steps);
      expect(lost).toEqual([]);
    }),
    { numRuns: runs({ broad: 150, deep: 5_000 }) },
  );
}, 600_000);
