import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/ids.js';
import { querySnippets } from '../../../src/model/queryEditing/querySnippets.js';
import { answerInputs } from '../../support/answerInputs.js';
import { editNotebook } from '../../support/editDocument.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, runCell, useNotebooks } from './notebookDocuments.js';

const sum = '{ "type": "longSum", "name": "bytes", "fieldName": "sum_bytes" }';
const topN = (more: string) =>
  `{ "queryType": "topN", "dataSource": "rb_flow", "granularity": "all", "aggregations": [${sum}],
  "dimension": "application_id_name", "threshold": 3, ${more} }`;

describe('writing and running queries', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();

  const open = async (...texts: string[]) => {
    const notebook = await notebooks.open(queryNotebook(...texts));
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    return notebook;
  };
  const sent = () =>
    extension()
      .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const answer = (...events: object[]) => {
    const body = events.map(event => ({ timestamp: '2026-11-20T08:00:00.000Z', event }));
    extension().proxy.fault = { type: 'answer', status: 200, body };
  };
  const complete = async (document: vscode.TextDocument, after: string) => {
    const position = document.positionAt(document.getText().indexOf(after) + after.length);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  };
  const withAnswers = async (answers: (string | undefined)[], task: () => Thenable<unknown>) => {
    const inputs = answerInputs(answers);
    try {
      await task();
    } finally {
      inputs.restore();
    }
  };
  const ended = (cell: vscode.NotebookCell, success: boolean) =>
    eventually(() => assert.equal(cell.executionSummary?.success, success), 20_000);
  const errorOf = (cell: vscode.NotebookCell) =>
    (JSON.parse(new TextDecoder().decode(cell.outputs[0]?.items[0]?.data)) as { message: string }).message;

  it('marks a metric that no aggregation has, and mends it', async () => {
    const { document } = (await open(topN('"metric": "pkts"'))).cellAt(0);
    const found = () => vscode.languages.getDiagnostics(document.uri);
    await eventually(() =>
      assert.deepEqual(
        found().map(({ message }) => message),
        ['No aggregation is named pkts. Sort by one of: bytes.'],
      ),
    );
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      found()[0]?.range,
    );
    const fix = actions.find(({ title }) => title === 'Change to bytes');
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.ok(document.getText().includes('"metric": "bytes"'));
    await eventually(() => assert.deepEqual(found(), []));
  });

  it('mends a misspelt choice of a few, wherever VS Code underlines it', async () => {
    const filter = '{ "type": "selektor", "dimension": "campus", "value": "a" }';
    const text = topN(`"metric": "bytes",\n"filter": ${filter}`).replace('"all"', '"huor"');
    const { document } = (await open(text)).cellAt(0);
    const found = await eventually(() => {
      const underlined = vscode.languages.getDiagnostics(document.uri);
      assert.ok(underlined.length >= 2, underlined.map(({ message }) => message).join('\n'));
      return underlined;
    });
    const titles: string[] = [];
    for (const { range } of found) {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
      );
      titles.push(...actions.map(({ title }) => title).filter(title => title.startsWith('Change to ')));
    }
    assert.deepEqual(titles.toSorted(), ['Change to hour', 'Change to selector']);
  });

  it('says nothing of a line while it is typed', async () => {
    const empty = '{ "type": "and", "fields": [] }';
    const notebook = await open(topN(`"metric": "bytes",\n"filter": ${empty}`));
    const { document } = notebook.cellAt(0);
    const placeOf = (text: string) => document.positionAt(document.getText().indexOf(text) + text.length);
    const found = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    await vscode.window.showNotebookDocument(notebook);
    await vscode.commands.executeCommand('notebook.cell.edit');
    const editor = await eventually(() => {
      const active = vscode.window.activeTextEditor;
      assert.equal(active?.document, document);
      return active;
    });
    await eventually(() => assert.equal(found().length, 1));
    const end = placeOf('"metric": "bytes');
    editor.selection = new vscode.Selection(end, end);
    await vscode.commands.executeCommand('type', { text: 'x' });
    // What is wrong in another line shows that the text was looked at.
    const edit = new vscode.WorkspaceEdit();
    const filter = new vscode.Range(placeOf('"filter": '), placeOf(empty));
    edit.replace(document.uri, filter, '{ "type": "not" }');
    await vscode.workspace.applyEdit(edit);
    await eventually(() => assert.deepEqual(found(), ['not also needs: field.']));
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await eventually(() => assert.ok(found().some(message => message.includes('bytesx'))));
  });

  it('says nothing of a skeleton that is being filled in, until the cursor rests', async () => {
    const notebook = await open('');
    const { document } = notebook.cellAt(0);
    const found = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .flatMap(({ source, message }) => (source === 'Netsensor' ? [message] : []));
    await vscode.commands.executeCommand('notebook.cell.edit');
    const editor = await eventually(() => {
      const active = vscode.window.activeTextEditor;
      assert.equal(active?.document, document);
      return active;
    });
    const [skeleton] = querySnippets();
    const inserted = Date.now();
    await editor.insertSnippet(new vscode.SnippetString(skeleton?.text));
    await eventually(() => assert.deepEqual(found(), ['Put at least one entry in this list.']));
    // It was looked at after a sixth of a second.
    assert.ok(Date.now() - inserted > 1_500);
  });

  it('completes outputs of the cell, and values from the data that it asks for once', async () => {
    await extension().proxy.heal();
    const filter = '"filter": { "type": "selector", "dimension": "l4_proto", "value": "" }';
    const notebook = await open(topN(`"metric": "", ${filter}`));
    await widenRange(notebook);
    const { document } = notebook.cellAt(0);
    await eventually(async () => assert.ok((await complete(document, '"metric": "')).includes('"bytes"')));
    const before = sent().length;
    await eventually(async () => assert.ok((await complete(document, '"value": "')).includes('"6"')), 20_000);
    await complete(document, '"value": "');
    const asked = sent().slice(before);
    assert.deepEqual(
      asked.map(({ dimension, queryType }) => [queryType, dimension]),
      [['topN', 'l4_proto']],
    );
  });

  it('fills in variables, and the result of a named cell that runs first', async () => {
    const use = '{ "filter": { "type": "selector", "dimension": "host", "value": "${hosts.host}" } }';
    const notebook = await open(use, '{ "site": "${site}" }');
    const [later, earlier] = notebook.getCells();
    const named = (cell: vscode.NotebookCell) =>
      withAnswers(['hosts'], () => vscode.commands.executeCommand(Command.nameCell, cell));
    await named(earlier!);
    assert.equal(earlier?.metadata.name, 'hosts');
    await withAnswers(['site', 'North'], () => vscode.commands.executeCommand(Command.setVariable));
    assert.deepEqual(notebook.metadata.variables, { site: { default: 'North' } });
    answer({ host: 'a' }, { host: 'b' }, { host: 'a' });
    await runCell(notebook.cellAt(0));
    await ended(later!, true);
    const [first, second] = sent();
    assert.equal(first?.site, 'North');
    const selector = (value: string) => ({ type: 'selector', dimension: 'host', value });
    assert.deepEqual(second?.filter, { type: 'or', fields: [selector('a'), selector('b')] });
  });

  it('says which cells need each other', async () => {
    const circle = await open('{ "a": "${two.x}" }', '{ "a": "${one.x}" }');
    for (const [index, name] of ['one', 'two'].entries()) {
      await withAnswers([name], () => vscode.commands.executeCommand(Command.nameCell, circle.cellAt(index)));
    }
    await vscode.commands.executeCommand('notebook.execute');
    for (const [cell, sentence] of [
      [circle.cellAt(0), /one → two → one/],
      [circle.cellAt(1), /two → one → two/],
    ] as const) {
      await ended(cell, false);
      assert.match(errorOf(cell), sentence);
    }
    assert.deepEqual(sent(), []);
  });

  it('shows what the manager says at the field that it names', async () => {
    extension().proxy.fault = {
      type: 'answer',
      status: 500,
      body: { error: 'Threshold cannot be equal to 0.' },
    };
    const notebook = await open(topN('"metric": "bytes"'));
    await vscode.commands.executeCommand('notebook.execute');
    const { document } = notebook.cellAt(0);
    await eventually(() => {
      const shown = vscode.languages.getDiagnostics(document.uri).find(({ source }) => source === 'Manager');
      assert.equal(shown && document.getText(shown.range), '3');
    }, 20_000);
    const isClean = () => assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
    // It was said of that run.
    answer({ bytes: 1 });
    await vscode.commands.executeCommand('notebook.execute');
    await eventually(isClean, 20_000);
  });

  it('copies a query as a command without the key, and keeps it in the history of the connection', async () => {
    answer({ bytes: 1 });
    const notebook = await open('{ "intervals": ["2026-11-19/P1D"], "it\'s": 1 }');
    await vscode.commands.executeCommand('notebook.execute');
    await ended(notebook.cellAt(0), true);
    await vscode.commands.executeCommand(Command.copyQueryCurl, notebook.cellAt(0));
    const command = await vscode.env.clipboard.readText();
    assert.match(command, /auth_token='"\$NETSENSOR_API_KEY"$/);
    assert.ok(!command.includes(extension().manager.apiKey));
    await withAnswers(['Query'], () => vscode.commands.executeCommand(Command.queryHistory));
    await eventually(() => assert.equal(notebook.cellCount, 2));
    assert.equal(notebook.cellAt(1).document.getText(), notebook.cellAt(0).document.getText());
  });

  it('opens a first query about a node of the tree', async () => {
    const node = {
      kind: 'sensor',
      connectionId: 'environment',
      uuid: '77',
      name: 'North',
      path: ['North'],
      sensorKind: 'domain',
      type: 1,
      domainType: 4,
      parentUuid: '1',
    };
    await vscode.commands.executeCommand(Command.newQuery, node);
    const notebook = vscode.window.activeNotebookEditor?.notebook;
    assert.equal(notebook?.metadata.connection, 'environment');
    const query = JSON.parse(notebook?.cellAt(0).document.getText() ?? '') as { filter: unknown };
    assert.deepEqual(query.filter, { type: 'selector', dimension: 'campus_uuid', value: '77' });
  });
});

/** The local manager's history ends when it was started. */
const widenRange = (notebook: vscode.NotebookDocument): Promise<void> =>
  editNotebook(notebook, () =>
    vscode.NotebookEdit.updateNotebookMetadata({ ...notebook.metadata, timeRange: 'last 30 days' }),
  );
