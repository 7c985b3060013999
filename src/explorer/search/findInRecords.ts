import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { printRecord } from '../../model/inventory/recordText.js';
import { hitsInText, type TextHit } from '../../model/search/textHits.js';
import { type QuickPickItem, separator, themeIcon, window } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { pickedRow } from '../../ui/pickedRow.js';
import { longestList, moreMatches } from '../../ui/nodeLines.js';
import { inert, inertUpTo, joined, shown, type Inert } from '../../words/inert.js';
import { namesIn } from '../../words/recordDetail.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { Everything } from './everything.js';
import { foundRow } from './foundRows.js';
import { failureRows, unreadWords } from './searchRows.js';

/** A document that is open. */
export interface OpenText {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/** Where a text was found. */
export interface FoundPlace {
  readonly uri: vscode.Uri;
  readonly typed: string;
  readonly hit: TextHit;
}

/** What is looked through. */
interface FindParts extends Pick<ExplorerParts, 'lists' | 'log'> {
  readonly everything: Everything;
  readonly openTexts: () => readonly OpenText[];
}

interface Row extends QuickPickItem {
  readonly place?: FoundPlace;
}

const longestLine = 200;

/**
 * Asks for a text and lists the lines of open documents and of records that hold it; what is not read yet is read meanwhile.
 * @returns the place that was chosen; undefined when given up
 */
export async function findInRecords(parts: FindParts): Promise<FoundPlace | undefined> {
  const { everything } = parts;
  const pick = window.createQuickPick<Row>();
  pick.placeholder = l10n.t('Text of any field of open documents and of records');
  pick.sortByLabel = false;
  const update = () => {
    pick.title = joined([l10n.t('Find in records'), unreadWords(everything)], ' · ');
    pick.items = rowsOf(parts, pick.value);
    pick.busy = !everything.isRead;
  };
  update();
  inBackground(parts.log, everything.read(update).then(update));
  const row = await pickedRow(pick, { isAnswer: ({ place }) => place !== undefined, onType: update });
  everything.end();
  return row?.place;
}

function rowsOf(parts: FindParts, typed: string): Row[] {
  const open = parts.openTexts().flatMap(document => placesIn(document, typed, nameOf(document.uri)));
  const isOpen = new Set(parts.openTexts().map(({ uri }) => identityOf(uri)));
  const read = parts.everything.recordsHolding(typed).flatMap(thing => {
    const { label, about, uri } = foundRow(
      { thing, where: undefined },
      namesIn(parts.lists, thing.connectionId),
    );
    if (!uri || isOpen.has(identityOf(uri))) return [];
    const text = printRecord(thing.type, thing.record);
    const manager = parts.everything.nameAmongOthers(thing.connectionId);
    return placesIn({ uri, text }, typed, joined([label, about, manager], ' · '));
  });
  const listed = [...open, ...read].slice(0, longestList);
  const total = open.length + read.length;
  return [
    ...(open.length > 0 ? [separator(l10n.t('Open documents'))] : []),
    ...listed.slice(0, open.length),
    ...(read.length > 0 ? [separator(l10n.t('Records'))] : []),
    ...listed.slice(open.length),
    ...parts.everything.connections.flatMap(failureRows),
    ...(total > listed.length ? [{ label: moreMatches(listed.length, total), alwaysShow: true }] : []),
    ...(typed.trim() !== '' && total === 0 ? [{ label: l10n.t('No text matches.'), alwaysShow: true }] : []),
  ];
}

const placesIn = ({ uri, text }: OpenText, typed: string, name: Inert): Row[] =>
  hitsInText(text, typed).map(hit => ({
    label: inertUpTo(longestLine, hit.text),
    description: shown`${name} · ${l10n.t('line {0}', hit.line + 1)}`,
    iconPath: themeIcon('go-to-file'),
    alwaysShow: true,
    place: { uri, typed, hit },
  }));

/** The name that the tab of a document has. */
const nameOf = ({ path }: vscode.Uri): Inert => inert(path.split('/').at(-1) ?? '');

/** What tells a document from others whatever its record is called now. */
function identityOf({ authority, path }: vscode.Uri): string {
  const record = parseRecordPath(path);
  return `${authority} ${record ? `${record.type} ${record.id}` : path}`;
}
