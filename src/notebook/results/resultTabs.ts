import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readPageQuestion, type PageQuestion } from '../../model/results/pageQuestions.js';
import type {
  ExtensionMessage,
  ResultOutput,
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
import { shownOutput, type KeptResult } from './resultStore.js';

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
 * Opens a tab with a result, where it stays as it is now, whatever becomes of its cell.
 * @param settings how somebody looks at it; as in its cell without them
 * @throws {Error} with a sentence for people
 */
export function openTab(result: KeptResult, settings: ViewSettings | undefined, services: TabServices): void {
  const shown = shownOutput(result.cell);
  if (!shown) throw new SentenceError(l10n.t('The cell shows another result now. Run it again.'));
  const output = { ...shown, settings: settings ?? shown.settings, isInTab: true, earlierRange: undefined };
  const title = cellName(result.cell) ?? queryTitle(result.query);
  const panel = vscode.window.createWebviewPanel(
    panelType,
    inertUpTo(longestTitle, title || l10n.t('Result')),
    vscode.ViewColumn.Active,
  );
  // The tab ends it.
  new ResultTab(panel, { result, output }, services);
}

/** What a tab shows. */
interface TabContent {
  readonly result: KeptResult;
  readonly output: ResultOutput;
}

class ResultTab extends Owner {
  private isClosed = false;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly content: TabContent,
    private readonly services: TabServices,
  ) {
    super();
    const { webview } = panel;
    this.own(
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
      return;
    }
    // The tab keeps how it is looked at; its cell goes on as it was.
    if (message.type === 'settings') return;
    if (changesNotebook(message)) await showNotebook(result);
    const reply: Reply = async answer => {
      if (!this.isClosed) await webview.postMessage(answer);
    };
    await this.services.answer(message, { result, reply });
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
