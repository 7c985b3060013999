import type * as vscode from 'vscode';
import { expect, it, vi } from 'vitest';

type Metadata = Record<string, unknown>;
/** What the extension host sees of a notebook, which VS Code changes some time after it was asked to. */
const notebook = { isClosed: false, uri: 'a.dqnb', metadata: {} as Metadata };
let refusals = 0;

vi.mock('vscode', () => ({
  WorkspaceEdit: class {
    metadata: Metadata = {};
    set = (_uri: unknown, [metadata = {}]: Metadata[]) => (this.metadata = metadata);
  },
  NotebookEdit: { updateNotebookMetadata: (metadata: Metadata) => metadata },
  workspace: {
    applyEdit: async ({ metadata }: { metadata: Metadata }) => {
      await new Promise(setImmediate);
      if (refusals-- > 0) return false;
      notebook.metadata = metadata;
      return true;
    },
  },
  l10n: { t: (text: string) => text },
}));
const { editNotebookMetadata } = await import('../../../src/ui/editDocument.js');

const set = (changes: Metadata) =>
  editNotebookMetadata(notebook as unknown as vscode.NotebookDocument, () => ({
    ...notebook.metadata,
    ...changes,
  }));

it('two changes of a notebook at once keep each other', async () => {
  await Promise.all([set({ range: 'last hour' }), set({ connection: 'lab' })]);
  expect(notebook.metadata).toEqual({ range: 'last hour', connection: 'lab' });
});

it('a change of a notebook that VS Code refuses keeps no later one from it', async () => {
  refusals = 20;
  const both = await Promise.allSettled([set({ range: 'refused' }), set({ connection: 'core' })]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(notebook.metadata).toEqual({ range: 'last hour', connection: 'core' });
});
