import { randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { escaped } from '../model/text/xmlText.js';
import type { Inert } from '../words/inert.js';

/** Loads the page of a table, which may run no script but that of tables. @param folder that holds the script */
export function loadTable(
  webview: vscode.Webview,
  folder: vscode.Uri,
  said: Pick<TablePage, 'title' | 'language'>,
): void {
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  webview.html = tablePage({
    ...said,
    loading: l10n.t('Loading {0}…', said.title),
    script: webview.asWebviewUri(folder.with({ path: `${folder.path}/tables.js` })).toString(),
    nonce: randomBytes(16).toString('hex'),
  });
}

/** What the page of a table is made of. */
interface TablePage {
  readonly title: Inert;
  /** What is said until there is a table. */
  readonly loading: Inert;
  /** `en-GB` and the like. */
  readonly language: string;
  readonly script: string;
  /** Lets this script run, and no other. */
  readonly nonce: string;
}

/** The page of a table, which its script fills. Nothing comes from the network. */
const tablePage = ({ title, loading, language, script, nonce }: TablePage): string => `<!DOCTYPE html>
<html lang="${escaped(language)}"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'">
<script type="module" nonce="${nonce}" src="${script}"></script></head>
<body><main id="table" aria-label="${escaped(title)}"><p role="status">${escaped(loading)}</p><progress aria-label="${escaped(loading)}"></progress></main></body></html>`;
