import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { afterEach, it, vi } from 'vitest';
import { Emitter } from '../../../src/ui/lifetimes.js';

const saved = new Emitter<object>();
const ran: string[] = [];
let whileReopened = (): void => undefined;
const uri = { toString: () => 'netsensor://lab/lists/racks/Racks.json' };
const document = { uri, isDirty: true, isClosed: false, text: 'edited', getText: () => document.text };

vi.mock('vscode', () => ({
  workspace: {
    onDidSaveTextDocument: saved.event,
    applyEdit: async () => ((document.text = 'put back'), true),
  },
  window: { tabGroups: { activeTabGroup: { activeTab: { input: { uri } } } } },
  commands: {
    executeCommand: async (id: string) => {
      ran.push(id);
      if (id === 'reopenActiveEditorWith') whileReopened();
      if (id === 'undo') document.text = 'edited';
    },
  },
}));
const { reopenWith } = await import('../../../src/ui/editDocument.js');

/** @returns what was run of VS Code while a changed document is opened in another editor */
async function reopened(meanwhile: typeof whileReopened): Promise<readonly string[]> {
  Object.assign(document, { isDirty: true, text: 'edited' });
  ran.splice(0);
  whileReopened = meanwhile;
  await reopenWith(document as unknown as vscode.TextDocument, 'default');
  return ran.slice(1);
}

afterEach(() => assert.equal(ran[0], 'reopenActiveEditorWith'));

it('puts back what was not saved, which the oldest VS Code takes back with the editor', async () => {
  assert.deepEqual(await reopened(() => Object.assign(document, { isDirty: false, text: 'opened' })), [
    'undo',
  ]);
  assert.equal(document.text, 'edited');
});

it('puts nothing over what is stored once a save that was under way has ended', async () => {
  const ended = () => {
    Object.assign(document, { isDirty: false, text: 'as the manager stored it' });
    saved.fire(document);
  };
  assert.deepEqual(await reopened(ended), []);
  assert.equal(document.text, 'as the manager stored it');
});

it('does so too while another document is saved', async () => {
  const other = () => {
    Object.assign(document, { isDirty: false, text: 'opened' });
    saved.fire({});
  };
  assert.deepEqual(await reopened(other), ['undo']);
});
