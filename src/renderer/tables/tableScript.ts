import type { TableMessage, TableQuestion } from '../../model/tables/tableMessages.js';
import resultCss from '../resultView.css';
import { TablePage, type KeptTable } from './tablePage.js';
import css from './tables.css';

/** What a webview has of VS Code. */
declare function acquireVsCodeApi(): {
  postMessage(message: TableQuestion): void;
  getState(): KeptTable | undefined;
  setState(state: KeptTable): void;
};

const sheetOf = (text: string) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
};

const vscode = acquireVsCodeApi();
const root = document.querySelector('main')!.attachShadow({ mode: 'open' });
const own = sheetOf(css);
root.adoptedStyleSheets = [sheetOf(resultCss), own];
document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];

const page = new TablePage(root, {
  kept: vscode.getState(),
  keep: state => vscode.setState(state),
  post: message => vscode.postMessage(message),
});
globalThis.addEventListener('message', ({ data }: MessageEvent<TableMessage>) => page.hear(data));
// VS Code gives the focus to the page; keys are for the grid.
globalThis.addEventListener('focus', () => page.focus());
vscode.postMessage({ type: 'ready' });
