import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { queryFacts } from '../../../src/model/results/queryFacts.js';
import { Command } from '../../../src/ids.js';
import { cellItems } from '../../../src/notebook/cellItems.js';
import { notebookRange } from '../../../src/notebook/notebookMetadata.js';
import { actOnValue } from '../../../src/notebook/results/valueActions.js';
import { goBack, useInterval } from '../../../src/notebook/rangeChanges.js';
import { staleCells } from '../../../src/notebook/staleAnswers.js';
import { usedVariables } from '../../../src/notebook/variables/variableUses.js';
import { earlierRange, type RangeSteps } from '../../../src/notebook/time/rangeSteps.js';
import { NothingToDoError } from '../../../src/words/sentenceErrors.js';
import { answerInputs } from '../../support/answerInputs.js';
import { replaceText } from '../../support/editDocument.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, runCell, useNotebooks } from './notebookDocuments.js';

type Cell = vscode.NotebookCell;

const rows = [{ timestamp: '2026-11-20T08:00:00.000Z', event: { bytes: 1 } }];
const hour = 3_600_000;
const isStale = (cell: Cell) => staleCells(cell.notebook).includes(cell);

describe('the time of queries', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();

  const sentIntervals = () =>
    extension()
      .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
      .map(({ body }) => (JSON.parse(body) as { intervals: string[] }).intervals);
  const open = async (...texts: string[]) => {
    extension().proxy.fault = { type: 'answer', status: 200, body: rows };
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

  it('decides how long the buckets are that a cell leaves to it', async () => {
    const auto = '"granularity": "${auto}"';
    const notebook = await open(`{ ${auto} }`, `{ ${auto}, "intervals": ["2026-11-19T00:00Z/PT1H"] }`);
    const [cell] = notebook.getCells() as [Cell, Cell];
    const sent = () =>
      extension()
        .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
        .map(({ body }) => (JSON.parse(body) as { granularity: unknown }).granularity);
    await choose(Command.setTimeRange, 'last 7 days');
    await runAll(notebook);
    assert.deepEqual(sent(), ['hour', 'minute']);
    assert.match(cellItems(cell, new WeakMap())[0]?.text ?? '', / · 1 hour a bucket · 1 row/);
    assert.deepEqual(usedVariables(notebook), []);
    await choose(Command.setTimeRange, 'last 6 hours');
    await eventually(() => assert.deepEqual(sent().at(-1), { type: 'period', period: 'PT2M' }));
    await vscode.commands.executeCommand(Command.copyQueryCurl, cell);
    assert.match(await vscode.env.clipboard.readText(), /"PT2M"/);
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
    await choose(Command.setTimeRange, 'soon', '1 Jul 2026 08:00 to 18:00');
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
      await choose(Command.setTimeRange, `${day} 00:00 / ${next} 00:00`);
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

  it('becomes what somebody zoomed into where it stands, for what follows it too, and goes back', async () => {
    const ranges: RangeSteps = new WeakMap();
    const zoomed = { start: Date.parse('2026-07-01T06:00Z'), end: Date.parse('2026-07-01T16:00Z') };
    const shown = '2026-07-01T08:00:00+02:00/2026-07-01T18:00:00+02:00';
    const text = '{ "intervals": ["last hour"] /* kept */ }';
    const notebook = await open('{}', '{}', '{}', text);
    const [first, second, own, named] = notebook.getCells() as [Cell, Cell, Cell, Cell];
    await choose(Command.setTimeZone, 'Europe/Madrid');
    vscode.window.activeNotebookEditor!.selection = new vscode.NotebookRange(2, 3);
    await choose(Command.setCellTimeRange, 'last 6 hours');
    await runAll(notebook);
    const runsAgain = async (cells: readonly Cell[], act: () => Promise<unknown>) => {
      const orders = notebook.getCells().map(cell => cell.executionSummary?.executionOrder);
      await act();
      await eventually(() => {
        const changed = notebook
          .getCells()
          .filter(({ executionSummary }, at) => executionSummary?.executionOrder !== orders[at]);
        assert.deepEqual(changed, cells);
        for (const cell of cells) assert.equal(cell.executionSummary?.success, true);
      });
    };
    const back = (cell: Cell) => goBack({ notebook, cell }, ranges);
    await runsAgain([first, second], () => useInterval(first, zoomed, ranges));
    assert.deepEqual([notebook.metadata.timeRange, earlierRange(second, ranges)], [shown, 'last 24 hours']);
    assert.equal(earlierRange(own, ranges), undefined);
    await runsAgain([own], () => useInterval(own, zoomed, ranges));
    assert.deepEqual([own.metadata.timeRange, earlierRange(own, ranges)], [shown, 'last 6 hours']);
    await runsAgain([named], () => useInterval(named, zoomed, ranges));
    const sent = sentIntervals().at(-1);
    assert.deepEqual(sent, ['2026-07-01T06:00:00Z/2026-07-01T16:00:00Z']);
    assert.match(named.document.getText(), /06:00:00Z.*\/\* kept \*\//);
    await runsAgain([named], () => back(named));
    assert.equal(named.document.getText(), text);
    await runsAgain([own], () => back(own));
    assert.equal(own.metadata.timeRange, 'last 6 hours');
    await runsAgain([first, second], () => back(second));
    assert.equal(notebook.metadata.timeRange, 'last 24 hours');
    assert.equal(await back(first), false);
  });

  it('is that of before again when the first change of it is undone', async () => {
    const notebook = await open('{}');
    await choose(Command.setTimeRange, 'last 6 hours');
    assert.equal(notebookRange(notebook), 'last 6 hours');
    await vscode.commands.executeCommand('notebook.focusTop');
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(notebookRange(notebook), 'last 24 hours'));
  });

  it('is written into a cell that undo brought back', async () => {
    const notebook = await open('{ "intervals": ["2026-07-01/2026-07-02"] }', '{}');
    await replaceText(notebook.cellAt(0).document, '{ ', '{  ');
    await vscode.commands.executeCommand('notebook.cell.delete');
    await eventually(() => assert.equal(notebook.cellCount, 1));
    await vscode.commands.executeCommand('notebook.focusTop');
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(notebook.cellCount, 2));
    const zoomed = { start: Date.UTC(2026, 6, 1, 6), end: Date.UTC(2026, 6, 1, 16) };
    await useInterval(notebook.cellAt(0), zoomed, new WeakMap());
    const interval = '2026-07-01T06:00:00Z/2026-07-01T16:00:00Z';
    assert.equal(notebook.cellAt(0).document.getText(), `{  "intervals": ["${interval}"] }`);
    await eventually(() => assert.deepEqual(sentIntervals().at(-1), [interval]));
  });

  describe('when it changes', () => {
    const hoursAsked = () =>
      sentIntervals().map(([interval]) => {
        const [from = 0, to = 0] = times(interval);
        return (to - from) / hour;
      });
    const change = async (range: string) => choose(Command.setTimeRange, range);

    it('asks again for what has an answer and uses it, once each, and for nothing else', async () => {
      const notebook = await open('{}', '{ "intervals": ["2026-11-19T00:00Z/2026-11-19T01:00Z"] }', '{}');
      for (const cell of notebook.getCells().slice(0, 2)) await runCell(cell);
      await change('last 6 hours');
      await eventually(() => assert.deepEqual(hoursAsked(), [24, 1, 6]));
      await choose(Command.setTimeZone, 'Asia/Tokyo');
      await eventually(() => assert.deepEqual(hoursAsked(), [24, 1, 6, 6, 1]));
    });

    it('cancels what an older change began, and ends with the newest', async () => {
      const notebook = await open('{}', '{}');
      await runAll(notebook);
      extension().proxy.fault = { type: 'silence' };
      await change('last 6 hours');
      await eventually(() => assert.deepEqual(hoursAsked(), [24, 24, 6]));
      extension().proxy.fault = { type: 'answer', status: 200, body: rows };
      await change('last 7 days');
      await change('last hour');
      await eventually(() => {
        assert.deepEqual(hoursAsked().slice(-2), [1, 1]);
        notebook.getCells().forEach(cell => assert.ok(!isStale(cell)));
      });
      assert.ok(hoursAsked().length <= 7, String(hoursAsked()));
    });

    it('asks for nothing where a setting says so, and marks what is of another range', async () => {
      const settings = vscode.workspace.getConfiguration('netsensor.notebook');
      await settings.update('rerunOnRange', false, vscode.ConfigurationTarget.Global);
      try {
        const notebook = await open('{}');
        await runAll(notebook);
        assert.ok(!isStale(notebook.cellAt(0)));
        await change('last 6 hours');
        assert.ok(isStale(notebook.cellAt(0)));
        await change('last 24 hours');
        assert.ok(!isStale(notebook.cellAt(0)));
        assert.deepEqual(hoursAsked(), [24]);
      } finally {
        await settings.update('rerunOnRange', undefined, vscode.ConfigurationTarget.Global);
      }
    });
  });

  it('goes back to the range that was chosen before', async () => {
    const notebook = await open('{}');
    for (const range of ['last 6 hours', 'last hour']) await choose(Command.setTimeRange, range);
    await vscode.commands.executeCommand(Command.previousTimeRange);
    assert.equal(notebook.metadata.timeRange, 'last 6 hours');
    await vscode.commands.executeCommand(Command.previousTimeRange);
    assert.equal(notebook.metadata.timeRange, 'last 24 hours');
  });

  it('is that of the row, else that of the cell, for what a value is broken down into', async () => {
    const inputs = () => answerInputs(['direction']);
    const asked = { queryType: 'groupBy', granularity: 'hour', dimensions: ['src'] };
    const query = { ...asked, aggregations: [{ type: 'count', name: 'flows' }] };
    const notebook = await open(JSON.stringify(query));
    await choose(Command.setTimeZone, 'UTC');
    await choose(Command.setCellTimeRange, 'last 6 hours');
    const result = {
      cell: notebook.cellAt(0),
      connectionId: 'environment',
      query: { ...query, intervals: ['2026-11-20T08:30:00Z/2026-11-20T14:30:00Z'] },
      table: { columns: [], rowCount: 0, totalRows: 0 },
      oddRows: [],
      isStored: false,
      said: { facts: queryFacts({}) },
    };
    const drill = async (time?: string) => {
      const { restore } = inputs();
      const shown = { type: 'value', action: 'drillDown', column: 'src', value: '10.0.0.1', time } as const;
      await actOnValue({ ...shown, result: '' }, result, { revealNode: () => Promise.resolve(true) }).finally(
        restore,
      );
      return notebook.cellAt(1);
    };
    const ofRow = await drill('2026-11-20T08:00:00.000Z');
    assert.equal(ofRow.metadata.timeRange, '2026-11-20T08:30:00Z/2026-11-20T09:00:00Z');
    assert.match(
      ofRow.document.getText(),
      /^\/\/ .* where src is "10\.0\.0\.1", 2026-11-20 08:30 – 09:00 \(UTC\)/,
    );
    const ofCell = await drill();
    assert.equal(ofCell.metadata.timeRange, 'last 6 hours');
    await replaceText(notebook.cellAt(0).document, '{', 'no query any more {');
    await assert.rejects(drill(), NothingToDoError);
    assert.equal(notebook.cellCount, 3);
  });
});
