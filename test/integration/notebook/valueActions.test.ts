import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { queryFacts } from '../../../src/model/results/queryFacts.js';
import type { SeriesChoice, ViewSettings } from '../../../src/model/results/viewSettings.js';
import { copyMarkdown, exportResult, savePicture } from '../../../src/notebook/results/exportResult.js';
import { writeSettings } from '../../../src/notebook/results/resultEdits.js';
import type { KeptResult } from '../../../src/notebook/results/resultStore.js';
import { actOnValue } from '../../../src/notebook/results/valueActions.js';
import { eventually } from '../../support/eventually.js';
import { stubAnswers } from '../../support/stubAnswers.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, useNotebooks } from './notebookDocuments.js';

const query = {
  queryType: 'topN',
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-20T08:00Z/PT1H'],
  dimension: 'sensor_name',
  metric: 'bytes',
  threshold: 5,
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
};
const edge = { type: 'selector', dimension: 'sensor_name', value: 'Edge' };

describe('a result of a cell', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const answers = stubAnswers();
  afterEach(() => answers.restore());

  const open = async (): Promise<KeptResult> => {
    extension().proxy.fault = { type: 'answer', status: 200, body: [] };
    extension().proxy.faultPath = /^\/api\/data/;
    const notebook = await notebooks.open(queryNotebook(JSON.stringify(query)));
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    const table = { columns: [], rowCount: 0, totalRows: 0 };
    return {
      cell: notebook.cellAt(0),
      connectionId: 'environment',
      query,
      table,
      oddRows: [],
      isStored: false,
      said: { facts: queryFacts(query), asks: 'Top 3 / hosts' },
    };
  };
  const act = async (
    action: 'filter' | 'exclude' | 'copyFilter' | 'reveal' | 'drillDown',
    result: KeptResult,
    revealNode: (hint: object) => Promise<boolean> = () => Promise.resolve(true),
  ) =>
    actOnValue({ type: 'value', action, column: 'sensor_name', value: 'Edge', result: '' }, result, {
      revealNode,
    });
  const sentFilters = () =>
    extension()
      .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
      .map(({ body }) => (JSON.parse(body) as { filter?: unknown }).filter);

  it('has its query filtered to a value, or to all others, and run', async () => {
    const others = {
      type: 'or',
      fields: [
        { type: 'not', field: edge },
        { ...edge, value: null },
      ],
    };
    for (const [action, filter] of [
      ['filter', edge],
      ['exclude', others],
    ] as const) {
      const result = await open();
      await act(action, result);
      assert.deepEqual(
        (JSON.parse(result.cell.document.getText()) as typeof query & { filter: unknown }).filter,
        filter,
      );
      await eventually(() => assert.deepEqual(sentFilters().at(-1), filter));
    }
  });

  it('has a value broken down in a new cell, which is run', async () => {
    const result = await open();
    answers.inputs('direction');
    await act('drillDown', result);
    await eventually(() => assert.deepEqual(sentFilters(), [edge]));
    assert.match(
      result.cell.notebook.cellAt(1).document.getText(),
      /^\/\/ Top 10 direction by bytes where sensor_name is "Edge"\n/,
    );
  });

  it('has a value copied as a filter, and revealed in the tree where that has it', async () => {
    const result = await open();
    await act('copyFilter', result);
    assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), edge);
    const hints: object[] = [];
    await act('reveal', result, async hint => Boolean(hints.push(hint)));
    assert.deepEqual(hints, [{ connectionId: 'environment', name: 'Edge' }]);
    await assert.rejects(
      act('reveal', result, () => Promise.resolve(false)),
      /Edge.* is not in the tree/,
    );
  });

  it('keeps how it is looked at in its cell, but for which series are drawn', async () => {
    const { cell } = await open();
    const series = new WeakMap<vscode.NotebookCell, SeriesChoice>();
    await writeSettings(cell, { off: ['upstream'] }, { series });
    assert.deepEqual([cell.metadata['view'], cell.notebook.isDirty], [undefined, false]);
    await writeSettings(cell, { view: 'line', compare: 'day', only: ['upstream'] }, { series });
    assert.deepEqual(
      [cell.metadata['view'], series.get(cell)?.only],
      [{ view: 'line', compare: 'day' }, ['upstream']],
    );
  });

  it('is a picture in a file, for which what it asks is offered as a name beside the notebook', async () => {
    const result = await open();
    const { uri } = result.cell.notebook;
    const offered = answers.offeredFiles();
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
    await savePicture(result, { type: 'picture', format: 'png', data: bytes.toString('base64'), result: '' });
    assert.equal(offered[0]?.toString(), vscode.Uri.joinPath(uri, '..', 'Top 3 hosts.png').toString());
    assert.deepEqual(await readFile(offered[0].fsPath), bytes);
  });

  it('is written and copied as it is on the screen, and written with all rows as sent', async () => {
    const values = ['Edge', '=1+1', 'Core'];
    const columns = [
      { name: 'timestamp', kind: 'time', values: values.map(() => '2026-11-20T08:00:00.000Z') },
      { name: 'sensor_name', kind: 'dimension', values },
      { name: 'bytes', kind: 'value', values: [1, 30, 20] },
    ] as const;
    const notes = ['The limit of 3 rows is reached.'];
    const said = { facts: queryFacts(query), asks: 'Top 3', manager: 'Lab', notes };
    const result = { ...(await open()), said, table: { columns, rowCount: 3, totalRows: 3 } };
    const settings: ViewSettings = {
      view: 'table',
      zone: 'UTC',
      sort: { column: 'bytes', isDescending: true },
      columns: [{ name: 'bytes', filter: '>1' }],
    };
    const offered = answers.offeredFiles();
    const written = async (wanted: Parameters<typeof exportResult>[1]) => {
      await exportResult(result, wanted);
      return readFile(offered.at(-1)!.fsPath, 'utf8');
    };
    const range = '2026-11-20 08:00 – 09:00 (UTC)';
    const passed = '2 of 3 rows pass the filters of the table.';
    assert.equal(
      await written({ format: 'titledCsv', settings }),
      [
        `# Top 3 · Lab · ${range}`,
        `# ${passed}`,
        `# ${notes[0]}`,
        'timestamp,sensor_name,bytes',
        "2026-11-20 08:00:00 Z,'=1+1,30",
        '2026-11-20 08:00:00 Z,Core,20',
        '',
      ].join('\n'),
    );
    assert.deepEqual(JSON.parse(await written({ format: 'json', settings })), [
      { timestamp: '2026-11-20T08:00:00Z', sensor_name: '=1+1', bytes: 30 },
      { timestamp: '2026-11-20T08:00:00Z', sensor_name: 'Core', bytes: 20 },
    ]);
    answers.inputs('CSV');
    assert.equal((await written({})).split('\n').length, 5);
    await copyMarkdown(result, settings);
    const copied = (await vscode.env.clipboard.readText()).split('\n\n');
    assert.deepEqual(
      [copied[0], copied[1]?.split('\n').at(-1), ...copied.slice(2)],
      [`**Top 3** · Lab · ${range}`, '| 2026-11-20 08:00:00 Z | Core | 20 |', passed, `${notes[0]}\n`],
    );
  });
});
