import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/ids.js';
import type { DataRow } from '../../../src/notebook/data/dataRows.js';
import { dropEdit } from '../../../src/notebook/data/insertPart.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { useNotebooks } from './notebookDocuments.js';

describe('the view on the data', () => {
  useExtension();
  useNotebooks();
  const shared = { id: '', dataSource: 'rb_flow' } as const;
  const host = { ...shared, kind: 'dimension', dimension: 'host' } as const;
  const pkts = {
    ...shared,
    kind: 'metric',
    metric: { type: 'longSum', name: 'pkts', fieldName: 'sum_pkts' },
  } as const;
  const click = (row: DataRow) => vscode.commands.executeCommand(Command.addToQuery, row);
  const queries = ({ notebook }: vscode.NotebookEditor) =>
    notebook.getCells().map(({ document }) => JSON.parse(document.getText()) as Record<string, unknown>);
  const types = (editor: vscode.NotebookEditor) => queries(editor).map(({ queryType }) => queryType);
  /** The notebook in front once it is the one that is meant: for a moment it may be that of another test. */
  const inFront = (isMeant: (notebook: vscode.NotebookDocument) => boolean) =>
    eventually(() => {
      const editor = vscode.window.activeNotebookEditor;
      assert.ok(editor && isMeant(editor.notebook));
      return editor;
    });
  beforeEach('without a notebook', () =>
    eventually(() => assert.equal(vscode.window.activeNotebookEditor, undefined)),
  );

  it('builds queries of what is clicked, in one that began so or in one of its own', async () => {
    await click(pkts);
    const editor = await inFront(({ isUntitled }) => isUntitled);
    assert.equal(editor.notebook.metadata.connection, 'environment');
    assert.deepEqual(types(editor), ['timeseries']);
    await click(host);
    await click({ ...host, kind: 'value', value: 'a.com', rows: 1, askedAt: 0 });
    const document = await vscode.workspace.openTextDocument({ content: 'something else' });
    await vscode.window.showTextDocument(document);
    await click({ ...host, dataSource: 'rb_event', dimension: 'src' });
    await vscode.window.showNotebookDocument(editor.notebook);
    const [top, other] = queries(editor);
    assert.deepEqual(top, {
      queryType: 'topN',
      dataSource: 'rb_flow',
      granularity: 'all',
      aggregations: [pkts.metric],
      dimension: 'host',
      metric: 'pkts',
      threshold: 10,
      filter: { type: 'selector', dimension: 'host', value: 'a.com' },
    });
    assert.deepEqual([other?.queryType, other?.dimension, types(editor).length], ['topN', 'src', 2]);
    await vscode.commands.executeCommand(Command.startQuery, pkts);
    assert.equal(types(editor).length, 3);

    const { document: second } = editor.notebook.cellAt(1);
    const dropped = [host, { ...host, kind: 'filter' as const, value: 'a"b' }].map(
      part => dropEdit(second, new vscode.Position(0, 0), part).insertText,
    );
    assert.deepEqual(dropped, ['"host"', '{ "type": "selector", "dimension": "host", "value": "a\\"b" }']);
  });

  it('leaves the sample of a new notebook alone until somebody has put the cursor into it', async () => {
    await vscode.commands.executeCommand(Command.newNotebook);
    const editor = await inFront(({ isUntitled }) => isUntitled);
    const [sample] = queries(editor);
    await click(pkts);
    assert.deepEqual([queries(editor)[0], types(editor)], [sample, ['topN', 'timeseries']]);
    editor.selection = new vscode.NotebookRange(0, 1);
    await vscode.commands.executeCommand('notebook.cell.edit');
    await eventually(() =>
      assert.equal(vscode.window.activeTextEditor?.document, editor.notebook.cellAt(0).document),
    );
    await vscode.commands.executeCommand('cursorBottom', { source: 'keyboard' });
    await eventually(async () => {
      await click(pkts);
      assert.equal((queries(editor)[0]?.aggregations as unknown[]).length, 2);
    });
  });
});
