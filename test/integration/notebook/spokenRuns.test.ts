import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { EndedRun } from '../../../src/notebook/results/runSummary.js';
import { SpokenRuns } from '../../../src/notebook/run/spokenRuns.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, useNotebooks } from './notebookDocuments.js';

describe('what is said of runs', () => {
  useExtension();
  const notebooks = useNotebooks();
  let said: string[] = [];
  const speaker = () => {
    said = [];
    return new SpokenRuns(async ({ sentence }) => said.push(sentence));
  };
  const failed = (cell: vscode.NotebookCell, reason: string): EndedRun => ({
    cell,
    connectionId: 'environment',
    outcome: 'failed',
    error: new Error(reason),
  });

  it('names the cell where there are several', async () => {
    const notebook = await notebooks.open(queryNotebook('{}', '{}'));
    await speaker().ended(failed(notebook.cellAt(1), 'Broken'), false);
    assert.deepEqual(said, ['Cell 2: Failed: Broken']);
  });

  it('is a new failure alone of a cell that runs again and again', async () => {
    const cell = (await notebooks.open(queryNotebook('{}'))).cellAt(0);
    const runs = speaker();
    const answered: EndedRun = { cell, connectionId: 'environment', outcome: 'answered' };
    for (const run of [answered, failed(cell, 'Broken'), failed(cell, 'Broken'), failed(cell, 'Gone')])
      await runs.ended(run, true);
    assert.deepEqual(said, ['Failed: Broken', 'Failed: Gone']);
  });

  it('is said again to a page that was loaded meanwhile, while it is news', async () => {
    const cell = (await notebooks.open(queryNotebook('{}'))).cellAt(0);
    const editor = vscode.window.visibleNotebookEditors.find(({ notebook }) => notebook === cell.notebook)!;
    const runs = speaker();
    await runs.sayAgain(editor);
    await runs.begun(cell);
    await runs.sayAgain(editor);
    assert.deepEqual(said, ['Query running', 'Query running']);
  });
});
