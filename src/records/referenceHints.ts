import * as vscode from 'vscode';
import { inventoryType } from '../model/inventory/inventoryTypes.js';
import { isRecordId, type LookupRole, type ReferenceRole } from '../model/inventory/references.js';
import { InlayHint } from '../ui/doors.js';
import { inert, type Inert, inertUpTo, shown } from '../ui/inert.js';
import type { ReferenceLists } from './references/referenceLists.js';
import { valuePlaces } from './references/referencePlaces.js';

const longest = 60;

/** The name of the record behind each id, beside it. What a manager calls a record is shown as plain text. */
export function referenceHints(
  document: vscode.TextDocument,
  visible: vscode.Range,
  lists: ReferenceLists,
): vscode.InlayHint[] {
  return valuePlaces(document)
    .filter(({ range }) => visible.intersection(range))
    .flatMap(({ role, value, range }) => {
      if (role.kind === 'colour' || !isRecordId(value)) return [];
      const hint =
        role.kind === 'lookup' ? lookupHint(role, value) : recordHint(role, value, listsOf(document, lists));
      if (!hint) return [];
      const inlay = new InlayHint(range.end, hint.label);
      inlay.paddingLeft = true;
      inlay.tooltip = hint.tooltip;
      return [inlay];
    });
}

interface Hint {
  readonly label: Inert;
  readonly tooltip: Inert;
}

interface ListsOfDocument {
  readonly connectionId: string;
  readonly lists: ReferenceLists;
}

const listsOf = ({ uri }: vscode.TextDocument, lists: ReferenceLists): ListsOfDocument => ({
  connectionId: uri.authority,
  lists,
});

function recordHint(
  { to }: ReferenceRole,
  id: number,
  { connectionId, lists }: ListsOfDocument,
): Hint | undefined {
  const list = lists.get(connectionId, to);
  const { singular, plural } = inventoryType(to);
  if (list) {
    const name = list.name(id);
    return name === undefined
      ? undefined
      : { label: shownName(name), tooltip: shown`${vscode.l10n.t(singular)} #${id}` };
  }
  const failure = lists.failure(connectionId, to);
  return failure === undefined
    ? undefined
    : {
        label: vscode.l10n.t('name not known'),
        tooltip: vscode.l10n.t('The names of {0} could not be read. {1}', vscode.l10n.t(plural), failure),
      };
}

function lookupHint({ what, likely }: LookupRole, id: number): Hint | undefined {
  const word = likely[id - 1];
  return word === undefined
    ? undefined
    : {
        label: vscode.l10n.t('{0}?', inert(word)),
        tooltip: vscode.l10n.t(
          'A guess: the API does not say what the number of a {0} means.',
          vscode.l10n.t(what),
        ),
      };
}

/** One line that cannot turn around what stands beside it. */
export const shownName = (name: string): Inert => inertUpTo(longest, name);
