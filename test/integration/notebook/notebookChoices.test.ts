import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Command, Scheme } from '../../../src/ids.js';
import { cellItems } from '../../../src/notebook/cellItems.js';
import type { answeredPick } from '../../support/answeredPick.js';
import type { Answer } from '../../support/answerInputs.js';
import { eventually } from '../../support/eventually.js';
import { stubAnswers } from '../../support/stubAnswers.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, runCell, useNotebooks } from './notebookDocuments.js';

type Cell = vscode.NotebookCell;

const time = '2026-11-20T08:00:00.000Z';
const fixed = '{ "intervals": ["2026-11-20T08:00Z/PT1H"] }';

describe('what a notebook asks for and keeps', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const answers = stubAnswers();
  afterEach(() => answers.restore());

  const open = async (texts: readonly string[], extra: object = {}) => {
    const file = queryNotebook(...texts);
    const notebook = await notebooks.open({ ...file, extra: { ...file.extra, ...extra } });
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    return notebook;
  };
  const answer = (rows: number, status = 200) => {
    const body = Array.from({ length: rows }, (_, row) => ({
      timestamp: time,
      event: { host: `host ${row}` },
    }));
    extension().proxy.fault = { type: 'answer', status, body };
    extension().proxy.faultPath = /^\/api\/data/;
  };
  const sent = () =>
    extension()
      .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const plainText = ({ outputs }: Cell) =>
    new TextDecoder().decode(outputs[0]?.items.find(({ mime }) => mime === 'text/plain')?.data);
  const run = async (cell: Cell, outcome: boolean | 'stopped' = true) => {
    const { executionOrder } = cell.executionSummary ?? {};
    await runCell(cell);
    await eventually(() => {
      assert.notEqual(cell.executionSummary?.executionOrder, executionOrder);
      assert.notEqual(cell.executionSummary?.timing, undefined);
      assert.equal(cell.executionSummary?.success ?? 'stopped', outcome);
    });
  };
  /** Runs a command; what it asks is answered with these. */
  const command = async (id: string, cell: Cell | undefined, ...given: (string | undefined)[]) => {
    const asked = answers.inputs(...given);
    await vscode.commands.executeCommand(id, ...(cell ? [cell] : []));
    answers.restore();
    return asked;
  };
  /** Runs a command that is refused, and returns what it says. */
  const refusal = async (id: string, cell?: Cell) => {
    const shown = answers.dialogs(() => undefined);
    await vscode.commands.executeCommand(id, ...(cell ? [cell] : []));
    return shown.map(({ message }) => message).join();
  };

  /** Answers the list of earlier queries. @returns what it offered */
  const pickedEarlier = async (answer: Answer): Promise<readonly vscode.QuickPickItem[]> => {
    answers.inputs(answer);
    const { createQuickPick } = vscode.window;
    const list = createQuickPick() as unknown as ReturnType<typeof answeredPick>;
    Object.assign(vscode.window, { createQuickPick: () => list });
    answers.later(() => Object.assign(vscode.window, { createQuickPick }));
    await vscode.commands.executeCommand(Command.queryHistory);
    await eventually(() => assert.equal(list.isShown, false));
    answers.restore();
    return list.items;
  };
  const keptTexts = (rows: readonly vscode.QuickPickItem[]) =>
    rows.map(({ detail }) => detail ?? '').filter(detail => /kept|broken/.test(detail));

  it('is a variable without a value, once; without an answer nothing is sent', async () => {
    answer(1);
    const variables = { other: { default: 'x' }, site: { later: 1 } };
    const notebook = await open(['{ "site": "${site}" }'], { variables });
    const cell = notebook.cellAt(0);
    answers.inputs(undefined);
    await run(cell, 'stopped');
    assert.deepEqual([sent(), cell.outputs.length], [[], 1]);
    assert.match(plainText(cell), /^site has no value yet, so the query was not sent\./);
    const asked = answers.inputs('North', 'South');
    await run(cell);
    await run(cell);
    assert.deepEqual(
      sent().map(({ site }) => site),
      ['North', 'North'],
    );
    assert.equal(asked.length, 1);
    assert.deepEqual(notebook.metadata.variables, { ...variables, site: { later: 1, value: 'North' } });
  });

  it('is the value of a variable, beside the default of the file', async () => {
    answer(1);
    const notebook = await open(['{ "site": "${site}" }'], { variables: { site: { default: 'North' } } });
    await command(Command.setVariable, undefined, 'site', 'South');
    assert.deepEqual(notebook.metadata.variables, { site: { default: 'North', value: 'South' } });
    await command(Command.setVariable, undefined, 'site', undefined);
    await command(Command.setVariable, undefined, 'New variable…', '9 lives', 'area', 'Any text', 'West');
    await run(notebook.cellAt(0));
    assert.equal(sent()[0]?.site, 'South');
    assert.deepEqual(Object.keys(notebook.metadata.variables as object), ['area', 'site']);
  });

  it('is a name that no other cell has, and a range that can be read where no intervals are named', async () => {
    const notebook = await open(['{}', '{}', fixed]);
    const [one, two, named] = notebook.getCells() as [Cell, Cell, Cell];
    await command(Command.nameCell, one, 'hosts');
    await command(Command.nameCell, two, 'hosts', '2nd', 'second');
    assert.deepEqual(
      [one, two].map(({ metadata }) => metadata.name as unknown),
      ['hosts', 'second'],
    );
    await command(Command.nameCell, one, undefined);
    assert.equal(one.metadata.name, 'hosts');
    await command(Command.nameCell, one, '');
    assert.ok(!('name' in one.metadata));
    await command(Command.refreshCell, two, '4', '86401', '1.5', '86400');
    assert.equal(two.metadata.refreshSeconds, 86_400);
    await command(Command.setTimeRange, undefined, 'soon', 'now/today-1d', 'last 3 days');
    await command(Command.setTimeRange, undefined, undefined);
    await command(Command.setTimeRange, undefined, 'soon', undefined);
    await command(Command.setTimeZone, undefined, undefined);
    // What its file held when it was read is kept beside, and not saved.
    const { netsensorRead: _, ...kept } = notebook.metadata;
    const set = Object.entries(kept).filter(([, value]) => value !== null);
    assert.deepEqual(Object.fromEntries(set), { connection: 'environment', timeRange: 'last 3 days' });
    assert.match(await refusal(Command.setCellTimeRange, named), /names its own intervals/);
    assert.ok(!('timeRange' in named.metadata));
  });

  it('is said below a cell, where no name becomes a picture', async () => {
    answer(2);
    const notebook = await open(['{}', fixed], { timeRange: 'last $(zap) hour' });
    const [cell, named] = notebook.getCells() as [Cell, Cell];
    const texts = (of: Cell) => cellItems(of, new WeakMap()).map(({ text }) => text);
    assert.deepEqual(
      [texts(cell), texts(named)],
      [['$(clock) last $\u2060(zap) hour'], ['$(clock) own intervals']],
    );
    await command(Command.nameCell, cell, 'hosts');
    await command(Command.refreshCell, cell, '60');
    await command(Command.setCellTimeRange, cell, 'today');
    const settings = texts(cell).slice(-3);
    assert.deepEqual(settings, ['$(clock) today', '$(tag) hosts', '$(sync) every 60 s']);
    await run(named);
    const [summary, connection, ...others] = texts(named);
    assert.match(summary ?? '', /^(2026-)?11-20 .* · 2 rows · 1\d\d bytes$/);
    assert.deepEqual(
      [connection, others],
      ['$(server-environment) Local manager', ['$(clock) own intervals']],
    );
  });

  it('is a file with all rows, also of those that the output does not hold', async () => {
    answer(2001);
    const notebook = await open([fixed]);
    assert.match(await refusal(Command.exportResult), /Select a query cell that has a result/);
    await run(notebook.cellAt(0));
    for (const [format, ending] of [
      ['CSV', 'csv'],
      ['Markdown', 'md'],
    ] as const) {
      const target = vscode.Uri.joinPath(notebook.uri, '..', `all.${ending}`);
      const { showSaveDialog } = vscode.window;
      Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(target) });
      answers.later(() => Object.assign(vscode.window, { showSaveDialog }));
      await command(Command.exportResult, undefined, format);
      const lines = (await readFile(target.fsPath, 'utf8')).trimEnd().split('\n');
      assert.match(lines.at(-1) ?? '', /host 2000/);
      assert.equal(lines.filter(line => /host \d/.test(line)).length, 2001);
    }
  });

  it('is each query that was answered, the last one first, put below the selected cell', async () => {
    answer(1);
    const texts = ['{ "kept": 1 }', '{ "kept": 2 }', '{ "broken": 3 }'];
    const notebook = await open(texts);
    for (const index of [0, 1, 0]) await run(notebook.cellAt(index));
    answer(0, 500);
    await run(notebook.cellAt(2), false);
    vscode.window.activeNotebookEditor!.selection = new vscode.NotebookRange(0, 1);
    const listed = await pickedEarlier(texts[1]);
    assert.match(listed[0]?.description ?? '', /^last 24 hours · 1 row · \d\d:\d\d$/);
    assert.deepEqual(keptTexts(listed), texts.slice(0, 2));
    await eventually(() => assert.equal(notebook.cellCount, 4));
    assert.equal(notebook.cellAt(1).document.getText(), texts[1]);
  });

  it('is an earlier query that holds the words that are typed, in any order, its filter among them', async () => {
    answer(1);
    const filter = { type: 'not', field: { type: 'selector', dimension: 'campus', value: 'Nörth' } };
    const aggregations = [{ type: 'longSum', name: 'bytes', fieldName: 'bytes' }];
    const texts = [
      { queryType: 'timeseries', filter, aggregations },
      { queryType: 'timeseries', aggregations },
    ].map(query => JSON.stringify(query));
    const notebook = await open(texts);
    for (const cell of notebook.getCells()) await run(cell);
    const [found, ...others] = await pickedEarlier('bytes nörth  Campus');
    assert.deepEqual(others, []);
    assert.equal(found?.label, 'timeseries bytes · campus ≠ Nörth');
    assert.deepEqual(await pickedEarlier('bytes nowhere'), []);
  });

  it('is an earlier query with a star, which stays above the others, or is compared with the selected cell', async () => {
    answer(1);
    const [first, second] = ['{ "kept": 1 }', '{ "kept": 2 }'] as const;
    const notebook = await open([first, second]);
    for (const cell of notebook.getCells()) await run(cell);
    // A query is kept shortly after its run has ended.
    await eventually(async () =>
      assert.deepEqual(keptTexts(await pickedEarlier(undefined)), [second, first]),
    );
    await pickedEarlier({ row: first, button: 'Star it, so that it stays' });
    // What a button does is kept shortly after it is pressed.
    const listed = await eventually(async () => {
      const shown = await pickedEarlier(undefined);
      assert.deepEqual(keptTexts(shown), [first, second]);
      return shown;
    });
    assert.deepEqual(
      listed.filter(({ kind }) => kind === vscode.QuickPickItemKind.Separator).map(({ label }) => label),
      ['Starred', 'Earlier'],
    );
    await pickedEarlier({ row: first, button: 'Take the star away' });
    await eventually(async () =>
      assert.deepEqual(keptTexts(await pickedEarlier(undefined)), [second, first]),
    );
    vscode.window.activeNotebookEditor!.selection = new vscode.NotebookRange(0, 1);
    await pickedEarlier({ row: second, button: 'Compare with the selected cell' });
    await eventually(() => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(input.modified.toString(), notebook.cellAt(0).document.uri.toString());
      const left = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === Scheme.plan);
      assert.equal(left?.getText(), second);
    });
  });

  it('is every query of the files that are imported, or none when one holds something else', async () => {
    const notebook = await open(['{}']);
    const files = ['one', 'two', 'three'].map(name =>
      vscode.Uri.joinPath(notebook.uri, '..', `${name}.json`),
    );
    const contents = ['{ "a": 1 }', '[{ "b": 2 }, { "c": 3 }]', '[1]'];
    for (const [index, uri] of files.entries()) await writeFile(uri.fsPath, contents[index]!);
    const { showOpenDialog } = vscode.window;
    const pick = (...uris: vscode.Uri[]) => {
      Object.assign(vscode.window, { showOpenDialog: () => Promise.resolve(uris) });
      answers.later(() => Object.assign(vscode.window, { showOpenDialog }));
    };
    pick(...files);
    assert.match(await refusal(Command.importQueries), /three\.json holds no queries/);
    await writeFile(files[2]!.fsPath, Buffer.from('{ "filter": "Köln" }', 'latin1'));
    assert.match(await refusal(Command.importQueries), /three\.json is not a text in UTF-8/);
    assert.equal(notebook.cellCount, 1);
    pick(...files.slice(0, 2));
    await vscode.commands.executeCommand(Command.importQueries);
    const texts = notebook.getCells().map(({ document }) => document.getText());
    assert.deepEqual(texts, ['{}', '{ "a": 1 }', '{ "b": 2 }', '{ "c": 3 }']);
  });
});
