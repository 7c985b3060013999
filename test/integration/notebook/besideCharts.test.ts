import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { queryFacts } from '../../../src/model/results/queryFacts.js';
import { Command } from '../../../src/ids.js';
import type { RendererMessage } from '../../../src/model/results/pageQuestions.js';
import type { ExtensionMessage, TextsAnswer } from '../../../src/model/results/shownResult.js';
import { cellsByLabel } from '../../../src/notebook/cellLabels.js';
import { updateCell, updateNotebook } from '../../../src/notebook/notebookMetadata.js';
import { answerAsked, type ResultServices } from '../../../src/notebook/results/resultMessaging.js';
import { ResultStore, type KeptResult } from '../../../src/notebook/results/resultStore.js';
import { answerDialogs } from '../../support/answerDialogs.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, runCell, useNotebooks } from './notebookDocuments.js';

const eight = '2026-11-20T08:00:00.000Z';
const nine = '2026-11-20T09:00:00.000Z';
const query = { queryType: 'timeseries', intervals: [`${eight}/PT2H`] };

describe('what is drawn beside the chart of a result', () => {
  useExtension();
  const notebooks = useNotebooks();
  const results = new ResultStore();
  after('forget the results', () => results.dispose());

  /** A notebook whose second cell, attacks, has rows. */
  const openNamed = async () => {
    const { cells, extra } = queryNotebook(JSON.stringify(query), '{}');
    const named = cells.map((cell, at) => (at === 1 ? { ...cell, extra: { name: 'attacks' } } : cell));
    const notebook = await notebooks.open({ cells: named, extra });
    const table = {
      columns: [
        { name: 'timestamp', kind: 'time' as const, values: [nine!, '2026-11-21T08:00:00.000Z'] },
        { name: 'msg', kind: 'dimension' as const, values: ['scan', 'a day later'] },
      ],
      rowCount: 2,
      totalRows: 2,
    };
    const kept = {
      connectionId: 'environment',
      table,
      oddRows: [],
      isStored: false,
      said: { facts: queryFacts({}) },
    };
    results.keep({ ...kept, cell: notebook.cellAt(1), query: {} });
    return { ...kept, cell: notebook.cellAt(0), query };
  };
  const ask = async (asked: RendererMessage, result: KeptResult) => {
    const answers: (ExtensionMessage | TextsAnswer)[] = [];
    const dialogs = answerDialogs(() => undefined);
    const reply = (answer: ExtensionMessage | TextsAnswer) => Promise.resolve(void answers.push(answer));
    const services = { results, log: { error: () => undefined } } as unknown as ResultServices;
    await answerAsked(asked, { result, reply }, services).finally(() => dialogs.restore());
    return { answers, said: dialogs.shown.map(({ message }) => message) };
  };

  it('is the rows of a named cell, as far as they are in its time', async () => {
    const result = await openNamed();
    const asked = { type: 'marks', source: '${attacks}', result: 'id' } as const;
    const marks = [{ time: Date.parse(nine!), text: 'scan', count: 1 }];
    assert.deepEqual(await ask(asked, result), { answers: [{ ...asked, marks, more: 0 }], said: [] });
  });

  it('is the rows of a cell without a name, which is called after what it asks', async () => {
    const named = await openNamed();
    const { notebook } = named.cell;
    const topN = { queryType: 'topN', dimension: 'msg', metric: 'events', intervals: [`${eight}/PT2H`] };
    const cells = ['{ "queryType":', JSON.stringify(topN), JSON.stringify(topN)].map(
      text => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, 'dataquery'),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(2, cells)]);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.deepEqual(
      [...cellsByLabel(notebook)].map(([label, { index }]) => `${label}: ${index}`),
      ['attacks: 1', 'timeseries: 0', 'cell 3: 2', 'topN msg: 3', 'topN msg (5): 4'],
    );
    results.keep({ ...results.ofCell(notebook.cellAt(1))!, cell: notebook.cellAt(3) });
    const asked = { type: 'marks', source: '${topN msg}', result: 'id' } as const;
    const marks = [{ time: Date.parse(nine!), text: 'scan', count: 1 }];
    assert.deepEqual((await ask(asked, named)).answers, [{ ...asked, marks, more: 0 }]);
  });

  it('is answered also where it cannot be read, with what to do in the message', async () => {
    const result = await openNamed();
    const unnamed = await ask({ type: 'marks', source: '${nobody}', result: 'id' }, result);
    assert.deepEqual(unnamed, {
      answers: [{ type: 'noMarks', source: '${nobody}', result: 'id' }],
      said: ['The cell nobody has no result with times to mark. Run it first.'],
    });
    const timeless = { ...result, query: { intervals: ['soon'] } };
    const events = await ask({ type: 'marks', source: 'rb_event', result: 'id' }, timeless);
    assert.match(events.said.join(), /no events can be drawn/);
    const before = await ask({ type: 'before', shift: 'day', result: 'id' }, timeless);
    assert.deepEqual(before.answers, [{ type: 'noBefore', shift: 'day', result: 'id' }]);
  });
});

describe('a result in a tab of its own', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  let restore = (): unknown => undefined;
  afterEach('show tabs again', () => restore());

  it('is called after its cell, also by another name, else after what was asked, and stale once that asks otherwise', async () => {
    const told: { readonly type: string; readonly results?: readonly string[] }[] = [];
    const { createWebviewPanel } = vscode.window;
    Object.assign(vscode.window, {
      createWebviewPanel: (...how: Parameters<typeof createWebviewPanel>) => {
        const panel = createWebviewPanel(...how);
        Object.assign(panel.webview, { postMessage: async (news: never) => told.push(news) });
        return panel;
      },
    });
    restore = () => Object.assign(vscode.window, { createWebviewPanel });
    const body = [{ timestamp: eight, result: { bytes: 7 } }];
    extension().proxy.fault = { type: 'answer', status: 200, body };
    const aggregations = [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }];
    const { cells, extra } = queryNotebook(...[0, 1].map(() => JSON.stringify({ ...query, aggregations })));
    const named = cells.map((cell, at) => (at === 1 ? { ...cell, extra: { name: 'traffic' } } : cell));
    const notebook = await notebooks.open({ cells: named, extra });
    for (const [index, title] of ['timeseries bytes', 'traffic'].entries()) {
      const cell = notebook.cellAt(index);
      await vscode.window.showNotebookDocument(notebook, {
        selections: [new vscode.NotebookRange(index, index + 1)],
      });
      await runCell(cell);
      await eventually(() => assert.equal(cell.executionSummary?.success, true));
      await vscode.commands.executeCommand(Command.openResult);
      await eventually(() => {
        const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
        assert.ok(tab?.input instanceof vscode.TabInputWebview);
        assert.equal(tab.label, title);
      });
    }
    await updateCell(notebook.cellAt(1), { name: 'volume' });
    await eventually(() => assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'volume'));
    const stale = () => told.filter(({ type }) => type === 'stale').at(-1)?.results;
    assert.deepEqual(stale(), []);
    await updateNotebook(notebook, { timeZone: 'Asia/Tokyo' });
    await eventually(() => assert.equal(stale()?.length, 1));
  });
});
