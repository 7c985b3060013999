import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/ids.js';
import type { DataRow } from '../../../src/notebook/data/dataRows.js';
import { dropEdit } from '../../../src/notebook/data/insertPart.js';
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
  const queries = () =>
    vscode.window
      .activeNotebookEditor!.notebook.getCells()
      .map(({ document }) => JSON.parse(document.getText()) as Record<string, unknown>);

  it('builds queries of what is clicked, in the cell at the cursor or in one of its own', async () => {
    await click(pkts);
    const { notebook } = vscode.window.activeNotebookEditor!;
    assert.equal(notebook.metadata.connection, 'environment');
    assert.deepEqual(
      queries().map(({ queryType }) => queryType),
      ['timeseries'],
    );
    await click(host);
    await click({ ...host, kind: 'value', value: 'a.com', rows: 1, askedAt: 0 });
    const document = await vscode.workspace.openTextDocument({ content: 'something else' });
    await vscode.window.showTextDocument(document);
    await click({ ...host, dataSource: 'rb_event', dimension: 'src' });
    await vscode.window.showNotebookDocument(notebook);
    const [grouped, top] = queries();
    assert.deepEqual(grouped, {
      queryType: 'groupBy',
      dataSource: 'rb_flow',
      granularity: '${auto}',
      aggregations: [pkts.metric],
      dimensions: ['host'],
      filter: { type: 'selector', dimension: 'host', value: 'a.com' },
    });
    assert.deepEqual([top?.queryType, top?.dimension, queries().length], ['topN', 'src', 2]);
    await vscode.commands.executeCommand(Command.startQuery, pkts);
    assert.equal(queries().length, 3);

    const { document: other } = notebook.cellAt(1);
    const dropped = [host, { ...host, kind: 'filter' as const, value: 'a"b' }].map(
      part => dropEdit(other, new vscode.Position(0, 0), part).insertText,
    );
    assert.deepEqual(dropped, ['"host"', '{ "type": "selector", "dimension": "host", "value": "a\\"b" }']);
  });
});
