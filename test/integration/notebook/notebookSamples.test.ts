import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Mime } from '../../../src/ids.js';
import type { ResultTable } from '../../../src/model/query/queryResult.js';
import { sampleNotebook } from '../../../src/model/notebook/sampleNotebook.js';
import { askManager } from '../../support/manager.js';
import { useExtension } from '../../support/useExtension.js';
import { useNotebooks } from './notebookDocuments.js';

describe('the sample notebook', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();

  it('runs against the local manager and shows the rows that an independent client gets', async () => {
    const sample = sampleNotebook({ end: new Date().toISOString(), connection: 'environment' });
    const cells = (await notebooks.open(sample)).getCells();
    const queries = cells.filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
    assert.equal(queries.length, 11);
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    await vscode.commands.executeCommand('notebook.execute');
    const shown = queries.map(
      ({ outputs }) => outputs[0]?.items.find(({ mime }) => mime === Mime.result)?.data,
    );
    const tables = shown.map(data => JSON.parse(new TextDecoder().decode(data)) as ResultTable);
    for (const [index, { document }] of queries.entries()) {
      const body = { ...(JSON.parse(document.getText()) as object), intervals: [sample.extra.timeRange] };
      const answer = await askManager(extension().manager, '/api/data', { method: 'POST', body });
      assert.deepEqual(toRows(tables[index]!), flatten(answer as AnswerRow[]), `query ${index + 1}`);
      assert.ok(tables[index]!.rowCount > 0, `query ${index + 1} has no rows`);
    }
  }).timeout(60_000);
});

interface AnswerRow {
  readonly timestamp: string;
  readonly event?: Record<string, unknown>;
  readonly result?: Record<string, unknown> | Record<string, unknown>[];
}

const flatten = (answer: readonly AnswerRow[]) =>
  answer.flatMap(({ timestamp, event, result }) =>
    [event ?? result ?? []].flat().map(values => ({ timestamp, ...values })),
  );

const toRows = ({ columns, rowCount }: ResultTable) =>
  Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])),
  );
