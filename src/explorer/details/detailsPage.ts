import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { escaped } from '../../model/text/xmlText.js';
import type { Inert } from '../../words/inert.js';
import type { Details } from './details.js';
import type { DetailRow, DetailText } from './fieldRows.js';

/** What a page is made of besides what it says. */
export interface PageParts {
  /** Where its script comes from, and the only source of anything. */
  readonly source: string;
  readonly script: string;
  /** Which page this is; it is part of all that the page says. */
  readonly drawing: number;
  /** What it is about. */
  readonly node: string;
  /** The heading of the traffic; undefined for what has none. */
  readonly traffic: Inert | undefined;
}

/** The page of some details; a link or button has the number of its command in `commandsOf`. */
export function detailsPage(details: Details, { traffic, ...parts }: PageParts): string {
  let number = 0;
  const clickable = ({ text, command }: DetailText) =>
    command
      ? // Without a title of its own VS Code gives a link its address for one.
        `<a href="#" title="${escaped(command.title)}" data-command="${number++}">${escaped(text)}</a>`
      : escaped(text);
  const path = details.path.map(clickable).join('<span aria-hidden="true"> › </span>');
  const line = (row: DetailRow) => `<dt>${escaped(row.label)}</dt><dd>${clickable(row)}</dd>`;
  const groups = details.groups.map(({ heading, rows }) =>
    section(heading, `<dl>${rows.map(line).join('')}</dl>`),
  );
  const actions = details.actions.map(
    ({ text }) => `<button data-command="${number++}">${escaped(text)}</button>`,
  );
  return page(
    parts,
    [
      `<h1>${escaped(details.title)}</h1><p class="kind">${escaped(details.kind)}</p><nav aria-label="${escaped(l10n.t('Path'))}">${path}</nav>`,
      details.note ? `<p class="note">${escaped(details.note)}</p>` : '',
      traffic ? section(traffic, '<div id="traffic" role="img"></div><p id="said" role="status"></p>') : '',
      ...groups,
      `<div class="actions">${actions.join('')}</div>`,
    ].join('\n'),
  );
}

const section = (heading: Inert, content: string) =>
  `<section><h2>${escaped(heading)}</h2>${content}</section>`;

/** A page that only says something. */
export const sentencePage = (parts: Omit<PageParts, 'traffic'>, sentence: Inert): string =>
  page(parts, `<p>${escaped(sentence)}</p>`);

/** The commands of the links and buttons of a page, in their order. */
export const commandsOf = ({ path, groups, actions }: Details) =>
  [...path, ...groups.flatMap(({ rows }) => rows), ...actions].flatMap(({ command }) => command ?? []);

const page = (
  { source, script, drawing, node }: Omit<PageParts, 'traffic'>,
  body: string,
): string => `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src ${source} 'unsafe-inline'">
<script type="module" src="${script}"></script></head>
<body data-drawing="${drawing}" data-node="${escaped(node)}">${body}</body></html>`;
