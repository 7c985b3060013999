import { expect, it, vi } from 'vitest';
import { Emitter } from '../../../src/ui/lifetimes.js';
import { inert } from '../../../src/words/inert.js';
import { eventually } from '../../support/eventually.js';

const { made } = vi.hoisted(() => ({ made: [] as { detail?: string; dispose: () => void }[] }));
const never = () => ({ dispose: () => undefined });

vi.mock('vscode', async () => {
  const { vscodeOfWalk } = await import('./walk/vscodeOfWalk.js');
  const createNotebookController = () => {
    const controller = {
      onDidChangeSelectedNotebooks: never,
      updateNotebookAffinity: never,
      dispose: () => undefined,
    };
    made.push(controller);
    return controller;
  };
  return { ...vscodeOfWalk, notebooks: { createNotebookController } };
});
const { NotebookControllers } = await import('../../../src/notebook/run/notebookControllers.js');

it('the list of kernels says of a connection how its manager answers now, and not how it did when it was changed last', async () => {
  let state = 'unlocked';
  const lab = { id: 'lab', name: 'Lab', address: 'https://lab.example' };
  const reached = new Emitter<string>();
  const connections = { all: [lab], get: () => lab, onDidChange: never, onDidReach: reached.event };
  const connectionWords = async () => ({ connectionState: () => inert(state) });
  const services = {
    connections,
    connectionWords,
    log: { error: (words: string) => expect(words).toBe('') },
  };
  const controllers = new NotebookControllers(
    ...([services, {}] as unknown as ConstructorParameters<typeof NotebookControllers>),
  );
  await eventually(() => expect(made.at(-1)?.detail).toBe('unlocked'));
  state = 'not reachable since 10:07';
  reached.fire('lab');
  await eventually(() => expect(made.at(-1)?.detail).toBe(state));
  controllers.dispose();
});
