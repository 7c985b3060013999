import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cellItems } from '../../../src/notebook/cellItems.js';
import { stubAnswers } from '../../support/stubAnswers.js';
import { eventually } from '../../support/eventually.js';
import { useAddedConnection } from '../../support/useAddedConnection.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, runCell, useNotebooks } from './notebookDocuments.js';

const query = (context: string) =>
  `{ "queryType": "timeseries", "intervals": ["2026-11-20T08:00Z/2026-11-20T09:00Z"], "context": "${context}" }`;
const answer = [{ timestamp: '2026-11-20T08:00:00.000Z', result: { bytes: 1 } }];

describe('cells whose ground goes away', () => {
  const extension = useExtension();
  const added = useAddedConnection(() => ({ ...extension().manager, url: extension().proxy.url }));
  const notebooks = useNotebooks();
  const answers = stubAnswers();
  afterEach(() => answers.restore());

  const open = async (connection: string, ...contexts: string[]) => {
    const file = queryNotebook(...contexts.map(query));
    const notebook = await notebooks.open({ ...file, extra: { connection } });
    const id = `netsensor-${connection}`;
    await vscode.commands.executeCommand('notebook.selectKernel', { id, extension: 'netsensor.netsensor' });
    return notebook;
  };
  /** Nothing else hangs: lists that are read meanwhile would take all connections. */
  const queries = /^\/api\/data/;
  const sent = () => extension().proxy.seen.filter(({ url }) => queries.test(url)).length;
  const runAll = () => vscode.commands.executeCommand('notebook.execute');
  const succeeded = (cell: vscode.NotebookCell | undefined) =>
    eventually(() => assert.equal(cell?.executionSummary?.success, true));

  it('are not asked twice at a time when they are run twice quickly', async () => {
    extension().proxy.fault = { type: 'silence' };
    extension().proxy.faultPath = queries;
    const notebook = await open('environment', 'twice');
    const before = sent();
    void runAll();
    void runAll();
    await eventually(() => assert.equal(sent(), before + 1));
    extension().proxy.fault = { type: 'answer', status: 200, body: answer };
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await eventually(() => assert.notEqual(notebook.cellAt(0).executionSummary?.timing, undefined));
    await runAll();
    await succeeded(notebook.cellAt(0));
    assert.equal(notebook.cellAt(0).outputs.length, 1);
  });

  it('offer a new key below the answer of a manager that refuses the one it was sent, and run again with it', async () => {
    extension().proxy.fault = { type: 'answer', status: 401, body: {} };
    extension().proxy.faultPath = queries;
    const [cell] = (await open(added(), 'refused')).getCells() as [vscode.NotebookCell];
    const offered = () =>
      cellItems(cell, new WeakMap()).flatMap(({ text, command }) =>
        text.includes('Enter API key') && typeof command === 'object' ? [command] : [],
      );
    const press = async () => {
      const [{ command, arguments: targets = [] } = {}] = offered();
      await vscode.commands.executeCommand(command!, ...(targets as unknown[]));
    };
    await runCell(cell);
    await eventually(() => assert.equal(offered().length, 1));
    const before = sent();
    answers.inputs(undefined);
    await press();
    assert.equal(sent(), before);
    extension().proxy.fault = { type: 'answer', status: 200, body: answer };
    answers.inputs(extension().manager.apiKey);
    await press();
    await succeeded(cell);
    assert.deepEqual([offered(), sent()], [[], before + 1]);
  });

  it('start only when those that were run earlier have ended', async () => {
    extension().proxy.fault = { type: 'latency', milliseconds: 200 };
    extension().proxy.faultPath = queries;
    const [first, second] = (await open('environment', 'first', 'second')).getCells();
    await Promise.all([runCell(first!), runCell(second!)]);
    const timing = (cell: vscode.NotebookCell | undefined) => cell?.executionSummary?.timing;
    await eventually(() => assert.notEqual(timing(second), undefined));
    assert.ok(timing(first)!.endTime <= timing(second)!.startTime);
  });

  it('abort their request when they are deleted, and others can run', async () => {
    extension().proxy.fault = { type: 'silence' };
    extension().proxy.faultPath = queries;
    const { abandoned } = extension().proxy;
    const notebook = await open('environment', 'deleted', 'other');
    const before = sent();
    void runAll();
    await eventually(() => assert.equal(sent(), before + 1));
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(0, 1))]);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await eventually(() => assert.equal(extension().proxy.abandoned, abandoned + 1));
    await eventually(() => assert.equal(sent(), before + 2, 'the other one goes on'));
    await vscode.commands.executeCommand('notebook.cancelExecution');
    extension().proxy.fault = { type: 'answer', status: 200, body: answer };
    await eventually(async () => {
      await runAll();
      assert.equal(notebook.cellAt(0).executionSummary?.success, true);
    });
  });

  it('abort their request when their connection is removed, and run with another one', async () => {
    extension().proxy.fault = { type: 'silence' };
    extension().proxy.faultPath = queries;
    const { abandoned } = extension().proxy;
    const notebook = await open(added(), 'removed');
    const before = sent();
    void runAll();
    await eventually(() => assert.equal(sent(), before + 1));
    answers.dialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.deleteConnection', { connectionId: added() });
    await eventually(() =>
      assert.ok(extension().proxy.abandoned > abandoned, 'the tree read under way is aborted too'),
    );
    extension().proxy.fault = { type: 'answer', status: 200, body: answer };
    await eventually(async () => {
      const kernel = { id: 'netsensor-environment', extension: 'netsensor.netsensor' };
      await vscode.commands.executeCommand('notebook.selectKernel', kernel);
      await runAll();
      assert.equal(notebook.cellAt(0).executionSummary?.success, true);
    });
  });
});
