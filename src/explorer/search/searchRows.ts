import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { wordSearch } from 'netsensor-contract/text/folded';
import { isPart } from 'netsensor-contract/text/listAnswer';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import {
  type QuickInputButton,
  type QuickPickItem,
  runCommand,
  separator,
  themeIcon,
} from '../../ui/doors.js';
import { remedyButton } from '../../ui/remedyButtons.js';
import { longestList, moreMatches, toldApart } from '../../ui/nodeLines.js';
import { describeError } from '../../words/describeError.js';
import { type Inert, inertUpTo, joined, quoted, shown } from '../../words/inert.js';
import { grouped } from '../../words/locale.js';
import { titleOf } from '../../words/names.js';
import { entriesOf, partLabel, partWords } from '../../words/partWords.js';
import { namesIn } from '../../words/recordDetail.js';
import { offeredRemedy } from '../../words/remedies.js';
import { SignedOutError } from '../../words/sentenceErrors.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { Everything, ReadConnection, SearchedPart } from './everything.js';
import { type FoundRow, foundRow } from './foundRows.js';

/** Something else that can be chosen: an open document, or a command. */
export interface OtherThing {
  readonly label: Inert;
  readonly icon: string;
  /** Of a document. */
  readonly uri?: vscode.Uri;
  readonly run: () => PromiseLike<unknown>;
}

/** A row of the search: something found, something else, or words that were searched for before. */
export interface SearchRow extends QuickPickItem {
  readonly found?: FoundRow;
  readonly other?: OtherThing;
  readonly typed?: string;
}

/** What rows are made of. */
export interface SearchRowParts extends Pick<ExplorerParts, 'lists' | 'trees'> {
  readonly everything: Everything;
  readonly documents: () => readonly OtherThing[];
  readonly commands: readonly OtherThing[];
  /** What was searched for before, the latest first. */
  readonly recent: () => readonly string[];
  readonly buttons: readonly QuickInputButton[];
}

const mostCommands = 5;
const longestSearch = 200;

/** What is listed for what was typed, and at last what is to be said of it. */
export function searchRows(parts: SearchRowParts, typed: string): SearchRow[] {
  const { everything } = parts;
  const failures = everything.connections.flatMap(failureRows);
  if (typed.trim() === '')
    return [
      ...headed(l10n.t('Recent searches'), parts.recent().map(recentRow)),
      ...headed(l10n.t('Open documents'), parts.documents().map(otherRow)),
      ...failures,
      ...sizeRow(everything),
    ];
  const { things, total } = everything.find(typed, longestList);
  const found = things.map(each => {
    const { connectionId } = each.thing;
    const row = foundRow(each, namesIn(parts.lists, connectionId));
    return foundItem(row, everything.nameAmongOthers(connectionId), parts.buttons);
  });
  const isFound = new Set(found.map(({ found: { uri } }) => uri?.toString()));
  const holdsAll = wordSearch(typed);
  const documents = parts
    .documents()
    .filter(({ label, uri }) => holdsAll(label) && !isFound.has(uri?.toString()));
  const commands = parts.commands.filter(({ label }) => holdsAll(label)).slice(0, mostCommands);
  return [
    ...toldApart(found, ({ found: { identity } }) => identity),
    ...headed(l10n.t('Open documents'), documents.map(otherRow)),
    ...headed(l10n.t('Commands'), commands.map(otherRow)),
    ...failures,
    ...everything.connections.flatMap(each => partRows(parts, each)),
    ...(everything.asksFor(typed)
      ? remarks(found.length, total, everything.size)
      : [remark(l10n.t('Type what is to be found, such as kind:rack.'))]),
  ];
}

/** `2 types not read yet`; empty when all was read. */
export function unreadWords(everything: Everything): Inert | '' {
  const unread = everything.connections.map(each => each.unread.size);
  const count = unread.reduce((sum, size) => sum + size, 0);
  if (count === 0) return '';
  return count === 1 ? l10n.t('1 type not read yet') : l10n.t('{0} types not read yet', count);
}

const foundItem = (found: FoundRow, manager: Inert | '', buttons: readonly QuickInputButton[]) => ({
  label: found.label,
  description: joined([found.about, manager], ' · '),
  detail: found.place,
  iconPath: themeIcon(found.icon),
  alwaysShow: true,
  buttons,
  found,
});

const otherRow = (other: OtherThing): SearchRow => ({
  label: other.label,
  iconPath: themeIcon(other.icon),
  alwaysShow: true,
  other,
});

const recentRow = (typed: string): SearchRow => ({
  label: inertUpTo(longestSearch, typed),
  iconPath: themeIcon('history'),
  alwaysShow: true,
  typed,
});

const headed = (heading: Inert, rows: readonly SearchRow[]): SearchRow[] =>
  rows.length > 0 ? [separator(heading), ...rows] : [];

const remark = (label: Inert): SearchRow => ({ label, alwaysShow: true });

/** Why a manager was not searched, or which of its types were not. */
export function failureRows({ connection, failure, failures }: ReadConnection): SearchRow[] {
  const name = quoted(connection.name);
  if (failure !== undefined) {
    const isNamed = failure instanceof SignedOutError;
    return [remediedRow(isNamed ? failure.sentence : shown`${name}: ${describeError(failure)}`, failure)];
  }
  return [...failures].map(([part, error]) =>
    remark(shown`${name}, ${partName(part)}: ${describeError(error)}`),
  );
}

/** Why something failed; choosing it does what helps. */
function remediedRow(label: Inert, failure: unknown): SearchRow {
  const offered = offeredRemedy(failure);
  if (!offered) return remark(label);
  const { icon, label: remedy, command } = remedyButton(offered);
  const run = () => runCommand(command.command, ...command.arguments);
  return { ...remark(label), description: remedy, iconPath: themeIcon(icon), other: { label, icon, run } };
}

const partName = (part: SearchedPart): Inert => (part === 'sensors' ? l10n.t('Sensors') : titleOf(part));

/** What is missing of trees and lists that are searched. */
function partRows(
  { lists, trees }: SearchRowParts,
  { connection: { id, name } }: ReadConnection,
): SearchRow[] {
  const index = trees.get(id);
  const ofTree = index && treePart(index);
  const ofLists = inventoryTypeNames.flatMap(type => {
    const list = lists.get(id, type);
    const answer = list && { rows: list.records, ...list.remainder };
    const part = answer && isPart(answer) ? partLabel(answer) : undefined;
    return part ? [shown`${titleOf(type)}: ${part}`] : [];
  });
  return [...(ofTree ? [ofTree] : []), ...ofLists].map(part => remark(shown`${quoted(name)}: ${part}`));
}

const treePart = (tree: SensorIndex) =>
  tree.unread.length > 0 ? partWords(entriesOf(tree), l10n.t('entries')) : undefined;

function sizeRow({ size }: Everything): SearchRow[] {
  if (size === 0) return [];
  return [remark(l10n.t('Type to search {0} nodes and records.', grouped(size)))];
}

/** That there is more, or that nothing was found. */
function remarks(listed: number, total: number, size: number): SearchRow[] {
  if (total > listed) return [remark(moreMatches(listed, total))];
  return total === 0 && size > 0
    ? [remark(l10n.t('No match among {0} nodes and records.', grouped(size)))]
    : [];
}
