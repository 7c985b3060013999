import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isSameValue } from '../../model/inventory/recordRules.js';
import { readPageQuestion, type PageQuestion } from '../../model/results/pageQuestions.js';
import type {
  CellNames,
  ExtensionMessage,
  ResultOutput,
  StaleResults,
  TabResult,
  TextsAnswer,
} from '../../model/results/shownResult.js';
import { queryTitle } from '../../model/results/queryFacts.js';
import type { ViewSettings } from '../../model/results/viewSettings.js';
import { escaped } from '../../model/text/xmlText.js';
import type { Log } from '../../ui/doors.js';
import { inBackground, noteUnread } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { inertUpTo } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { cellName } from '../notebookMetadata.js';
import { asksOtherwiseThan } from '../staleAnswers.js';
import { shownOutput, type KeptResult } from './resultStore.js';
import { answerSummary, type RunSummary } from './runSummary.js';

/** As in `createWebviewPanel`; tabs are not brought back when the window is loaded again, since their rows are gone then. */
const panelType = 'netsensor.result';
const longestTitle = 80;

/** How a page gets an answer. */
export type Reply = (answer: ExtensionMessage | TextsAnswer) => Promise<void>;

/** What a page asks once it can show a result. */
type AboutResult = Exclude<PageQuestion, { type: 'ready' }>;

/** A result, and how what is asked about it is answered. */
export interface AskedResult {
  readonly result: KeptResult;
  readonly reply: Reply;
}

/** What tabs need from outside. */
export interface TabServices {
  /** Answers what the page of a tab asks for, as it is answered below a cell. */
  readonly answer: (asked: AboutResult, about: AskedResult) => Promise<void>;
  /** Where the files of the extension are. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/**
 * Opens a tab with a result, where it stays as it is now, whatever becomes of its cell: it is called as that, and marked once
 * that asks for something else.
 * @param settings how somebody looks at it; as in its cell without them
 * @throws {Error} with a sentence for people
 */
export function openTab(result: KeptResult, settings: ViewSettings | undefined, services: TabServices): void {
  const shown = shownOutput(result.cell);
  if (!shown) throw new SentenceError(l10n.t('The cell shows another result now. Run it again.'));
  const output = { ...shown, settings: settings ?? shown.settings, isInTab: true, earlierRange: undefined };
  const panel = vscode.window.createWebviewPanel(panelType, titleOf(result), vscode.ViewColumn.Active);
  // The tab ends it.
  new ResultTab(panel, { result, output, answer: answerSummary(result.cell) }, services);
}

const titleOf = ({ cell, query }: KeptResult): string =>
  inertUpTo(longestTitle, (cellName(cell) ?? queryTitle(query)) || l10n.t('Result'));

/** What a tab shows. */
interface TabContent {
  readonly result: KeptResult;
  readonly output: ResultOutput;
  readonly answer: RunSummary | undefined;
}

/** What a page is told of the cell of its result. */
type CellNews = readonly [CellNames, StaleResults];

class ResultTab extends Owner {
  private isClosed = false;
  private told: CellNews;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly content: TabContent,
    private readonly services: TabServices,
  ) {
    super();
    const { webview } = panel;
    const { notebook } = content.result.cell;
    this.told = this.news();
    this.own(
      vscode.workspace.onDidChangeNotebookDocument(change => {
        if (change.notebook === notebook) inBackground(services.log, this.follow());
      }),
      panel.onDidDispose(() => {
        this.isClosed = true;
        this.dispose();
      }),
      webview.onDidReceiveMessage(message => inBackground(services.log, this.hear(message))),
    );
    const folder = vscode.Uri.joinPath(services.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = page(webview.cspSource, file =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString(),
    );
  }

  private async hear(sent: unknown): Promise<void> {
    const message = readPageQuestion(sent);
    if (!message) return noteUnread(this.services.log, sent);
    const { result, output } = this.content;
    const { webview } = this.panel;
    // A page that was hidden is loaded again.
    if (message.type === 'ready') {
      await webview.postMessage({ type: 'result', output } satisfies TabResult);
      return this.tell();
    }
    // The tab keeps how it is looked at; its cell goes on as it was.
    if (message.type === 'settings') return;
    if (changesNotebook(message)) await showNotebook(result);
    const reply: Reply = async answer => {
      if (!this.isClosed) await webview.postMessage(answer);
    };
    await this.services.answer(message, { result, reply });
  }

  private news(): CellNews {
    const { result, output, answer } = this.content;
    const { cell } = result;
    const isStale = answer !== undefined && cell.index >= 0 && asksOtherwiseThan(answer, cell);
    return [
      { type: 'names', names: { [output.id]: cellName(cell) ?? null } },
      { type: 'stale', results: isStale ? [output.id] : [] },
    ];
  }

  private async follow(): Promise<void> {
    const news = this.news();
    if (isSameValue(news, this.told)) return;
    this.told = news;
    this.panel.title = titleOf(this.content.result);
    await this.tell();
  }

  private async tell(): Promise<void> {
    for (const news of this.told) if (!this.isClosed) await this.panel.webview.postMessage(news);
  }
}

/** Whether what is asked for happens in the notebook, where one wants to see it. */
const changesNotebook = (message: AboutResult): boolean =>
  message.type === 'interval' ||
  message.type === 'limit' ||
  (message.type === 'value' && ['filter', 'exclude', 'drillDown'].includes(message.action));

async function showNotebook({ cell: { notebook } }: KeptResult): Promise<void> {
  if (notebook.isClosed) return;
  const open = vscode.window.visibleNotebookEditors.find(editor => editor.notebook === notebook);
  await vscode.window.showNotebookDocument(notebook, open && { viewColumn: open.viewColumn });
}

/**
 * The page of a tab: scripts come from the extension alone, nothing comes from the network; styles stand in the page.
 * @param source where scripts come from, as policies name it
 * @param addressOf the address of one of our files
 */
function page(source: string, addressOf: (file: string) => string): string {
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}' ${source}; style-src 'unsafe-inline'; img-src data:`;
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<script type="module" nonce="${nonce}" src="${escaped(addressOf('tab.js'))}"></script></head>
<body data-renderer="${escaped(addressOf('renderer.js'))}"></body></html>`;
}
