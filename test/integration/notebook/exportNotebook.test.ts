import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { Command } from '../../../src/ids.js';
import { reportWords } from '../../../src/model/report/reportWords.js';
import { eventually } from '../../support/eventually.js';
import { stubAnswers } from '../../support/stubAnswers.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, runCell, typeInCell, useNotebooks } from './notebookDocuments.js';

const query = JSON.stringify({
  queryType: 'topN',
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-20T08:00Z/PT1H'],
  dimension: 'host',
  metric: 'bytes',
  threshold: 5,
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
});

describe('a notebook that is handed on', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const answers = stubAnswers();
  afterEach(() => answers.restore());

  const open = async () => {
    const rows = ['edge', 'core'].map((host, at) => ({ host, bytes: 3000 - at }));
    const body = [{ timestamp: '2026-11-20T08:00:00.000Z', result: rows }];
    extension().proxy.fault = { type: 'answer', status: 200, body };
    extension().proxy.faultPath = /^\/api\/data/;
    const { cells, extra } = queryNotebook(query, '{}');
    const text = { kind: 'markdown', text: '# Campus\n\nAsk *us*.', extra: {} } as const;
    const notebook = await notebooks.open({ cells: [...cells, text], extra });
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    return notebook;
  };
  const exported = async (format: string) => {
    const offered = answers.offeredFiles();
    answers.inputs(format);
    const said = answers.dialogs(() => undefined);
    await vscode.commands.executeCommand(Command.exportNotebook);
    return { path: offered.at(-1)?.fsPath ?? '', said: said.map(({ message }) => message).join() };
  };

  it('is one page, which marks what is of before and has no key, or Markdown with pictures beside it', async () => {
    const notebook = await open();
    assert.match((await exported('HTML')).said, /has an answer yet/);
    await runCell(notebook.cellAt(0));
    await eventually(() => assert.equal(notebook.cellAt(0).executionSummary?.success, true));
    const { path, said } = await exported('HTML');
    assert.equal(path, notebook.uri.fsPath.replace(/dqnb$/, 'html'));
    assert.match(said, /1 query has no answer/);
    const page = await readFile(path, 'utf8');
    for (const part of ['<title>', '<svg', 'edge', '<em>us</em>', 'Local manager', 'last 24 hours'])
      assert.ok(page.includes(part), part);
    assert.ok(!page.includes(extension().manager.apiKey) && !page.includes(reportWords().stale));
    await typeInCell(notebook, 'not this: ');
    await exported('Markdown');
    const text = await readFile(path.replace(/html$/, 'md'), 'utf8');
    assert.ok(text.includes(reportWords().stale));
    const [, folder = '', picture = ''] = /\]\(<([^/]+)\/([^>]+)>\)/.exec(text) ?? [];
    assert.deepEqual(await readdir(join(dirname(path), folder)), [picture]);
  });
});
