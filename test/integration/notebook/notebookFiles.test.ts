import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Command, Notebook } from '../../../src/ids.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { answerDialogs } from '../../support/answerDialogs.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { useNotebooks } from './notebookDocuments.js';

const file = {
  cells: [
    { kind: 'markdown' as const, text: '# Title\n\ntext', extra: {} },
    { kind: 'query' as const, text: '{\n  "queryType": "topN"\n}', extra: { folded: true, later: null } },
  ],
  extra: { connection: 'environment', owner: { team: 'network' }, later: null },
};

describe('a notebook file', () => {
  useExtension();
  const notebooks = useNotebooks();
  const text = (uri: vscode.Uri) => readFile(uri.fsPath, 'utf8');

  it('opens with Markdown and query cells', async () => {
    const notebook = await notebooks.open(file);
    assert.equal(notebook.notebookType, Notebook.type);
    assert.deepEqual(
      notebook.getCells().map(({ kind, document }) => [kind, document.languageId, document.getText()]),
      [
        [vscode.NotebookCellKind.Markup, 'markdown', '# Title\n\ntext'],
        [vscode.NotebookCellKind.Code, Notebook.language, '{\n  "queryType": "topN"\n}'],
      ],
    );
    assert.equal(notebook.isDirty, false);
  });

  it('keeps what it does not know, and changes only the lines that were edited', async () => {
    const notebook = await notebooks.open(file);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(notebook.cellAt(1).document.uri, new vscode.Position(1, 2), '// why\n  ');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.ok(await notebook.save());
    const edited = printNotebook(file).replace(
      String.raw`        "  \"queryType`,
      String.raw`        "  // why",` + '\n' + String.raw`        "  \"queryType`,
    );
    assert.equal(await text(notebook.uri), edited);
  });

  for (const [what, content, sentence] of [
    ['half a file', '{"version": 1, "cells": [', /not complete JSON/],
    [
      'merge conflict markers',
      `<<<<<<< ours\n${printNotebook(file)}=======\n>>>>>>> theirs\n`,
      /merge conflict/,
    ],
    ['another format', '{"nbformat": 4, "cells": []}', /not a query notebook/],
    ['a newer version', '{"version": 2, "cells": []}', /newer Netsensor/],
    ['bytes that are not text', new Uint8Array([0xff, 0xfe, 0, 1]), /not UTF-8/],
  ] as const) {
    it(`refuses ${what} and leaves it on disk as it is`, async () => {
      const uri = await notebooks.write(content);
      const before = await readFile(uri.fsPath);
      await assert.rejects(async () => vscode.workspace.openNotebookDocument(uri), sentence);
      await vscode.commands.executeCommand('vscode.openWith', uri, Notebook.type);
      await vscode.commands.executeCommand('workbench.action.files.saveAll');
      assert.equal(
        vscode.workspace.notebookDocuments.some(open => open.uri.path === uri.path),
        false,
      );
      assert.deepEqual(await readFile(uri.fsPath), before);
    });
  }

  it('offers the merge editor where Git says that the file has a conflict', async () => {
    const uri = await notebooks.write(`<<<<<<< ours\n${printNotebook(file)}=======\n>>>>>>> theirs\n`);
    const { getExtension } = vscode.extensions;
    const repositories = [{ state: { mergeChanges: [{ uri }] } }];
    const git = { activate: () => Promise.resolve({ enabled: true, getAPI: () => ({ repositories }) }) };
    Object.assign(vscode.extensions, {
      getExtension: (id: string) => (id === 'vscode.git' ? git : getExtension(id)),
    });
    const opened: vscode.Uri[] = [];
    const command = vscode.commands.registerCommand('git.openMergeEditor', (shown: vscode.Uri) =>
      opened.push(shown),
    );
    const stub = answerDialogs(({ buttons }) => buttons[0]);
    try {
      await assert.rejects(async () => vscode.workspace.openNotebookDocument(uri), /merge conflict/);
      // VS Code may try more than once to open a file.
      await eventually(() => assert.deepEqual([...new Set(opened.map(String))], [String(uri)]));
      assert.match(stub.shown[0]?.message ?? '', /^notebook\d+\.dqnb has a merge conflict\.$/);
    } finally {
      stub.restore();
      command.dispose();
      Object.assign(vscode.extensions, { getExtension });
    }
  });

  it('opens a blank file as an empty notebook', async () => {
    const notebook = await vscode.workspace.openNotebookDocument(await notebooks.write('\n'));
    assert.equal(notebook.cellCount, 0);
  });
});

describe('the command New Query Notebook', () => {
  useExtension();
  useNotebooks();

  it('opens an unsaved notebook whose query covers the last hour and names the only connection', async () => {
    await vscode.commands.executeCommand(Command.newNotebook);
    const notebook = await eventually(() => {
      const editor = vscode.window.activeNotebookEditor;
      assert.ok(editor);
      return editor.notebook;
    });
    assert.equal(notebook.isUntitled, true);
    assert.equal(notebook.metadata.connection, 'environment');
    assert.equal(notebook.metadata.timeRange, 'last hour');
    const query = JSON.parse(notebook.cellAt(0).document.getText()) as Record<string, unknown>;
    assert.deepEqual([query.queryType, query.intervals], ['topN', undefined]);
  });
});
