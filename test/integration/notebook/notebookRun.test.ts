import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cellFingerprint } from '../../../src/notebook/cellFingerprint.js';
import { Mime, Notebook } from '../../../src/ids.js';
import { readQueryRows } from '../../../src/model/query/queryResult.js';
import { openOddRows } from '../../../src/notebook/results/runWords.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { stubAnswers } from '../../support/stubAnswers.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { openUntitled, queryNotebook, useNotebooks } from './notebookDocuments.js';

const intervals = ['2026-11-20T08:00Z/2026-11-20T09:00Z'];
const time = '2026-11-20T08:00:00.000Z';
const query = (context = '') =>
  `{ "queryType": "groupBy", "dimensions": ["host"] /* comment */, "intervals": ["${intervals[0]}"], ${context} }`;
const rows = (count: number) =>
  Array.from({ length: count }, (_, row) => ({
    timestamp: time,
    event: { host: `host ${row}`, bytes: row },
  }));

type Cell = vscode.NotebookCell;

describe('running query cells', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const answers = stubAnswers();
  afterEach(() => answers.restore());

  const answer = (body: unknown, status = 200) => {
    extension().proxy.fault = { type: 'answer', status, body };
  };
  const noAnswerToQueries = () => {
    extension().proxy.fault = { type: 'silence' };
    extension().proxy.faultPath = /^\/api\/data/;
  };
  const sentQueries = () =>
    extension()
      .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
      .map(({ body }) => JSON.parse(body) as unknown);
  const open = async (...texts: string[]) => {
    const notebook = await notebooks.open(queryNotebook(...texts));
    await selectKernel();
    return notebook;
  };
  const selectKernel = () =>
    vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
  const runAll = () => vscode.commands.executeCommand('notebook.execute');
  const text = (cell: vscode.NotebookCell, mime: string) => {
    const item = cell.outputs[0]?.items.find(candidate => candidate.mime === mime);
    return new TextDecoder().decode(item?.data);
  };
  const errorOf = (cell: vscode.NotebookCell) =>
    JSON.parse(text(cell, 'application/vnd.code.notebook.error')) as { name: string; message: string };

  it('sends the query without its comments and shows the rows as table, Markdown and text', async () => {
    answer(rows(25));
    const notebook = await open(query());
    await runAll();
    const cell = notebook.cellAt(0);
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
    assert.deepEqual(sentQueries(), [{ queryType: 'groupBy', dimensions: ['host'], intervals }]);
    assert.deepEqual(
      cell.outputs.flatMap(({ items }) => items.map(({ mime }) => mime)),
      [Mime.result, 'text/markdown', 'text/plain'],
    );
    const table = JSON.parse(text(cell, Mime.result)) as { columns: { name: string }[]; rowCount: number };
    assert.deepEqual(
      [table.columns.map(({ name }) => name), table.rowCount],
      [['timestamp', 'host', 'bytes'], 25],
    );
    const markdown = text(cell, 'text/markdown').split('\n');
    assert.equal(markdown[0], 'First 20 of 25 rows');
    assert.equal(markdown.filter(line => line.startsWith('|')).length, 22);
    assert.equal(text(cell, 'text/plain').split('\n').length, 26);
    const { elapsed, asked, timeZone: _zone, ranAt: _ranAt, ...summary } = cell.outputs[0]?.metadata ?? {};
    assert.deepEqual(summary, {
      rowCount: 25,
      totalRows: 25,
      oddRows: 0,
      remarks: [],
      isPart: false,
      isStored: false,
      bytes: Buffer.byteLength(JSON.stringify(rows(25))),
      connection: 'Local manager',
      intervals: ['2026-11-20T08:00:00Z/2026-11-20T09:00:00Z'],
      variables: {},
      uses: {},
    });
    assert.equal(asked, cellFingerprint(cell));
    assert.equal(typeof elapsed, 'number');
    assert.equal(typeof cell.executionSummary?.executionOrder, 'number');
  });

  it('puts the first 2,000 rows into the output and keeps the others', async () => {
    answer(rows(10_001));
    const notebook = await open(query());
    await runAll();
    const cell = notebook.cellAt(0);
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
    const { rowCount, totalRows } = JSON.parse(text(cell, Mime.result)) as Record<string, unknown>;
    assert.deepEqual([rowCount, totalRows], [2_000, 10_001]);
    assert.equal(text(cell, 'text/markdown').split('\n')[0], 'First 20 of 10,001 rows');
    assert.equal(text(cell, 'text/plain').split('\n')[0], 'First 1,000 of 10,001 rows');
  });

  it('tells a chart which buckets had not ended when the manager answered', async () => {
    answer(rows(2));
    const year = new Date().getUTCFullYear();
    const years = `["${year - 1}-01-01/${year + 1}-01-01"]`;
    const notebook = await open(
      `{ "queryType": "groupBy", "granularity": "year", "intervals": ${years}, "filter": {} }`,
    );
    await runAll();
    const cell = notebook.cellAt(0);
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
    const { facts } = JSON.parse(text(cell, Mime.result)) as { facts: { partialBuckets: number[] } };
    assert.deepEqual(facts.partialBuckets, [Date.UTC(year, 0)]);
  });

  it('keeps every digit of integers that JavaScript cannot hold', async () => {
    const digits = '9223372036854775807';
    extension().proxy.fault = {
      type: 'text',
      text: `[{"timestamp":"${time}","event":{"host":"${digits}","bytes":${digits}}}]`,
    };
    const notebook = await open(query());
    await runAll();
    const cell = notebook.cellAt(0);
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
    const { columns } = JSON.parse(text(cell, Mime.result)) as { columns: { values: unknown[] }[] };
    assert.deepEqual(
      columns.map(({ values }) => values),
      [[time], [digits], [digits]],
    );
    assert.match(text(cell, 'text/plain'), new RegExp(digits));
  });

  it('shows the rows that can be read, and says which cannot and why', async () => {
    answer([...rows(2), 'odd', { timestamp: time, event: [1] }, ...rows(10), null, {}, { timestamp: 7 }]);
    const notebook = await open(query());
    await runAll();
    const cell = notebook.cellAt(0);
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
    const output = JSON.parse(text(cell, Mime.result)) as Record<string, unknown>;
    const note = [
      '5 of 17 rows could not be read. Row 3 is no object but text. Row 4: “event” is a list.',
      'Row 15 is no object but null. And 2 more.',
    ].join(' ');
    assert.deepEqual([output.rowCount, output.notes, output.hasOddRows], [12, [note], true]);
    assert.ok(text(cell, 'text/markdown').startsWith(`12 rows\n\n${note}\n\n`));
    assert.equal(text(cell, 'text/plain').split('\n')[0], note);
  });

  it('shows what the manager says beside the rows, in words that do nothing', async () => {
    const body = { rows: rows(2), warning: 'see [this](command:x)', truncated: true };
    extension().proxy.fault = { type: 'answer', status: 200, body };
    const notebook = await open(query());
    await runAll();
    const cell = notebook.cellAt(0);
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
    const { rowCount, notes } = JSON.parse(text(cell, Mime.result)) as Record<string, unknown>;
    const said = [
      'The manager says that it has more rows than it sent.',
      'The manager says: “see [this]\u2060(command:x)”',
    ];
    assert.deepEqual([rowCount, notes], [2, said]);
    assert.ok(text(cell, 'text/markdown').startsWith(`2 rows\n\n${said.join('\n\n')}\n\n`));
    assert.ok(text(cell, 'text/plain').startsWith(`${said.join('\n')}\n`));
  });

  it('opens the rows that could not be read as they were sent', async () => {
    const { oddRows } = readQueryRows([7, { timestamp: time, result: [{}, 9223372036854775807n] }]);
    await openOddRows(oddRows);
    const document = vscode.window.activeTextEditor?.document;
    assert.deepEqual([document?.languageId, document?.isUntitled], ['json', true]);
    assert.match(document!.getText(), /"sent": 9223372036854775807\n/);
    assert.deepEqual((JSON.parse(document!.getText()) as { rows: unknown[] }).rows[0], {
      row: 1,
      problem: 'Row 1 is no object but a number.',
      sent: 7,
    });
  });

  it('says what was sent when it is no list of rows', async () => {
    answer({ segments: [], total: 3 });
    const notebook = await open(query());
    await runAll();
    await eventually(() => assert.equal(notebook.cellAt(0).executionSummary?.success, false));
    const { message } = errorOf(notebook.cellAt(0));
    assert.match(message, /expected a list, received object with segments, total/);
  });

  it('runs cells in order, and leaves out only what uses the result of one that fails', async () => {
    answer({ error: 'Threshold cannot be equal to 0.' }, 500);
    const names: Readonly<Record<string, string>> = { 1: 'first', 3: 'second' };
    const texts = [
      query('"cell": 1'),
      query('"cell": 2'),
      query('"x": "${first.host}"'),
      '{ "x": "${second.host}" }',
    ];
    const cells = texts.map((text, index) => {
      const extra = names[index + 1] === undefined ? {} : { name: names[index + 1] };
      return { kind: 'query' as const, text, extra };
    });
    const notebook = await notebooks.open({ cells, extra: { connection: 'environment' } });
    await selectKernel();
    await runAll();
    const [first, other, user, userOfUser] = notebook.getCells() as [Cell, Cell, Cell, Cell];
    for (const cell of [first, other, user, userOfUser]) {
      await eventually(() => assert.equal(cell.executionSummary?.success, false));
    }
    const sentCells = () => sentQueries().map(sent => (sent as { cell?: number }).cell);
    assert.deepEqual(sentCells(), [1, 2]);
    assert.equal(errorOf(first).name, 'Query failed');
    assert.match(errorOf(first).message, /Threshold cannot be equal to 0\./);
    assert.match(errorOf(user).message, /uses the result of first, which has failed/);
    assert.match(errorOf(userOfUser).message, /uses the result of second, which has failed/);

    answer(rows(1));
    await runAll();
    await eventually(() => assert.equal(userOfUser.executionSummary?.success, true));
    assert.deepEqual(sentCells(), [1, 2, 1, 2, undefined, undefined]);
  });

  it('does not send what is not JSON, and says where it stops being JSON', async () => {
    const notebook = await open('{\n  "queryType": "topN"\n  "dimension": "host"\n}');
    await runAll();
    const cell = notebook.cellAt(0);
    await eventually(() => assert.equal(cell.executionSummary?.success, false));
    assert.equal(errorOf(cell).message, 'Line 3, column 3: a comma is missing.');
    assert.deepEqual(sentQueries(), []);
  });

  it('leaves every other judgement to the manager', async () => {
    answer([]);
    const notebook = await open('["not", "a", "query",]');
    await runAll();
    await eventually(() => assert.equal(notebook.cellAt(0).executionSummary?.success, true));
    assert.deepEqual(sentQueries(), [['not', 'a', 'query']]);
  });

  it('aborts the request when the run is cancelled, and says so in every cell of it', async () => {
    noAnswerToQueries();
    const { abandoned } = extension().proxy;
    const notebook = await open(query('"cell": 1'), query('"cell": 2'));
    void runAll();
    await eventually(() => assert.equal(sentQueries().length, 1));
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await eventually(() => assert.equal(extension().proxy.abandoned, abandoned + 1));
    const [first, second] = notebook.getCells();
    for (const cell of [first, second] as [Cell, Cell]) {
      await eventually(() => assert.match(text(cell, 'text/plain'), /^The last run was cancelled at /));
      await eventually(() => assert.notEqual(cell.executionSummary?.timing, undefined));
      assert.equal(cell.executionSummary?.success, undefined);
    }
    assert.equal(sentQueries().length, 1);
  });

  it('shows no old failure while a cell runs again: its last good answer alone, or that it is running', async () => {
    const notebook = await open(query('"cell": 1'));
    const cell = notebook.cellAt(0);
    const shows = (mime: string, pattern: RegExp) =>
      eventually(() => assert.match(text(cell, mime), pattern));
    const error = 'application/vnd.code.notebook.error';
    const fail = async () => {
      answer({}, 400);
      await runAll();
      await shows(error, /failed/);
    };
    const runAgain = async () => {
      const before = sentQueries().length;
      noAnswerToQueries();
      void runAll();
      await eventually(() => assert.equal(sentQueries().length, before + 1));
    };
    await fail();
    await runAgain();
    await shows('text/plain', /^Query running…$/);
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await shows('text/plain', /^The last run was cancelled at /);
    answer(rows(1));
    await runAll();
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
    const good = text(cell, 'text/plain');
    await fail();
    await runAgain();
    await eventually(() => assert.equal(text(cell, 'text/plain'), good));
    assert.equal(cell.outputs.length, 1);
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await eventually(() => assert.equal(cell.outputs.length, 2));
  });

  it('goes on with the next cell when one of them is cancelled', async () => {
    noAnswerToQueries();
    const notebook = await open(query('"cell": 1'), query('"cell": 2'));
    void runAll();
    await eventually(() => assert.equal(sentQueries().length, 1));
    const [first, second] = notebook.getCells() as [Cell, Cell];
    const ranges = [{ start: 0, end: 1 }];
    await vscode.commands.executeCommand('notebook.cell.cancelExecution', { ranges, document: notebook.uri });
    await eventually(() => assert.equal(sentQueries().length, 2));
    assert.match(text(first, 'text/plain'), /^The last run was cancelled at /);
    await eventually(() => assert.equal(text(second, 'text/plain'), 'Query running…'));
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await eventually(() => assert.notEqual(second.executionSummary?.timing, undefined));
  });

  it('asks once for all its cells before it looks at more than 30 days without a filter', async () => {
    answer(rows(1));
    const wide = '{ "intervals": ["2026-01-01T00:00Z/2026-02-15T00:00Z"] }';
    const notebook = await open(wide, wide);
    let answered: string | undefined;
    const shown = answers.dialogs(() => answered);
    await runAll();
    await eventually(() =>
      notebook
        .getCells()
        .forEach(cell => assert.match(text(cell, 'text/plain'), /^The query was not sent\./)),
    );
    assert.deepEqual(
      [shown.map(({ message }) => message), sentQueries()],
      [['Cell 1 looks at 45 days without a filter.'], []],
    );
    answered = 'Run all such cells';
    for (const times of [2, 4]) {
      await runAll();
      await eventually(() => assert.equal(sentQueries().length, times));
    }
    assert.equal(shown.length, 2);
  });

  it('aborts the request when the notebook is closed', async () => {
    noAnswerToQueries();
    const { abandoned } = extension().proxy;
    // Not opened through the API, which would keep the document for minutes after its editor is closed.
    const uri = await notebooks.write(printNotebook(queryNotebook(query())));
    await vscode.commands.executeCommand('vscode.openWith', uri, Notebook.type);
    await selectKernel();
    void runAll();
    await eventually(() => assert.equal(sentQueries().length, 1));
    await openAndClose(await notebooks.write(printNotebook(queryNotebook())));
    // An abort would be there before the answer to what is asked now.
    await vscode.workspace.fs.readDirectory(vscode.Uri.parse('netsensor://environment/inventory/tags'));
    assert.equal(extension().proxy.abandoned, abandoned, 'not when another one is closed');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually(() => assert.equal(extension().proxy.abandoned, abandoned + 1));
  });

  const openAndClose = async (uri: vscode.Uri) => {
    const closed = new Promise<void>(resolve => {
      const listener = vscode.workspace.onDidCloseNotebookDocument(notebook => {
        if (notebook.uri.path !== uri.path) return;
        listener.dispose();
        resolve();
      });
    });
    await vscode.commands.executeCommand('vscode.openWith', uri, Notebook.type);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await closed;
  };

  it('can run again after it was cancelled', async () => {
    noAnswerToQueries();
    const notebook = await open(query());
    void runAll();
    await eventually(() => assert.equal(sentQueries().length, 1));
    await vscode.commands.executeCommand('notebook.cell.cancelExecution');
    answer(rows(2));
    await eventually(() => assert.notEqual(notebook.cellAt(0).executionSummary?.timing, undefined));
    await runAll();
    assert.equal(notebook.cellAt(0).executionSummary?.success, true);
  });

  for (const [fault, sentence] of [
    [{ type: 'page' }, /not what a manager sends/],
    [{ type: 'truncatedBody' }, /cut before the answer was complete/],
  ] as const) {
    it(`says what happened when the answer is ${fault.type}`, async () => {
      extension().proxy.fault = fault;
      const notebook = await open(query());
      await runAll();
      const cell = notebook.cellAt(0);
      await eventually(() => assert.equal(cell.executionSummary?.success, false));
      assert.match(errorOf(cell).message, sentence);
      assert.ok(!JSON.stringify(errorOf(cell)).includes(extension().manager.apiKey));
    });
  }

  it('says that the manager is stopped, and runs once it is back', async () => {
    const notebook = await open(query());
    await extension().proxy.stop();
    await runAll();
    const cell = notebook.cellAt(0);
    await eventually(() => assert.equal(cell.executionSummary?.success, false));
    assert.match(errorOf(cell).message, /cannot be reached/);
    await extension().proxy.heal();
    answer(rows(1));
    await runAll();
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
  });

  it('gives up on a manager that is slower than the setting allows, and runs once it is not', async () => {
    const settings = vscode.workspace.getConfiguration('netsensor');
    await settings.update('requestTimeout', 1, vscode.ConfigurationTarget.Global);
    try {
      const notebook = await open(query());
      extension().proxy.fault = { type: 'latency', milliseconds: 10_000 };
      await runAll();
      const cell = notebook.cellAt(0);
      await eventually(() => assert.equal(cell.executionSummary?.success, false));
      assert.match(errorOf(cell).message, /took too long/);
      answer(rows(1));
      await runAll();
      await eventually(() => assert.equal(cell.executionSummary?.success, true));
    } finally {
      await settings.update('requestTimeout', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('makes the connection that a notebook names its kernel, though there are others', async () => {
    const other = vscode.notebooks.createNotebookController('other', Notebook.type, 'Other', () => undefined);
    try {
      answer(rows(1));
      const notebook = await notebooks.open(queryNotebook(query()));
      await eventually(async () => {
        await runAll();
        assert.equal(notebook.cellAt(0).outputs[0]?.metadata?.connection, 'Local manager');
      });
      assert.equal(notebook.isDirty, false);
    } finally {
      other.dispose();
    }
  });

  it('writes the connection it ran against into the notebook', async () => {
    answer(rows(1));
    const notebook = await openUntitled(query());
    assert.equal(notebook.metadata.connection, null);
    await selectKernel();
    await eventually(() => assert.equal(notebook.metadata.connection, 'environment'));
  });
});
