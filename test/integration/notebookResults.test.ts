import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Command, Mime } from '../../src/ids.js';
import { parseNotebook, printNotebook } from '../../src/model/notebookFile.js';
import { answerInputs } from '../support/answerInputs.js';
import { eventually } from '../support/eventually.js';
import { useExtension } from '../support/useExtension.js';
import { queryNotebook, runCell, useNotebooks } from './notebookDocuments.js';

const time = '2026-11-20T08:00:00.000Z';
const query = '{ "queryType": "groupBy", "dimensions": ["host"], "intervals": ["2026-11-20T08:00Z/PT1H"] }';

describe('results that a notebook stores', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();

  const answer = (count: number, host = 'host') => {
    const body = Array.from({ length: count }, (_, row) => ({
      timestamp: time,
      event: { host: `${host} ${row}`, bytes: row },
    }));
    extension().proxy.fault = { kind: 'status', status: 200, body };
  };
  const selectKernel = () =>
    vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
  const open = async (extra: object, { cells, extra: own } = queryNotebook(query)) => {
    const notebook = await notebooks.open({ cells, extra: { ...own, ...extra } });
    await selectKernel();
    return notebook;
  };
  const runAll = async (notebook: vscode.NotebookDocument, success = true) => {
    await vscode.commands.executeCommand('notebook.execute');
    await eventually(() => assert.equal(notebook.cellAt(0).executionSummary?.success, success));
  };
  const choose = async (label: string) => {
    const inputs = answerInputs([label]);
    try {
      await vscode.commands.executeCommand(Command.storeResults);
    } finally {
      inputs.restore();
    }
  };
  /** The same file, as VS Code reads it when it opens. */
  const reopened = async (notebook: vscode.NotebookDocument) => {
    assert.ok(await notebook.save());
    return notebooks.open(parseNotebook(await readFile(notebook.uri.fsPath, 'utf8')));
  };
  const shownRows = (cell: vscode.NotebookCell) => {
    const data = cell.outputs[0]?.items.find(({ mime }) => mime === Mime.result)?.data;
    const table = JSON.parse(new TextDecoder().decode(data)) as { columns: { values: unknown[] }[] };
    return table.columns.map(({ values }) => values);
  };
  const isStored = (notebook: vscode.NotebookDocument) => 'result' in notebook.cellAt(0).metadata;

  it('are not there unless somebody asks for them', async () => {
    answer(2);
    const notebook = await open({});
    await runAll(notebook);
    assert.equal(notebook.isDirty, false);
    assert.equal(isStored(notebook), false);
  });

  it('are shown again when the file is opened, with their interval, and can be exported', async () => {
    answer(2);
    const notebook = await open({});
    await runAll(notebook);
    await choose('Store results in the file');
    await eventually(() => assert.equal(isStored(notebook), true));
    const again = await reopened(notebook);
    const cell = again.cellAt(0);
    assert.deepEqual(shownRows(cell), [
      [time, time],
      ['host 0', 'host 1'],
      [0, 1],
    ]);
    assert.deepEqual(cell.outputs[0]?.metadata?.intervals, ['2026-11-20T08:00:00Z/2026-11-20T09:00:00Z']);
    assert.equal(cell.outputs[0]?.metadata?.connection, 'Local manager');
    assert.equal(again.isDirty, false);
    const inputs = answerInputs([undefined]);
    await vscode.commands.executeCommand(Command.exportResult);
    inputs.restore();
    assert.deepEqual(inputs.asked, ['Export all 2 rows']);
  });

  it('follow what is shown: a new answer, a failure, cleared outputs', async () => {
    answer(1, 'first');
    const notebook = await open({ storeResults: true });
    await runAll(notebook);
    const stored = () => JSON.stringify(notebook.cellAt(0).metadata.result ?? null);
    await eventually(() => assert.match(stored(), /first 0/));
    answer(1, 'second');
    await vscode.commands.executeCommand('notebook.execute');
    await eventually(() => assert.match(stored(), /second 0/));
    extension().proxy.fault = { kind: 'status', status: 500, body: { error: 'Broken' } };
    await vscode.commands.executeCommand('notebook.execute');
    await eventually(() => assert.equal(isStored(notebook), false));
    answer(1, 'third');
    await vscode.commands.executeCommand('notebook.execute');
    await eventually(() => assert.match(stored(), /third 0/));
    await vscode.commands.executeCommand('notebook.clearAllCellsOutputs');
    await eventually(() => assert.equal(isStored(notebook), false));
  });

  it('are no answer of now: a named cell that has one runs before a cell that uses its result', async () => {
    const use = '{ "filter": { "type": "selector", "dimension": "host", "value": "${hosts.host}" } }';
    const { cells, extra } = queryNotebook(query, use);
    const named = cells.map((cell, index) => ({ ...cell, extra: index === 0 ? { name: 'hosts' } : {} }));
    answer(1, 'old');
    const notebook = await open({ storeResults: true }, { cells: named, extra });
    await runCell(notebook.cellAt(0));
    await eventually(() => assert.equal(isStored(notebook), true));
    const [hosts, user] = (await reopened(notebook)).getCells() as [vscode.NotebookCell, vscode.NotebookCell];
    assert.deepEqual(shownRows(hosts)[1], ['old 0']);
    await selectKernel();
    answer(1, 'new');
    extension().proxy.seen.length = 0;
    await runCell(user);
    await eventually(() => assert.equal(user.executionSummary?.success, true));
    const sent = extension().proxy.seen.filter(({ url }) => url.startsWith('/api/data'));
    assert.deepEqual(
      sent.map(({ body }) => (JSON.parse(body) as { filter?: object }).filter),
      [undefined, { type: 'selector', dimension: 'host', value: 'new 0' }],
    );
  });

  it('leave the file when they are not wanted any more', async () => {
    answer(1);
    const notebook = await open({ storeResults: true });
    await runAll(notebook);
    await eventually(() => assert.equal(isStored(notebook), true));
    await choose('Do not store results');
    await eventually(() => assert.equal(isStored(notebook), false));
    assert.ok(await notebook.save());
    assert.equal(await readFile(notebook.uri.fsPath, 'utf8'), printNotebook(queryNotebook(query)));
  });

  it('are only named when they are too large', async () => {
    const settings = vscode.workspace.getConfiguration('netsensor');
    await settings.update('storedResultSize', 1, vscode.ConfigurationTarget.Global);
    try {
      answer(200);
      const notebook = await open({ storeResults: true });
      await runAll(notebook);
      await eventually(() => assert.equal(isStored(notebook), true));
      const [output] = (await reopened(notebook)).cellAt(0).outputs;
      const text = new TextDecoder().decode(output?.items[0]?.data);
      assert.match(text, /too large to be stored in this notebook: 200 rows, \d.* kB/);
    } finally {
      await settings.update('storedResultSize', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
