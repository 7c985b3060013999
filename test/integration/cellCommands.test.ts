import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Command } from '../../src/ids.js';
import { temporaryFolder } from '../host/temporaryFolder.js';
import { answerInputs } from '../support/answerInputs.js';
import { eventually } from '../support/eventually.js';
import { useExtension } from '../support/useExtension.js';
import { queryNotebook, useNotebooks } from './notebookDocuments.js';

const query = {
  queryType: 'timeseries',
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-20T08:00:00Z/2026-11-20T09:00:00Z'],
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
};

const variables = { source: { default: 'rb_flow' } };

describe('commands of a query cell', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const undo: (() => void)[] = [];
  afterEach('undo', () => undo.splice(0).forEach(step => step()));

  const openCell = async (text: string) => {
    const { cells, extra } = queryNotebook(text);
    const notebook = await notebooks.open({ cells, extra: { ...extra, variables } });
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    return notebook.cellAt(0);
  };
  const queriesSent = () => extension().proxy.seen.filter(({ url }) => url.startsWith('/api/data')).length;

  it('run a cell again every few seconds once it was run, until it is turned off', async () => {
    const inputs = answerInputs(['5', '']);
    undo.push(inputs.restore);
    const cell = await openCell(JSON.stringify(query));
    await vscode.commands.executeCommand(Command.refreshCell, cell);
    assert.equal(cell.metadata['refreshSeconds'], 5);
    assert.equal(queriesSent(), 0);
    await vscode.commands.executeCommand('notebook.execute');
    await eventually(() => assert.ok(queriesSent() >= 2));
    await eventually(() => assert.ok((cell.executionSummary?.executionOrder ?? 0) >= 2));
    await vscode.commands.executeCommand(Command.refreshCell, cell);
    assert.equal(cell.metadata['refreshSeconds'], undefined);
  });

  it('export the query as it is sent, without comments and with its variables filled in', async () => {
    const folder = await temporaryFolder('exported-query');
    undo.push(() => folder.remove());
    const file = join(folder.path, 'query.json');
    const { showSaveDialog } = vscode.window;
    Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(vscode.Uri.file(file)) });
    undo.push(() => Object.assign(vscode.window, { showSaveDialog }));
    const written = JSON.stringify({ ...query, dataSource: '${source}' });
    const cell = await openCell(`// bytes of an hour\n${written}`);
    await vscode.commands.executeCommand(Command.exportQuery, cell);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), query);
  });
});
