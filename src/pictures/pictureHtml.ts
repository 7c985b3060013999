import * as vscode from 'vscode';
import type { PictureSubject } from '../model/pictures/pictureMessages.js';
import { escaped } from '../model/text/xmlText.js';
import type { Inert } from '../words/inert.js';

/** What the page of a picture is made of. */
export interface PageParts {
  readonly title: Inert;
  readonly subject: PictureSubject;
  readonly script: string;
  /** Lets this script run, and no other. */
  readonly nonce: string;
}

/** The page of a picture: its toolbar and the places that its script fills. Nothing comes from the network. */
export function picturePage({ title, subject, script, nonce }: PageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; img-src data:`;
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<script type="module" nonce="${nonce}" src="${script}"></script></head>
<body data-subject="${escaped(JSON.stringify(subject))}">
<header role="toolbar" aria-label="${escaped(title)}">
<input id="filter" type="search" hidden placeholder="${said(vscode.l10n.t('Filter by name'))}" aria-label="${said(vscode.l10n.t('Filter by name'))}">
<output id="found"></output>
<span id="tools" hidden>${toolsOf(subject)}</span>
<details id="more" hidden><summary title="${said(vscode.l10n.t('More tools'))}" aria-label="${said(vscode.l10n.t('More tools'))}">⋯</summary><div></div></details>
<span class="room"></span>
<span id="locked" hidden><span>${said(vscode.l10n.t('Read-only: nothing can be dragged.'))}</span>
<button class="link" data-action="unlock" title="${said(vscode.l10n.t('Read-only: nothing can be dragged.'))}">${said(vscode.l10n.t('Unlock'))}</button></span>
<span class="together">${button('zoomOut', '−', vscode.l10n.t('Zoom out'))}
${button('fit', vscode.l10n.t('Fit'), vscode.l10n.t('Zoom to fit'))}
${button('zoomIn', '+', vscode.l10n.t('Zoom in'))}
<button id="turn" data-action="table" aria-pressed="false">${said(vscode.l10n.t('Table'))}</button>
<details><summary>${said(vscode.l10n.t('Export'))}</summary><div>${exports(subject)}</div></details></span>
</header>
<p id="failed" role="alert" hidden><span id="sentence"></span> <button data-action="retry">${said(vscode.l10n.t('Try again'))}</button></p>
<p id="nothing" hidden></p>
<main id="place"><div id="sheet"></div></main>
<section id="table" hidden></section>
<div id="replay" hidden>${replay()}</div>
<footer><p id="status" role="status">${said(vscode.l10n.t('Reading…'))}</p></footer>
</body></html>`;
}

const said = (words: Inert): string => escaped(words);

const button = (action: string, sign: string, words: Inert): string =>
  `<button data-action="${action}" title="${said(words)}" aria-label="${said(words)}">${escaped(sign)}</button>`;

function toolsOf({ kind }: PictureSubject): string {
  switch (kind) {
    case 'floor':
      return floorTools();
    case 'topology':
      return topologyTools();
    case 'racks':
      return `<button id="trouble" data-action="trouble" aria-pressed="false" title="${said(vscode.l10n.t('Show only racks in which something clashes or does not fit'))}"></button>`;
    case 'power':
    case 'map':
      return '';
  }
}

const topologyTools = (): string =>
  [
    buttonNamed('openMore', vscode.l10n.t('Open one level')),
    buttonNamed('openUsual', vscode.l10n.t('Back to overview')),
    toggle('flows', vscode.l10n.t('Who talks to whom')),
    choice('level', vscode.l10n.t('Kind of sites'), []),
  ].join(' ');

const floorTools = (): string =>
  [
    buttonNamed('background', vscode.l10n.t('Background…')),
    toggle('scale', vscode.l10n.t('Set scale')),
    choice('layer', vscode.l10n.t('Layer'), [
      ['none', vscode.l10n.t('No layer')],
      ['clients', vscode.l10n.t('Clients')],
      ['signal', vscode.l10n.t('Signal strength')],
      ['reach', vscode.l10n.t('Estimated reach')],
    ]),
    choice('range', vscode.l10n.t('Time range'), [
      ['', vscode.l10n.t('As the notebook')],
      ['last hour', vscode.l10n.t('Last hour')],
      ['last 24 hours', vscode.l10n.t('Last 24 hours')],
      ['last 7 days', vscode.l10n.t('Last 7 days')],
    ]),
    toggle('reverse', vscode.l10n.t('Reverse')),
  ].join(' ');

/** The time of a layer: a slider over the parts of its range, which can be played. */
const replay = (): string =>
  `${toggle('play', vscode.l10n.t('Play'))}
<input id="frame" type="range" min="0" max="0" value="0" aria-label="${said(vscode.l10n.t('Time'))}"><output id="when"></output>`;

const buttonNamed = (action: string, words: Inert): string =>
  `<button data-action="${action}">${said(words)}</button>`;

/** A button that stays on until it is pressed again. */
const toggle = (action: string, words: Inert): string =>
  `<button data-action="${action}" aria-pressed="false">${said(words)}</button>`;

const choice = (
  id: string,
  name: Inert,
  options: readonly (readonly [value: string, words: Inert])[],
): string => {
  const entries = options.map(([value, words]) => `<option value="${value}">${said(words)}</option>`);
  return `<select id="${id}" aria-label="${said(name)}" title="${said(name)}">${entries.join('')}</select>`;
};

const exports = ({ kind }: PictureSubject): string =>
  [
    ['copySvg', vscode.l10n.t('Copy as SVG')],
    ['copyPng', vscode.l10n.t('Copy as PNG')],
    ['saveSvg', vscode.l10n.t('Export as SVG…')],
    ['savePng', vscode.l10n.t('Export as PNG…')],
    ...(kind === 'topology'
      ? ([
          ['copyDot', vscode.l10n.t('Copy as DOT')],
          ['copyMermaid', vscode.l10n.t('Copy as Mermaid')],
          ['saveDot', vscode.l10n.t('Export as DOT…')],
          ['saveMermaid', vscode.l10n.t('Export as Mermaid…')],
        ] as const)
      : []),
    ['print', vscode.l10n.t('Page for printing…')],
  ]
    .map(([action, words]) => `<button data-action="${action}">${escaped(words ?? '')}</button>`)
    .join('');
