import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/ids.js';
import { answerInputs } from '../../support/answerInputs.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, useNotebooks } from './notebookDocuments.js';

const rows = [{ timestamp: '2026-11-20T08:00:00.000Z', event: { bytes: 1 } }];
const hour = 3_600_000;

describe('the time of queries', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();

  const sentIntervals = () =>
    extension()
      .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
      .map(({ body }) => (JSON.parse(body) as { intervals: string[] }).intervals);
  const open = async (...texts: string[]) => {
    extension().proxy.fault = { kind: 'status', status: 200, body: rows };
    const notebook = await notebooks.open(queryNotebook(...texts));
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    return notebook;
  };
  const runAll = async (notebook: vscode.NotebookDocument) => {
    await vscode.commands.executeCommand('notebook.execute');
    await eventually(() =>
      notebook.getCells().forEach(cell => assert.equal(cell.executionSummary?.success, true)),
    );
  };
  const choose = async (command: string, ...answers: string[]) => {
    const inputs = answerInputs(answers);
    try {
      await vscode.commands.executeCommand(command);
    } finally {
      inputs.restore();
    }
  };
  const times = (interval = '') => interval.split('/').map(time => Date.parse(time));
  const text = (cell: vscode.NotebookCell, mime: string) =>
    new TextDecoder().decode(cell.outputs[0]?.items.find(item => item.mime === mime)?.data);

  it('is the range of the notebook unless the query names its own, and ends now', async () => {
    const notebook = await open(
      '{}',
      '{ "intervals": ["2026-11-19T00:00Z/PT1H"] }',
      '{ "intervals": ["PT2H/now"] }',
    );
    await choose(Command.setTimeRange, 'last 6 hours');
    assert.equal(notebook.metadata.timeRange, 'last 6 hours');
    const before = Date.now() - 1000;
    await runAll(notebook);
    const [fromNotebook, fixed, relative] = sentIntervals();
    const [start = 0, end = 0] = times(fromNotebook?.[0]);
    assert.equal(end - start, 6 * hour);
    assert.ok(end >= before && end <= Date.now(), fromNotebook?.[0]);
    assert.deepEqual(fixed, ['2026-11-19T00:00Z/PT1H']);
    const [from = 0, to = 0] = times(relative?.[0]);
    assert.equal(to - from, 2 * hour);
    assert.deepEqual(notebook.cellAt(0).outputs[0]?.metadata?.intervals, fromNotebook);
  });

  it('begins days in the time zone of the notebook, and prints the interval in it', async () => {
    const notebook = await open('{ "intervals": ["2026-07-01T22:00Z/2026-07-02T00:30Z"] }', '{}');
    await choose(Command.setTimeZone, 'Asia/Tokyo');
    await choose(Command.setTimeRange, 'yesterday');
    await runAll(notebook);
    const [, yesterday] = sentIntervals();
    assert.match(yesterday?.[0] ?? '', /T15:00:00Z\/.*T15:00:00Z$/);
    assert.match(text(notebook.cellAt(0), 'text/markdown'), /2026-07-02 07:00 – 09:30 \(Asia\/Tokyo\)/);
    await choose(Command.setTimeZone, 'Time zone of the computer');
    assert.equal(notebook.metadata.timeZone, null);
    await notebook.save();
    const saved = await vscode.workspace.fs.readFile(notebook.uri);
    assert.ok(!new TextDecoder().decode(saved).includes('timeZone'));
  });

  it('can be typed, and is stored so that everybody reads the same times', async () => {
    const notebook = await open('{}');
    await choose(Command.setTimeZone, 'Europe/Madrid');
    await choose(Command.setTimeRange, 'Other range…', '2026-07-01 08:00 / 2026-07-01 18:00');
    assert.equal(notebook.metadata.timeRange, '2026-07-01T08:00:00+02:00/2026-07-01T18:00:00+02:00');
    await runAll(notebook);
    assert.deepEqual(notebook.cellAt(0).outputs[0]?.metadata?.intervals, [
      '2026-07-01T06:00:00Z/2026-07-01T16:00:00Z',
    ]);
  });

  it('has days of 23 and 25 hours where clocks are changed', async () => {
    const notebook = await open('{}');
    await choose(Command.setTimeZone, 'Europe/Madrid');
    for (const [day, next, hours] of [
      ['2026-03-29', '2026-03-30', 23],
      ['2026-10-25', '2026-10-26', 25],
    ] as const) {
      await choose(Command.setTimeRange, 'Other range…', `${day} 00:00 / ${next} 00:00`);
      const sent = sentIntervals().length;
      await runAll(notebook);
      await eventually(() => assert.equal(sentIntervals().length, sent + 1));
      const [start = 0, end = 0] = times(sentIntervals().at(-1)?.[0]);
      assert.equal((end - start) / hour, hours);
    }
  });

  it('can be another one for a cell, until it gives it up', async () => {
    const notebook = await open('{}');
    await choose(Command.setCellTimeRange, 'last hour');
    assert.equal(notebook.cellAt(0).metadata.timeRange, 'last hour');
    await runAll(notebook);
    const [start = 0, end = 0] = times(sentIntervals()[0]?.[0]);
    assert.equal(end - start, hour);
    await choose(Command.setCellTimeRange, 'Range of the notebook');
    assert.ok(!('timeRange' in notebook.cellAt(0).metadata));
  });
});
