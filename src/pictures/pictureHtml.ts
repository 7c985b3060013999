import * as l10n from '@vscode/l10n';
import type { PictureSubject } from '../model/pictures/pictureMessages.js';
import { escaped } from '../model/text/xmlText.js';
import { type Inert } from '../words/inert.js';
import type { PictureEntry } from './pictureEntry.js';

/** What the page of a picture is made of. */
export interface PageParts {
  readonly title: Inert;
  readonly kind: PictureEntry;
  readonly subject: PictureSubject;
  readonly script: string;
  /** Lets this script run, and no other. */
  readonly nonce: string;
}

/** The page of a picture: its toolbar and the places that its script fills. Nothing comes from the network. */
export function picturePage({ title, kind, subject, script, nonce }: PageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; img-src data:`;
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<script type="module" nonce="${nonce}" src="${script}"></script></head>
<body data-subject="${escaped(JSON.stringify(subject))}" data-failed="${said(l10n.t('The picture could not be made.'))}">
<header role="toolbar" aria-label="${escaped(title)}">
<input id="filter" type="search" hidden placeholder="${said(l10n.t('Filter by name'))}" aria-label="${said(l10n.t('Filter by name'))}">
<output id="found"></output>
<span id="tools" hidden>${(kind.tools?.() ?? []).join(' ')}</span>
<details id="more" hidden><summary title="${said(l10n.t('More tools'))}" aria-label="${said(l10n.t('More tools'))}">⋯</summary><div></div></details>
<span class="room"></span>
<span id="locked" hidden><span>${said(l10n.t('Read-only: nothing can be dragged.'))}</span>
<button class="link" data-action="unlock" title="${said(l10n.t('Read-only: nothing can be dragged.'))}">${said(l10n.t('Unlock'))}</button></span>
<span class="together">${button('zoomOut', '−', l10n.t('Zoom out'))}
${button('fit', l10n.t('Fit'), l10n.t('Zoom to fit'))}
${button('zoomIn', '+', l10n.t('Zoom in'))}
<button id="turn" data-action="table" aria-pressed="false">${said(l10n.t('Table'))}</button>
<details><summary>${said(l10n.t('Export'))}</summary><div>${exportButtons(kind.exports?.() ?? [])}</div></details></span>
</header>
<p id="failed" role="alert" hidden><span id="sentence"></span> <button id="help" data-action="help" hidden></button> <button data-action="retry">${said(l10n.t('Try again'))}</button></p>
<p id="nothing">${said(l10n.t('Reading…'))}</p>
<main id="place"><div id="sheet"></div></main>
<section id="table" hidden></section>
<div id="replay" hidden>${kind.replay?.() ?? ''}</div>
<footer><span id="environment"></span><p id="status" role="status">${said(l10n.t('Reading…'))}</p></footer>
</body></html>`;
}

const button = (action: string, sign: string, words: Inert): string =>
  `<button data-action="${action}" title="${said(words)}" aria-label="${said(words)}">${escaped(sign)}</button>`;

function exportButtons(own: readonly (readonly [action: string, words: Inert])[]): string {
  const entries = [
    ['copySvg', l10n.t('Copy as SVG')],
    ['copyPng', l10n.t('Copy as PNG')],
    ['saveSvg', l10n.t('Export as SVG…')],
    ['savePng', l10n.t('Export as PNG…')],
    ...own,
    ['print', l10n.t('Page for printing…')],
  ] as const;
  return entries.map(([action, words]) => namedButton(action, words)).join('');
}

/** Words in HTML. */
export const said = (words: Inert): string => escaped(words);

/** A button of a page that is called what it says. */
export const namedButton = (action: string, words: Inert): string =>
  `<button data-action="${action}">${said(words)}</button>`;

/** A button that stays on until it is pressed again. */
export const toggle = (action: string, words: Inert): string =>
  `<button data-action="${action}" aria-pressed="false">${said(words)}</button>`;

/** A choice of a page, which has its name as its words. @param id its id in the page */
export const choice = (
  id: string,
  name: Inert,
  options: readonly (readonly [value: string, words: Inert])[],
): string => {
  const entries = options.map(([value, words]) => `<option value="${value}">${said(words)}</option>`);
  return `<select id="${id}" aria-label="${said(name)}" title="${said(name)}">${entries.join('')}</select>`;
};
