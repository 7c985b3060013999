import * as vscode from 'vscode';
import { Command, Notebook } from '../ids.js';
import { inBackground } from '../ui/inBackground.js';
import { loadedCommands, registerCommands } from '../ui/registerCommands.js';
import { CellRefresh } from './run/cellRefresh.js';
import type { EndedRun, KernelServices } from './run/connectionKernel.js';
import type { FileServices } from './editing/fileCommands.js';
import { LiveValues } from './editing/liveValues.js';
import { NotebookControllers } from './notebookControllers.js';
import { notebookContentOptions, NotebookSerializer } from './notebookSerializer.js';
import { QueryChecks } from './queryChecks.js';
import type { CompletionServices } from './editing/queryCompletions.js';
import { registerCompletions } from './editing/registerCompletions.js';
import { QueryHistory } from './editing/queryHistory.js';
import { answerRenderer, type ResultServices } from './results/resultMessaging.js';
import { ResultStore } from './results/resultStore.js';
import { RunSummaryItems } from './runSummaryItems.js';
import { StoredResults } from './results/storedResults.js';
import { TimeStatus } from './time/timeStatus.js';

/** What notebooks need from the rest of the extension. */
export type NotebookOptions = Omit<KernelServices & ResultServices, 'results' | 'onEnded' | 'askForValue'> &
  Pick<CompletionServices, 'treeOf'> &
  Pick<FileServices, 'selected'> & {
    /** Remembers queries between sessions. */
    readonly globalState: vscode.Memento;
    readonly onDidRemoveConnection: vscode.Event<string>;
  };

/** Query notebooks: the file format, a controller per connection, and the command that makes a new one. */
export function registerNotebook(options: NotebookOptions): vscode.Disposable {
  const { connections, globalState, log, treeOf } = options;
  const results = new ResultStore();
  const values = new LiveValues(connections);
  const checks = new QueryChecks(log);
  const history = new QueryHistory(globalState);
  const refresh = new CellRefresh(log);
  const stored = new StoredResults(results, log);
  const services = {
    ...options,
    results,
    askForValue: async (notebook: vscode.NotebookDocument, name: string) =>
      (await import('./variableCommands.js')).askForValue(notebook, name, values),
    onEnded: async (run: EndedRun) => {
      refresh.ended(run);
      inBackground(log, history.add(run));
      await stored.ended(run);
      if (run.outcome === 'failed') await (await import('./showFailure.js')).showFailure(run, checks);
    },
  };
  const items = new RunSummaryItems();
  return vscode.Disposable.from(
    vscode.workspace.registerNotebookSerializer(
      Notebook.type,
      new NotebookSerializer(),
      notebookContentOptions,
    ),
    vscode.notebooks.registerNotebookCellStatusBarItemProvider(Notebook.type, items),
    vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
      if (metadata) items.refresh();
    }),
    options.onDidRemoveConnection(id => inBackground(log, history.forget(id))),
    new TimeStatus(),
    results,
    stored,
    checks,
    refresh,
    registerCompletions({ values, treeOf }, log),
    answerRenderer(services),
    new NotebookControllers(services),
    registerCommands(
      {
        [Command.newNotebook]: async () => (await import('./newNotebook.js')).newNotebook(connections),
        [Command.exportResult]: async () => (await import('./results/exportResult.js')).exportSelected(results),
        ...loadedCommands([Command.setTimeRange, Command.setCellTimeRange, Command.setTimeZone], async () =>
          (await import('./time/timeCommands.js')).timeCommands(),
        ),
        [Command.storeResults]: async () => (await import('./storeResults.js')).chooseStoring(stored.storing),
        ...loadedCommands([Command.setVariable, Command.nameCell], async () =>
          (await import('./variableCommands.js')).variableCommands(values),
        ),
        ...loadedCommands(
          [Command.newQuery, Command.importQueries, Command.exportQuery, Command.copyQueryCurl],
          async () => (await import('./editing/fileCommands.js')).fileCommands(services),
        ),
        [Command.queryHistory]: async () => (await import('./editing/insertQuery.js')).chooseEarlierQuery(history),
        [Command.refreshCell]: (cell?: vscode.NotebookCell) => refresh.choose(cell),
      },
      log,
    ),
  );
}
