import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Command, Mime } from '../../../src/ids.js';
import { shownOutput } from '../../../src/notebook/results/resultStore.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../../src/model/notebook/readNotebook.js';
import { answerInputs } from '../../support/answerInputs.js';
import { stubAnswers } from '../../support/stubAnswers.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
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
    extension().proxy.fault = { type: 'answer', status: 200, body };
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
    const items = cell.outputs.flatMap(output => output.items);
    const data = items.find(({ mime }) => mime === Mime.result)?.data;
    const table = JSON.parse(new TextDecoder().decode(data)) as { columns: { values: unknown[] }[] };
    return table.columns.map(({ values }) => values);
  };
  const words = (output: vscode.NotebookCellOutput | undefined) =>
    new TextDecoder().decode(output?.items[0]?.data);
  const isStored = (notebook: vscode.NotebookDocument) => 'result' in notebook.cellAt(0).metadata;

  it('are of the cell again whose deletion is undone', async () => {
    answer(2);
    const notebook = await open({});
    await runAll(notebook);
    await vscode.commands.executeCommand('notebook.focusTop');
    await vscode.commands.executeCommand('notebook.cell.delete');
    await eventually(() => assert.equal(notebook.cellCount, 0));
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(notebook.cellCount, 1));
    await vscode.commands.executeCommand(Command.openResult);
    await eventually(() =>
      assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview),
    );
  });

  it('are of the copy of a cell as they are of the cell, and known as its own', async () => {
    answer(2);
    const notebook = await open({});
    await runAll(notebook);
    await vscode.commands.executeCommand('notebook.focusTop');
    await vscode.commands.executeCommand('notebook.cell.copy');
    await vscode.commands.executeCommand('notebook.cell.paste');
    const [cell, copy] = await eventually(() => {
      assert.ok(notebook.cellCount === 2 && notebook.cellAt(1).outputs[0]?.metadata?.ranAt);
      return notebook.getCells();
    });
    assert.ok(cell && copy);
    assert.deepEqual(copy.outputs[0]?.metadata, cell.outputs[0]?.metadata);
    assert.deepEqual(shownRows(copy), shownRows(cell));
    assert.notEqual(shownOutput(copy)?.id, shownOutput(cell)?.id);
    assert.equal(copy.executionSummary?.success, undefined);
  });

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
    assert.deepEqual(inputs.asked, ['Export result']);
  });

  it('follow what is shown: a new answer, cleared outputs', async () => {
    answer(1, 'first');
    const notebook = await open({ storeResults: true });
    await runAll(notebook);
    const stored = () => JSON.stringify(notebook.cellAt(0).metadata.result ?? null);
    await eventually(() => assert.match(stored(), /first 0/));
    answer(1, 'second');
    await vscode.commands.executeCommand('notebook.execute');
    await eventually(() => assert.match(stored(), /second 0/));
    await vscode.commands.executeCommand('notebook.clearAllCellsOutputs');
    await eventually(() => assert.equal(isStored(notebook), false));
  });

  it('stay as they are when a run fails or is cancelled, also what came from the file', async () => {
    answer(1, 'good');
    const first = await open({ storeResults: true });
    await runAll(first);
    await eventually(() => assert.equal(isStored(first), true));
    const notebook = await reopened(first);
    await selectKernel();
    const before = await readFile(notebook.uri.fsPath, 'utf8');
    const onDisk = async () => {
      assert.ok(await notebook.save());
      return readFile(notebook.uri.fsPath, 'utf8');
    };
    extension().proxy.fault = { type: 'answer', status: 500, body: { error: 'Broken' } };
    await runAll(notebook, false);
    const cell = notebook.cellAt(0);
    assert.match(words(cell.outputs[0]), /Last run failed at [^]*Broken\. Below is the answer of /);
    assert.deepEqual(shownRows(cell)[1], ['good 0']);
    assert.equal(await onDisk(), before);
    extension().proxy.fault = { type: 'silence' };
    extension().proxy.faultPath = /^\/api\/data/;
    extension().proxy.seen.length = 0;
    void vscode.commands.executeCommand('notebook.execute');
    await eventually(() => assert.equal(extension().proxy.seen.length, 1));
    assert.deepEqual(shownRows(cell)[1], ['good 0'], 'also while it runs');
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await eventually(() => assert.match(words(cell.outputs[0]), /cancelled at .* Below is the answer of /));
    assert.deepEqual(shownRows(cell)[1], ['good 0']);
    assert.equal(cell.outputs.length, 2);
    assert.equal(await onDisk(), before);
    answer(1, 'better');
    await runAll(notebook);
    await eventually(async () => assert.match(await onDisk(), /better 0/));
    assert.equal(cell.outputs.length, 1);
  });

  it('name the time of the run, not that of storing', async () => {
    answer(1);
    const notebook = await open({});
    await runAll(notebook);
    const { ranAt } = notebook.cellAt(0).outputs[0]?.metadata as { ranAt: string };
    const { timing } = notebook.cellAt(0).executionSummary!;
    assert.ok(Date.parse(ranAt) >= timing!.startTime && Date.parse(ranAt) <= timing!.endTime, ranAt);
    await choose('Store results in the file');
    await eventually(() => assert.equal(isStored(notebook), true));
    assert.equal((notebook.cellAt(0).metadata.result as { ranAt: string }).ranAt, ranAt);
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

  describe('that are too large', () => {
    const limit = (kilobytes?: number) =>
      vscode.workspace
        .getConfiguration('netsensor')
        .update('storedResultSize', kilobytes, vscode.ConfigurationTarget.Global);
    const answers = stubAnswers();
    beforeEach('store little', () => limit(2));
    afterEach('store as much as before', async () => {
      answers.restore();
      await limit();
    });
    /** A notebook that stores results, one of which was too large. */
    const openLarge = async (choice: RegExp) => {
      const dialogs = answers.dialogs(({ buttons }) => buttons.find(button => choice.test(button)));
      answer(200);
      const notebook = await open({ storeResults: true });
      await runAll(notebook);
      await eventually(() => assert.equal(dialogs.length, 1));
      assert.match(
        dialogs[0]!.message,
        /A result takes \d.* kB, and notebooks store up to 2 kB of each cell/,
      );
      return { notebook, dialogs };
    };
    const stored = (notebook: vscode.NotebookDocument) =>
      notebook.cellAt(0).metadata.result as { rows?: unknown[]; totalRows: number };

    it('are only named, and are not asked about again', async () => {
      const { notebook, dialogs } = await openLarge(/nothing/);
      await runAll(notebook);
      const [output] = (await reopened(notebook)).cellAt(0).outputs;
      assert.match(words(output), /too large to be stored in this notebook: 200 rows, \d.* kB/);
      assert.equal(dialogs.length, 1);
    });

    it('have their first rows in the file, which says so, if that is chosen', async () => {
      const { notebook } = await openLarge(/first rows/);
      await eventually(() => assert.notEqual(stored(notebook).rows, undefined));
      const count = stored(notebook).rows!.length;
      assert.ok(count > 5 && count < 50, String(count));
      const [output] = (await reopened(notebook)).cellAt(0).outputs;
      const { columns, rowCount, totalRows, notes } = JSON.parse(words(output)) as Record<string, unknown>;
      assert.deepEqual(
        [(columns as { values: [] }[])[0]?.values.length, rowCount, totalRows],
        [count, count, count],
      );
      assert.deepEqual(notes, [
        `First ${count} of 200 rows are stored in this notebook. Run the cell to see all.`,
      ]);
      assert.deepEqual([output?.metadata?.rowCount, output?.metadata?.totalRows], [count, 200]);
    });

    it('are whole in the file once the limit is raised', async () => {
      const { notebook } = await openLarge(/up to/);
      await eventually(() => assert.equal(stored(notebook).rows?.length, 200));
    });
  });

  it('are stored when their query names an integer that JavaScript cannot hold', async () => {
    answer(1);
    const filter = '{ "type": "selector", "dimension": "host", "value": 9007199254740993 }';
    const notebook = await open(
      { storeResults: true },
      queryNotebook(query.replace('{', `{ "filter": ${filter},`)),
    );
    extension().proxy.seen.length = 0;
    await runAll(notebook);
    await eventually(() => assert.equal(isStored(notebook), true));
    const [sent] = extension().proxy.seen.filter(({ url }) => url.startsWith('/api/data'));
    assert.match(sent!.body, /"value":9007199254740993\}/);
    assert.match(JSON.stringify(notebook.cellAt(0).metadata), /"value":"9007199254740993"/);
  });

  it('say how many rows could not be read, and what the manager said beside them', async () => {
    extension().proxy.fault = {
      type: 'answer',
      status: 200,
      body: {
        rows: [{ timestamp: time, event: { host: 'good' } }, 'odd', { timestamp: time, event: null }],
        warning: 'partial',
      },
    };
    const notebook = await open({ storeResults: true });
    await runAll(notebook);
    await eventually(() => assert.equal(isStored(notebook), true));
    const [output] = (await reopened(notebook)).cellAt(0).outputs;
    const { notes, hasOddRows } = JSON.parse(words(output)) as Record<string, unknown>;
    assert.deepEqual(
      [notes, hasOddRows],
      [['The manager says: “partial”', '2 of 3 rows could not be read.'], false],
    );
  });
});
