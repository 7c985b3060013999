import * as vscode from 'vscode';
import { Notebook, rendererId } from '../ids.js';
import { inBackground } from '../ui/listeners.js';
import { loadedOnce, ownedOnce } from '../ui/loadedOnce.js';
import { onceDocumentOpens, onceNotebookOpens } from '../ui/onceOpened.js';
import { commandsOf, named, registerCommands } from '../ui/registerCommands.js';
import type { NotebookFollowers } from './runNotebooks.js';
import { CellRefresh } from './run/cellRefresh.js';
import type { EndedRun } from './results/runSummary.js';
import type { SpokenRuns } from './run/spokenRuns.js';
import type { LiveValues } from './variables/liveValues.js';
import type { QueryHistory } from './editing/queryHistory.js';
import type * as notebookCommands from './notebookCommands.js';
import type { NotebookSerializer } from './notebookSerializer.js';
import type { NotebookOptions, NotebookServices } from './notebookServices.js';
import { QueryChecks } from './editing/queryChecks.js';
import { registerCompletions } from './editing/registerCompletions.js';
import type { answerRenderer, ResultServices } from './results/resultMessaging.js';
import { ResultStore } from './results/resultStore.js';
import { StoredResults } from './results/storedResults.js';
import { isQueryDocument, isQueryNotebook, notebookContentOptions } from './notebookMetadata.js';
import { activeNotebook } from './openNotebooks.js';
import type { ChosenVariable } from './variables/cellVariables.js';
import type { RangeSteps } from './time/rangeSteps.js';
import type { Log } from '../ui/doors.js';
import { Emitter, together } from '../ui/lifetimes.js';

/** Those that their module has under the names of their ids. */
const commands = named<keyof typeof notebookCommands>(
  'newNotebook',
  'newQuery',
  'importQueries',
  'exportQuery',
  'copyQueryCurl',
  'queryHistory',
  'cureCell',
  'nameCell',
  'joinCells',
  'refreshCell',
  'refreshNotebook',
  'exportResult',
  'exportNotebook',
  'openResult',
  'storeResults',
  'setTimeRange',
  'setCellTimeRange',
  'setTimeZone',
  'previousTimeRange',
  'useNotebookRange',
  'setVariable',
  'addVariable',
  'editVariable',
  'renameVariable',
  'removeVariable',
  'runVariableCells',
  'runChangedCells',
  'addToQuery',
  'startQuery',
  'askData',
  'cancelData',
);

/** Query notebooks: the file format, a controller per connection, and the command that makes a new one. */
export function registerNotebook(options: NotebookOptions): vscode.Disposable {
  const { log, treeOf } = options;
  const parts: NotebookParts = makeParts(options);
  const { results, stored, checks, refresh, values, messaging, serializer } = parts;
  const services = servicesOf(options, parts);
  // The view has to be there as soon as somebody opens it, and asks nothing before.
  inBackground(log, parts.data.get());
  return together(
    results,
    stored,
    checks,
    refresh,
    serializer,
    vscode.workspace.registerNotebookSerializer(Notebook.type, serializer, notebookContentOptions),
    followNotebooks(parts),
    parts.followers.refreshChanged,
    followActiveNotebook(options, parts),
    options.onDidRemoveConnection(id => parts.inHistory(queries => queries.forget(id))),
    registerCompletions({ values, treeOf }, log),
    onceDocumentOpens(isQueryDocument, () =>
      vscode.languages.registerCodeActionsProvider(Notebook.language, checks, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite],
      }),
    ),
    answerOutputs(messaging, services),
    parts.data,
    onceNotebookOpens(isQueryNotebook, () => openNotebooks(services, parts)),
    registerCommands(
      commandsOf(commands, () => import('./notebookCommands.js'), services),
      log,
    ),
  );
}

/** What notebooks are made of. */
interface NotebookParts {
  readonly results: ResultStore;
  readonly ranges: RangeSteps;
  readonly chosen: ChosenVariable;
  readonly messaging: vscode.NotebookRendererMessaging;
  readonly checks: QueryChecks;
  readonly refresh: CellRefresh;
  readonly stored: StoredResults;
  readonly serializer: vscode.NotebookSerializer & vscode.Disposable;
  readonly values: () => Promise<LiveValues>;
  readonly data: NotebookServices['data'] & vscode.Disposable;
  readonly history: () => Promise<QueryHistory>;
  readonly inHistory: (change: (queries: QueryHistory) => Promise<void>) => void;
  readonly spoken: () => Promise<SpokenRuns>;
  readonly followers: NotebookFollowers;
}

function makeParts(options: NotebookOptions): NotebookParts {
  const { connections, globalState, log } = options;
  const values = loadedOnce(
    async () => new (await import('./variables/liveValues.js')).LiveValues(connections),
  );
  const results = new ResultStore();
  const messaging = vscode.notebooks.createRendererMessaging(rendererId);
  const history = async () => new (await import('./editing/queryHistory.js')).QueryHistory(globalState);
  return {
    results,
    ranges: new WeakMap(),
    chosen: {},
    followers: { refreshChanged: new Emitter() },
    messaging,
    checks: new QueryChecks(log),
    refresh: new CellRefresh(log),
    stored: new StoredResults(results, log),
    serializer: loadedSerializer(globalState, log),
    values,
    data: ownedOnce(async () => new (await import('./data/dataView.js')).DataView(options, values)),
    history,
    inHistory: change => inBackground(log, history().then(change)),
    spoken: loadedOnce(async () => {
      const { SpokenRuns } = await import('./run/spokenRuns.js');
      return new SpokenRuns((said, editor) => messaging.postMessage(said, editor));
    }),
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

function servicesOf(options: NotebookOptions, parts: NotebookParts): NotebookServices {
  const { values, inHistory, spoken, checks, refresh, stored } = parts;
  const say = (words: (runs: SpokenRuns) => Promise<void>) => inBackground(options.log, spoken().then(words));
  const keepAndShow = async (run: EndedRun) => {
    await stored.ended(run);
    if (run.outcome === 'failed') (await import('./editing/queryDiagnostics.js')).showFailure(run, checks);
  };
  return {
    ...options,
    ...parts,
    agreed: new WeakMap(),
    storing: stored.storing,
    askForValue: async target =>
      (await import('./variables/askForValue.js')).chooseMissing(target, {
        values: await values(),
        state: options.globalState,
      }),
    onAsked: cell => {
      if (!refresh.isByItself(cell)) say(runs => runs.begun(cell));
    },
    sayAgain: async editor => {
      await (await spoken()).sayAgain(editor);
      parts.followers.marks?.tellAll();
    },
    onEnded: run => {
      const isByItself = refresh.isByItself(run.cell);
      say(runs => runs.ended(run, isByItself));
      refresh.ended(run);
      parts.followers.refreshes?.ended(run);
      checks.forgetAnswer(run.cell.document);
      inHistory(queries => queries.add(run));
      inBackground(options.log, keepAndShow(run));
    },
  };
}

/** Shows what counts for a cell below it, and checks cells again when what counts for them changes. */
function followNotebooks({ ranges, checks }: NotebookParts): vscode.Disposable {
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

/** The kernels of notebooks and what follows their results; loaded with the first notebook. */
function openNotebooks(services: NotebookServices, parts: NotebookParts): vscode.Disposable {
  const opened = ownedOnce(async () => (await import('./runNotebooks.js')).runNotebooks(services, parts));
  inBackground(services.log, opened.get());
  return opened;
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

/** Makes the view of variables and the time in the status bar when a query notebook is in front for the first time. */
function followActiveNotebook(
  { log }: NotebookOptions,
  { chosen, followers }: NotebookParts,
): vscode.Disposable {
  const shown = ownedOnce(async () => {
    const [{ VariablesView }, { TimeStatus }] = await Promise.all([
      import('./variables/variablesView.js'),
      import('./time/timeStatus.js'),
    ]);
    return together(new VariablesView(log, chosen), new TimeStatus(followers));
  });
  const listener = vscode.window.onDidChangeActiveNotebookEditor(() => begin());
  const begin = () => {
    if (!activeNotebook()) return;
    listener.dispose();
    inBackground(log, shown.get());
  };
  begin();
  return together(listener, shown);
}
