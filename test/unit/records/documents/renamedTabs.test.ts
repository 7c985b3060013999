import assert from 'node:assert/strict';
import { beforeEach, describe, it, vi } from 'vitest';
import { printRecord } from '../../../../src/model/inventory/recordText.js';
import { openDocument } from '../../../../src/records/documents/documentTabs.js';
import {
  commands,
  TabInputCustom,
  TabInputText,
  Uri,
  window,
  workspace,
} from '../../explorer/vscodeOfExplorer.js';

vi.mock('vscode', () => import('../../explorer/vscodeOfExplorer.js'));

const old = Uri.parse('netsensor://lab/inventory/racks/Before.7.json');
const by = Uri.parse('netsensor://lab/inventory/racks/Now.7.json');
const textOf = (name: string) => printRecord('racks', { id: 7, name });

/** A record that is open under its old name and is opened under the one that it has now, and what VS Code does then. */
function played() {
  const state = { isDirty: false, isSaving: false, isSettled: true, isText: true, text: textOf('Now') };
  const calls: string[] = [];
  const input = (uri: Uri) => {
    const made = state.isText ? new TabInputText(uri) : new TabInputCustom();
    return Object.assign(made, { uri });
  };
  const group = { viewColumn: 2, isActive: true, tabs: [] as object[] };
  const tabOf = (uri: Uri) => ({
    group,
    isActive: true,
    get isDirty() {
      return uri === old && state.isDirty;
    },
    input: input(uri),
    uri,
  });
  const shownText = (uri: Uri) => ({
    uri,
    get isDirty() {
      return uri === old && state.isDirty;
    },
    getText: () => state.text,
  });
  let meanwhile = (): unknown => undefined;
  const show = () => {
    group.tabs = [tabOf(old)];
    workspace.textDocuments = [shownText(old)] as never;
  };
  Object.assign(window, {
    visibleTextEditors: [],
    tabGroups: {
      all: [group],
      close: async (tabs: readonly { uri: Uri }[]) => {
        calls.push(...tabs.map(({ uri }) => `close ${uri.path}`));
        group.tabs = group.tabs.filter(tab => !tabs.includes(tab as never));
      },
    },
  });
  commands.executeCommand = async (...[command, uri, options]: readonly unknown[]) => {
    const { viewColumn } = (options ?? {}) as { viewColumn?: number };
    calls.push(`${String(command)} ${(uri as Uri).path} ${viewColumn}`);
    if (!group.tabs.some(tab => (tab as { uri: Uri }).uri.text === (uri as Uri).text))
      group.tabs.push(tabOf(uri as Uri));
    meanwhile();
  };
  const files = {
    canOpen: async () => true,
    isBeingSaved: () => state.isSaving,
    bases: { isSettled: () => state.isSettled },
    show: () => undefined,
  };
  const identify = ({ path }: Uri) => path.replace(/[^/]*(?=\.\d+\.json$)/, '');
  const table = { find: () => ({ identify }) };
  show();
  return {
    state,
    /** What changes once the other tab is open. */
    then: (change: () => unknown) => (meanwhile = change),
    show,
    open: async (uri = by) => {
      await openDocument(table as never, files as never, uri as never);
      return calls.splice(0);
    },
  };
}

describe('a record that is opened while it is open under the name that it had', () => {
  beforeEach(() => void (workspace.textDocuments = []));

  it('is opened under its name in the same group, and the other tab is closed then', async () => {
    assert.deepEqual(await played().open(), [
      `vscode.open ${by.path} 2`,
      `close ${old.path}`,
      `vscode.open ${by.path} 2`,
    ]);
  });

  it.each([
    ['it has changes', { isDirty: true }],
    ['it is being saved', { isSaving: true }],
    ['an earlier save may still be told', { isSettled: false }],
    ['it is open as something else than text', { isText: false }],
    ['it does not show the name under which it is opened', { text: textOf('Another') }],
    ['it shows no record', { text: '{' }],
  ])('shows its tab and no other while %s', async (_, change) => {
    const { state, show, open } = played();
    Object.assign(state, change);
    show();
    assert.deepEqual(await open(), [`vscode.open ${old.path} 2`]);
  });

  it.each([
    ['typed into', { isDirty: true }],
    ['saved', { isSaving: true }],
  ])('keeps its tab where it is %s while the other one opens, which is closed again', async (_, change) => {
    const { state, then, open } = played();
    then(() => Object.assign(state, change));
    assert.deepEqual(await open(), [
      `vscode.open ${by.path} 2`,
      `close ${by.path}`,
      `vscode.open ${old.path} 2`,
    ]);
  });

  it('is shown where it is open under that name already', async () => {
    const { open } = played();
    assert.deepEqual(await open(old), [`vscode.open ${old.path} undefined`]);
  });
});
