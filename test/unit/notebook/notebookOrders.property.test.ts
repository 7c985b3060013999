import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import type { Log } from '../../../src/ui/doors.js';
import { runs } from '../../support/depth.js';
import { storedState } from '../storedState.js';
import { dialogs, disk, OpenNotebook, type Slow } from './notebookHost.js';

vi.mock('vscode', async () => (await import('./notebookHost.js')).vscodeOfNotebook);
const { NotebookSerializer } = await import('../../../src/notebook/notebookSerializer.js');

const fileOf = (text: string) => printNotebook({ cells: [{ kind: 'query', text, extra: {} }], extra: {} });
const elsewhere = ['<<<<<<< ours\n', '', fileOf('[1]'), fileOf('[2]'), fileOf('{}')];

const type = fc.record({ does: fc.constant('type' as const), text: fc.constantFrom('a', 'b', 'c') });
const put = fc.record({
  does: fc.constant('put' as const),
  content: fc.constantFrom(...elsewhere),
  isNoticed: fc.boolean(),
});
const putBack = fc.record({ does: fc.constant('put back' as const), isNoticed: fc.boolean() });
const hold = fc.record({
  does: fc.constant('hold' as const),
  what: fc.constantFrom(...(['read', 'look', 'written'] as const)),
});
const plain = <Does extends string>(does: Does) => fc.record({ does: fc.constant(does) });
/** What mostly comes one after the other, too, so that an order of several of them is no rare chance. */
const steps = fc
  .array(
    fc.oneof(
      ...[type, put, putBack, hold, plain('read'), plain('save'), plain('release')].map(one => fc.tuple(one)),
      fc.tuple(type, plain('save')),
      fc.tuple(put, plain('read')),
      fc.tuple(putBack, plain('read')),
    ),
    { minLength: 3, maxLength: 12 },
  )
  .map(several => several.flat());
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

const turn = () => new Promise(resolve => setImmediate(resolve));

/** Does the steps one after the other, without waiting for what they began. @returns what was replaced that nobody had seen */
async function replacedUnseen(order: readonly Step[]): Promise<{ lost: string[]; notebook: OpenNotebook }> {
  const log = { error: (line: unknown) => expect(line).toBe('no failure') } as unknown as Log;
  const serializer = new NotebookSerializer(storedState(), log);
  const lost: string[] = [];
  const slow = new Set<Slow>();
  const waiting: (() => void)[] = [];
  disk.pass = async kind => {
    if (slow.has(kind)) await new Promise<void>(resolve => waiting.push(resolve));
  };
  const release = () => {
    slow.clear();
    waiting.splice(0).forEach(resolve => resolve());
  };
  disk.put(fileOf('{}'), false);
  const notebook = new OpenNotebook(serializer);
  await notebook.open();
  await turn();
  let put: { readonly content: string } | undefined;
  /** What another program has put there before VS Code asks what to write is to be seen before it goes. */
  notebook.onSerialize = () => {
    const there = put;
    return content => {
      const isSeen = [notebook.known.at(-1), content].includes(there?.content);
      if (there && there === put && !isSeen) lost.push(there.content);
      put = undefined;
    };
  };
  const putThere = (content: string, isNoticed: boolean) => {
    put = { content };
    disk.put(content, isNoticed);
  };
  const began: Promise<unknown>[] = [];
  for (const each of order) {
    if (each.does === 'type') notebook.change({ text: `${each.text}${notebook.text}` });
    if (each.does === 'put') putThere(each.content, each.isNoticed);
    if (each.does === 'put back') putThere(notebook.known.at(-2) ?? fileOf('{}'), each.isNoticed);
    if (each.does === 'read') began.push(notebook.readAgain());
    if (each.does === 'save') began.push(notebook.save());
    if (each.does === 'hold') slow.add(each.what);
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
    fc.asyncProperty(steps, async order => {
      Object.assign(dialogs, { shown: [], answer: undefined });
      const { lost } = await replacedUnseen(order);
      expect(lost).toEqual([]);
    }),
    { numRuns: runs({ broad: 150, deep: 5_000 }) },
  );
}, 600_000);
