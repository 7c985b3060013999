import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { queryFacts } from '../../../src/model/results/queryFacts.js';
import { changeLimit } from '../../../src/notebook/results/limitEdits.js';
import { limitActions, limitText } from '../../../src/words/queryWords.js';
import type { CutAnswer } from '../../../src/model/results/cutAnswer.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, useNotebooks } from './notebookDocuments.js';

const topN = {
  queryType: 'topN',
  dataSource: 'rb_flow',
  granularity: 'hour',
  dimension: 'application_id_name',
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
  metric: 'bytes',
  threshold: 5,
};
const rows = [{ timestamp: '2026-11-20T08:00:00.000Z', result: [{ application_id_name: 'dns', bytes: 1 }] }];

describe('the limit of a query', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const sent = () =>
    extension()
      .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const open = async () => {
    extension().proxy.fault = { type: 'answer', status: 200, body: rows };
    const notebook = await notebooks.open(queryNotebook(JSON.stringify(topN)));
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    const [cell] = notebook.getCells();
    assert.ok(cell);
    const said = { facts: queryFacts(topN) };
    const kept = { connectionId: 'environment', query: topN, oddRows: [], isStored: false, said };
    return { notebook, result: { ...kept, cell, table: { columns: [], rowCount: 0, totalRows: 0 } } };
  };

  it('is raised in the text of its cell, which runs', async () => {
    const { result } = await open();
    await changeLimit(result, 100);
    await eventually(() =>
      assert.deepEqual(
        sent().map(({ threshold }) => threshold),
        [100],
      ),
    );
    assert.match(result.cell.document.getText(), /"threshold":100/);
  });

  it('of each bucket becomes that of the whole time: what is found there is asked for over time', async () => {
    const { notebook, result } = await open();
    await changeLimit(result, 'overall');
    await eventually(() => assert.equal(sent().length, 2));
    const [top, overTime] = sent();
    assert.deepEqual([top?.granularity, top?.threshold], ['all', 5]);
    assert.equal(overTime?.queryType, 'groupBy');
    assert.deepEqual(overTime?.filter, { type: 'in', dimension: 'application_id_name', values: ['dns'] });
    assert.deepEqual(
      notebook.getCells().map(({ metadata }) => metadata.name as unknown),
      [undefined, 'top', undefined],
    );
  });

  it('is said with what can be done about it', () => {
    const said = (cut: CutAnswer) => [limitText(cut), ...limitActions(cut).map(({ label }) => label)];
    assert.deepEqual(said({ kind: 'rows', limit: 25, isRequired: false }), [
      'The limit of 25 rows is reached: the answer may have more.',
      'Raise to 1,000',
      'Remove the limit',
    ]);
    assert.deepEqual(said({ kind: 'rows', limit: 100_000, isRequired: true }).slice(1), []);
    const buckets: CutAnswer = { kind: 'firstBuckets', limit: 25, isRequired: false, shown: 2, buckets: 24 };
    assert.match(said(buckets)[0] ?? '', /in 2 of 24 buckets/);
    const each: CutAnswer = {
      kind: 'eachBucket',
      limit: 5,
      dimension: 'application_id_name',
      hasOverall: true,
    };
    assert.deepEqual(said(each).slice(1), ['Top 5 overall', 'Raise to 100']);
  });
});
