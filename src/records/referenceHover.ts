import * as vscode from 'vscode';
import { inventoryType } from '../model/inventory/inventoryTypes.js';
import { isRecordId, type LookupRole, type ReferenceRole } from '../model/inventory/references.js';
import { Hover, MarkdownString } from '../ui/doors.js';
import { inert, type Inert, shown, unlinked } from '../ui/inert.js';
import { shownName } from './referenceHints.js';
import type { ReferenceLists } from './references/referenceLists.js';
import { valuePlaces } from './references/referencePlaces.js';

/** What the value under the mouse stands for. */
export function referenceHover(
  document: vscode.TextDocument,
  position: vscode.Position,
  lists: ReferenceLists,
): vscode.Hover | undefined {
  const place = valuePlaces(document).find(({ range }) => range.contains(position));
  if (!place || place.role.kind === 'colour' || !isRecordId(place.value)) return undefined;
  const { role, value, range } = place;
  const lines =
    role.kind === 'lookup'
      ? lookupLines(role, value)
      : recordLines(role, value, document.uri.authority, lists);
  const markdown = new MarkdownString();
  for (const line of lines) {
    if (markdown.value) markdown.appendMarkdown('\n\n');
    markdown.appendText(unlinked(line));
  }
  return lines.length > 0 ? new Hover(markdown, range) : undefined;
}

const mostFields = 5;

function recordLines(
  { to, isPublished }: ReferenceRole,
  id: number,
  connectionId: string,
  lists: ReferenceLists,
): Inert[] {
  const { singular, plural, fields } = inventoryType(to);
  const list = lists.get(connectionId, to);
  if (!list) {
    const failure = lists.failure(connectionId, to);
    return failure === undefined
      ? []
      : [vscode.l10n.t('The names of {0} could not be read. {1}', vscode.l10n.t(plural), failure)];
  }
  const record = list.find(id);
  if (!record) return [];
  const known = Object.keys(fields).filter(field => record[field] !== undefined && record[field] !== null);
  return [
    shown`${vscode.l10n.t(singular)} #${id}: ${shownName(list.name(id) ?? '')}`,
    ...known
      .slice(0, mostFields)
      .map(field => shown`${inert(field)}: ${shownName(shownValue(record[field]))}`),
    ...(isPublished
      ? []
      : [vscode.l10n.t('Known by the name of the field only; the API does not describe it.')]),
  ];
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function lookupLines({ what, likely }: LookupRole, id: number): Inert[] {
  const name = vscode.l10n.t(what);
  const list = inert(likely.map((word, index) => `${index + 1} ${word}`).join(', '));
  return [
    vscode.l10n.t(
      'Number {0} of a {1}. The API does not describe these numbers, so it stays a number.',
      id,
      name,
    ),
    ...(list ? [vscode.l10n.t('A guess, from the order that similar products use: {0}.', list)] : []),
  ];
}
