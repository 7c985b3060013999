import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Command } from '../../../src/ids.js';
import { temporaryFolder } from '../../host/temporaryFolder.js';
import { answerDialogs } from '../../support/answerDialogs.js';
import { answerInputs } from '../../support/answerInputs.js';
import { editNotebook } from '../../support/editDocument.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, useNotebooks } from './notebookDocuments.js';

const query = {
  queryType: 'timeseries',
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-20T08:00:00Z/2026-11-20T09:00:00Z'],
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
};

type Cell = vscode.NotebookCell;

const variables = { source: { default: 'rb_flow' } };

describe('commands of a query cell', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const undo: (() => void)[] = [];
  afterEach('undo', () => undo.splice(0).forEach(step => step()));

  const openCells = async (...texts: string[]) => {
    const { cells, extra } = queryNotebook(...texts);
    const notebook = await notebooks.open({ cells, extra: { ...extra, variables } });
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    return notebook.getCells();
  };
  const openCell = async (text: string) => (await openCells(text))[0]!;
  const queries = /^\/api\/data/;
  /** How many queries were sent, of a cell or of all. */
  const queriesSent = (text = '') =>
    extension().proxy.seen.filter(({ url, body }) => queries.test(url) && body.includes(text)).length;

  it('run a cell at once and again every few seconds, until it is turned off or cancelled', async () => {
    const inputs = answerInputs(['5', '5', '']);
    undo.push(inputs.restore);
    const named = (queryId: string) => JSON.stringify({ ...query, context: { queryId } });
    const [cancelled, cell] = (await openCells(named('cancelled'), named('refreshed'))) as [Cell, Cell];
    const refresh = (each: Cell) => vscode.commands.executeCommand(Command.refreshCell, each);
    extension().proxy.fault = { type: 'silence' };
    extension().proxy.faultPath = queries;
    void refresh(cancelled);
    await eventually(() => assert.equal(queriesSent('cancelled'), 1));
    assert.equal(cancelled.metadata['refreshSeconds'], 5);
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await eventually(() => assert.notEqual(cancelled.executionSummary?.timing, undefined));
    await extension().proxy.heal();
    await refresh(cell);
    const order = () => cell.executionSummary?.executionOrder ?? 0;
    await eventually(() => assert.equal(queriesSent('refreshed'), 1));
    const first = order();
    await eventually(() => assert.ok(queriesSent('refreshed') >= 2));
    await eventually(() => assert.ok(order() > first));
    // It would have run again before the other, which was run later.
    assert.equal(queriesSent('cancelled'), 0);
    await refresh(cell);
    assert.equal(cell.metadata['refreshSeconds'], undefined);
  });

  it('export the query as it is sent, without comments, with its variables, in a file called after the cell', async () => {
    const folder = await temporaryFolder('exported-query');
    undo.push(() => folder.remove());
    const file = vscode.Uri.file(join(folder.path, 'query.json'));
    const proposed: (string | undefined)[] = [];
    const { showSaveDialog } = vscode.window;
    const choose = ({ defaultUri }: vscode.SaveDialogOptions = {}) => {
      proposed.push(defaultUri?.path.split('/').at(-1));
      return Promise.resolve(file);
    };
    Object.assign(vscode.window, { showSaveDialog: choose });
    undo.push(() => Object.assign(vscode.window, { showSaveDialog }));
    const dialogs = answerDialogs(({ buttons: [button] }) => button);
    undo.push(dialogs.restore);
    const written = JSON.stringify({ ...query, dataSource: '${source}' });
    const cell = await openCell(`// bytes of an hour\n${written}`);
    await vscode.commands.executeCommand(Command.exportQuery, cell);
    assert.deepEqual(JSON.parse(await readFile(file.fsPath, 'utf8')), query);
    await eventually(() => assert.equal(vscode.window.activeTextEditor?.document.uri.path, file.path));
    await editNotebook(cell.notebook, () =>
      vscode.NotebookEdit.updateCellMetadata(0, { name: 'bytes/hour' }),
    );
    await vscode.commands.executeCommand(Command.exportQuery, cell);
    assert.deepEqual(proposed, ['query.json', 'bytes hour.json']);
  });
});
