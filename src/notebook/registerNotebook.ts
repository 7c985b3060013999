import * as vscode from 'vscode';
import { Command, Notebook, rendererId } from '../ids.js';
import { inBackground } from '../ui/listeners.js';
import { onceDocumentOpens, onceNotebookOpens } from '../ui/onceOpened.js';
import { loadedCommands, registerCommands } from '../ui/registerCommands.js';
import { CellRefresh } from './run/cellRefresh.js';
import type { KernelServices } from './run/runBatch.js';
import type { EndedRun } from './results/runSummary.js';
import type { SpokenRuns } from './run/spokenRuns.js';
import type { HistoryServices } from './editing/earlierQueries.js';
import type { FileServices } from './editing/fileCommands.js';
import type { LiveValues } from './variables/liveValues.js';
import type { QueryHistory } from './editing/queryHistory.js';
import type { NotebookSerializer } from './notebookSerializer.js';
import { QueryChecks } from './editing/queryChecks.js';
import type { CompletionServices } from './editing/queryCompletions.js';
import { registerCompletions } from './editing/registerCompletions.js';
import type { answerRenderer, ResultServices } from './results/resultMessaging.js';
import { ResultStore } from './results/resultStore.js';
import { StoredResults } from './results/storedResults.js';
import { isQueryDocument, isQueryNotebook, notebookContentOptions } from './notebookMetadata.js';
import { activeNotebook } from './openNotebooks.js';
import type { VariableTarget } from './variables/cellVariables.js';
import type { RangeSteps } from './time/rangeSteps.js';
import type { Log } from '../ui/doors.js';
import { Emitter, together } from '../ui/lifetimes.js';

/** What notebooks need from the rest of the extension. */
export type NotebookOptions = Omit<
  KernelServices & ResultServices,
  'results' | 'ranges' | 'agreed' | 'onAsked' | 'onEnded' | 'sayAgain' | 'askForValue'
> &
  Pick<CompletionServices, 'treeOf'> &
  Pick<FileServices, 'selected'> &
  Pick<HistoryServices, 'compareText'> & {
    /** Remembers queries between sessions. */
    readonly globalState: vscode.Memento;
    readonly onDidRemoveConnection: vscode.Event<string>;
  };

const commandsOfTime = [
  Command.setTimeRange,
  Command.setCellTimeRange,
  Command.setTimeZone,
  Command.previousTimeRange,
];

const commandsOfVariables = [
  Command.setVariable,
  Command.addVariable,
  Command.editVariable,
  Command.renameVariable,
  Command.removeVariable,
  Command.runVariableCells,
  Command.runChangedCells,
];

/** Query notebooks: the file format, a controller per connection, and the command that makes a new one. */
export function registerNotebook(options: NotebookOptions): vscode.Disposable {
  const { log, treeOf } = options;
  const parts = makeParts(options);
  const { results, stored, checks, refresh, values, messaging, serializer } = parts;
  const services = servicesOf(options, parts);
  return together(
    results,
    stored,
    checks,
    refresh,
    serializer,
    vscode.workspace.registerNotebookSerializer(Notebook.type, serializer, notebookContentOptions),
    followNotebooks(parts),
    followActiveNotebook(log, parts.chosen),
    options.onDidRemoveConnection(id => parts.inHistory(queries => queries.forget(id))),
    registerCompletions({ values, treeOf }, log),
    onceDocumentOpens(isQueryDocument, () =>
      vscode.languages.registerCodeActionsProvider(Notebook.language, checks, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite],
      }),
    ),
    answerOutputs(messaging, services),
    onceNotebookOpens(isQueryNotebook, () => controllers(services)),
    registerCommands(commandsOf(options, parts, services), log),
  );
}

type Parts = ReturnType<typeof makeParts>;

function makeParts({ connections, globalState, log }: NotebookOptions) {
  const results = new ResultStore();
  let liveValues: Promise<LiveValues> | undefined;
  const values = () =>
    (liveValues ??= import('./variables/liveValues.js').then(loaded => new loaded.LiveValues(connections)));
  const history = async () => new (await import('./editing/queryHistory.js')).QueryHistory(globalState);
  const inHistory = (change: (queries: QueryHistory) => Promise<void>) =>
    inBackground(log, history().then(change));
  const messaging = vscode.notebooks.createRendererMessaging(rendererId);
  let spokenRuns: Promise<SpokenRuns> | undefined;
  const spoken = () =>
    (spokenRuns ??= import('./run/spokenRuns.js').then(
      loaded => new loaded.SpokenRuns((said, editor) => messaging.postMessage(said, editor)),
    ));
  const ranges: RangeSteps = new WeakMap();
  const chosen: { variable?: VariableTarget } = {};
  return {
    results,
    ranges,
    chosen,
    messaging,
    values,
    history,
    inHistory,
    spoken,
    checks: new QueryChecks(log),
    refresh: new CellRefresh(log),
    stored: new StoredResults(results, log),
    serializer: loadedSerializer(globalState, log),
  };
}

/** Reads and writes files, with what is loaded for the first one. */
function loadedSerializer(state: vscode.Memento, log: Log) {
  let loaded: NotebookSerializer | undefined;
  const load = async () => {
    const part = await import('./notebookSerializer.js');
    return (loaded ??= new part.NotebookSerializer(state, log));
  };
  return {
    deserializeNotebook: async (content: Uint8Array) => (await load()).deserializeNotebook(content),
    // At once where it can be: what is to be written is what the notebook holds only until the next change is told.
    serializeNotebook: async (data: vscode.NotebookData) =>
      (loaded ?? (await load())).serializeNotebook(data),
    dispose: () => loaded?.dispose(),
  };
}

/** What runs of cells and outputs need. */
function servicesOf(options: NotebookOptions, parts: Parts) {
  const { results, ranges, values, inHistory, spoken, checks, refresh, stored } = parts;
  const say = (words: (runs: SpokenRuns) => Promise<void>) => inBackground(options.log, spoken().then(words));
  return {
    ...options,
    results,
    ranges,
    agreed: new WeakMap<vscode.NotebookCell, string>(),
    askForValue: async (target: VariableTarget) =>
      (await import('./variables/askForValue.js')).chooseMissing(target, await values()),
    onAsked: (cell: vscode.NotebookCell) => {
      if (!refresh.isByItself(cell)) say(runs => runs.begun(cell));
    },
    sayAgain: async (editor: vscode.NotebookEditor) => (await spoken()).sayAgain(editor),
    onEnded: async (run: EndedRun) => {
      const isByItself = refresh.isByItself(run.cell);
      say(runs => runs.ended(run, isByItself));
      refresh.ended(run);
      checks.forgetAnswer(run.cell.document);
      inHistory(queries => queries.add(run));
      await stored.ended(run);
      if (run.outcome === 'failed') (await import('./editing/queryDiagnostics.js')).showFailure(run, checks);
    },
  };
}

const commandsOf = (
  options: NotebookOptions,
  { results, ranges, chosen, values, history, refresh, stored }: Parts,
  services: FileServices & ResultServices,
) => ({
  [Command.newNotebook]: async () =>
    (await import('./editing/fileCommands.js')).newNotebook(options.connections),
  [Command.exportResult]: async () => (await import('./results/exportResult.js')).exportSelected(results),
  [Command.openResult]: async () => (await import('./results/resultMessaging.js')).openSelected(services),
  ...loadedCommands(commandsOfTime, async () =>
    (await import('./time/timeCommands.js')).timeCommands(ranges),
  ),
  [Command.storeResults]: async () =>
    (await import('./results/storeResults.js')).chooseStoring(stored.storing),
  ...loadedCommands([Command.nameCell, Command.refreshCell], async () =>
    (await import('./cellCommands.js')).cellCommands(cell => refresh.stop(cell)),
  ),
  ...loadedCommands(commandsOfVariables, async () =>
    (await import('./variables/variableCommands.js')).variableCommands(await values(), () => chosen.variable),
  ),
  ...loadedCommands(
    [Command.newQuery, Command.importQueries, Command.exportQuery, Command.copyQueryCurl],
    async () => (await import('./editing/fileCommands.js')).fileCommands(services),
  ),
  [Command.queryHistory]: async () =>
    (await import('./editing/earlierQueries.js')).chooseEarlierQuery({
      ...options,
      history: await history(),
    }),
});

/** Shows what counts for a cell below it, and checks cells again when what counts for them changes. */
function followNotebooks({ ranges, checks }: Parts): vscode.Disposable {
  const itemsChanged = new Emitter<void>();
  return together(
    itemsChanged,
    vscode.notebooks.registerNotebookCellStatusBarItemProvider(Notebook.type, {
      onDidChangeCellStatusBarItems: itemsChanged.event,
      provideCellStatusBarItems: async cell => (await import('./cellItems.js')).cellItems(cell, ranges),
    }),
    vscode.workspace.onDidChangeNotebookDocument(({ notebook, metadata, cellChanges }) => {
      // The range and the variables of a notebook count for its cells.
      if (metadata) itemsChanged.fire();
      const isNamed = cellChanges.some(change => change.metadata);
      if (isQueryNotebook(notebook) && (metadata || isNamed)) checks.checkNotebook(notebook);
    }),
  );
}

/** The kernels of notebooks; what they are made of is loaded with the first notebook. */
function controllers(services: KernelServices): vscode.Disposable {
  const load = async () => new (await import('./run/notebookControllers.js')).NotebookControllers(services);
  const loading = load();
  const dispose = async () => (await loading).dispose();
  inBackground(services.log, loading);
  return { dispose: () => inBackground(services.log, dispose()) };
}

/** Answers what outputs ask for, with what is loaded when the first one asks. */
function answerOutputs(
  messaging: vscode.NotebookRendererMessaging,
  services: ResultServices,
): vscode.Disposable {
  const answer = async (received: Parameters<typeof answerRenderer>[1]) =>
    (await import('./results/resultMessaging.js')).answerRenderer(messaging, received, services);
  return messaging.onDidReceiveMessage(received => inBackground(services.log, answer(received)));
}

/**
 * Makes the view of variables and the time in the status bar when a query notebook is in front for the first time.
 * @param chosen is told which variable is selected in the view
 */
function followActiveNotebook(log: Log, chosen: { variable?: VariableTarget }): vscode.Disposable {
  const parts: vscode.Disposable[] = [];
  let isWanted = true;
  const show = async () => {
    const [{ VariablesView }, { TimeStatus }] = await Promise.all([
      import('./variables/variablesView.js'),
      import('./time/timeStatus.js'),
    ]);
    if (isWanted) parts.push(new VariablesView(log, chosen), new TimeStatus());
  };
  const listener = vscode.window.onDidChangeActiveNotebookEditor(() => begin());
  const begin = () => {
    if (!activeNotebook()) return;
    listener.dispose();
    inBackground(log, show());
  };
  begin();
  return {
    dispose: () => {
      isWanted = false;
      together(listener, ...parts).dispose();
    },
  };
}
