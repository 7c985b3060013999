import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import { Command, ContextKey, Notebook, Scheme } from '../../ids.js';
import { hitsInText } from '../../model/search/textHits.js';
import { runCommand, window } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { inert, joined, shown, type Inert } from '../../words/inert.js';
import { titleOf } from '../../words/names.js';
import { namesIn } from '../../words/recordDetail.js';
import type { Connection } from '../../connections/connection.js';
import { SentenceError, SignedOutError } from '../../words/sentenceErrors.js';
import { documentsOf, openDocument, shownAt } from '../documentUri.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { RecordViews } from '../inventory/recordViews.js';
import type { SearchCommands } from '../sensors/searchCommands.js';
import { revealRecord } from '../inventory/recordViewCommands.js';
import { Everything } from './everything.js';
import { foundRow, type FoundRow } from './foundRows.js';
import type { RowManifest } from './rowMenu.js';
import { searchPick, type ShownSearch, type Way } from './searchPick.js';
import type { OtherThing } from './searchRows.js';

const recentKey = 'recentSearches';
const mostRecent = 10;

/** What the search shows, and what it shows things in. */
export interface SearchedExplorer extends ExplorerParts {
  readonly views: RecordViews;
  readonly search: () => Promise<Pick<SearchCommands, 'show'>>;
  readonly workspaceState: vscode.Memento;
  readonly shownSearch: ShownSearch;
}

/**
 * Shows the search over some connections, all without one.
 * @param begun what stands in it when it opens
 * @throws {SentenceError} where there is nobody to ask
 */
export function searchAll(explorer: SearchedExplorer, connectionId?: string, begun = ''): void {
  const { connections, workspaceState, log } = explorer;
  const ids = connectionId === undefined ? connections.all.map(({ id }) => id) : [connectionId];
  if (connectionId === undefined && connections.all.every(({ isSignedOut }) => isSignedOut))
    throw noneSignedIn(connections.all);
  const recent = () => workspaceState.get<readonly string[]>(recentKey, []);
  const act = searchPick({
    ...explorer,
    everything: new Everything(explorer, ids),
    documents: openDocuments,
    commands: commandsOf(manifestOf(explorer.extensionUri)),
    recent,
    typed: begun,
    pin: search => runCommand(Command.pin, { search, connectionId }),
    use: (found, way, typed) =>
      way === 'menu'
        ? showMenu(explorer, found, () => searchAll(explorer, connectionId, typed))
        : use(explorer, found, way),
    remember: typed => {
      const others = recent().filter(each => each !== typed);
      if (typed) inBackground(log, workspaceState.update(recentKey, [typed, ...others].slice(0, mostRecent)));
    },
    onHide: () => release(),
  });
  const release = hearKeys(explorer, true, key => key !== 'back' && act(key));
}

/** Gives keys to what is shown from now on. @returns takes them back, unless another search has them that was opened over it */
function hearKeys(
  { shownSearch }: SearchedExplorer,
  shown: true | 'acts',
  act: NonNullable<ShownSearch['act']>,
): () => void {
  shownSearch.act = act;
  void vscode.commands.executeCommand('setContext', ContextKey.isSearching, shown);
  return () => {
    if (shownSearch.act !== act) return;
    shownSearch.act = undefined;
    void vscode.commands.executeCommand('setContext', ContextKey.isSearching, false);
  };
}

/** Asks for a text, and shows the place of an open document or of a record that holds it. */
export async function findText(explorer: ExplorerParts, connectionId?: string): Promise<void> {
  const ids = connectionId === undefined ? explorer.connections.all.map(({ id }) => id) : [connectionId];
  const { findInRecords } = await import('./findInRecords.js');
  const place = await findInRecords({
    ...explorer,
    everything: new Everything(explorer, ids),
    openTexts: () =>
      vscode.workspace.textDocuments
        .filter(
          ({ uri, isClosed }) => uri.scheme === Scheme.record && ids.includes(uri.authority) && !isClosed,
        )
        .map(document => ({ uri: document.uri, text: document.getText() })),
  });
  if (!place) return;
  const uri = shownAt(place.uri)?.uri ?? place.uri;
  const document = await vscode.workspace.openTextDocument(uri);
  const hits = hitsInText(document.getText(), place.typed);
  // The manager may have another text by now.
  const hit = hits.find(({ text }) => text === place.hit.text) ?? hits[0];
  const selection = hit && new vscode.Range(hit.line, hit.from, hit.line, hit.to);
  await vscode.window.showTextDocument(document, selection ? { selection } : {});
}

/** Why nobody can be asked; what helps those who have a connection is to sign in to it. */
function noneSignedIn([first]: readonly Connection[]): SentenceError {
  return first
    ? new SignedOutError(l10n.t('No connection is signed in. Enter the API key of one first.'), first.id)
    : new SentenceError(l10n.t('There is no connection to search. Add a manager first.'));
}

/** VS Code asks for the first word alone, and looks for the others in what it gets. */
const mostSymbols = 2000;

/**
 * What Ctrl+T lists: nodes and records by their names, which is all that VS Code keeps. Whoever looks for a symbol of another
 * language asks as well, and VS Code waits for all who answer: nothing is read for it.
 */
export async function workspaceSymbols(
  explorer: ExplorerParts,
  typed: string,
  token: vscode.CancellationToken,
): Promise<vscode.SymbolInformation[]> {
  if (typed.trim() === '') return [];
  const { connections, lists } = explorer;
  const ids = connections.all.map(({ id }) => id);
  const everything = new Everything(explorer, ids);
  await everything.prepare();
  if (token.isCancellationRequested) return [];
  const start = new vscode.Position(0, 0);
  return everything.named(typed, mostSymbols).flatMap(each => {
    const { connectionId } = each.thing;
    const { label, about, place, target, uri } = foundRow(each, namesIn(lists, connectionId));
    if (!uri) return [];
    const container = joined([about, place, everything.nameAmongOthers(connectionId)], ' · ');
    const location = new vscode.Location(uri, start);
    return [new vscode.SymbolInformation(label, symbolKinds[target.kind], container, location)];
  });
}

const symbolKinds = {
  sensor: vscode.SymbolKind.Module,
  accessPoint: vscode.SymbolKind.Interface,
  record: vscode.SymbolKind.Object,
} as const;

async function use(explorer: SearchedExplorer, { target, uri }: FoundRow, way: Way): Promise<void> {
  if (way === 'copy') {
    const identity = identityOf(target);
    if (!identity) throw new SentenceError(l10n.t('The manager gave it neither a MAC address nor a number.'));
    await vscode.env.clipboard.writeText(identity);
    window.setStatusBarMessage(shown`$(check) ${l10n.t('Copied')}`, 3000);
  } else if (way === 'reveal' || !uri) {
    if (target.kind === 'record') await revealRecord(explorer, target);
    else await (await explorer.search()).show(target);
  } else {
    const [document = uri] = target.kind === 'record' ? [] : await documentsOf(explorer.tree, [target]);
    const viewColumn = way === 'beside' ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    await openDocument(document, { viewColumn });
  }
}

/** Shows what its row in the tree offers, and what the search does with it. @param again shows the search as it was */
async function showMenu(explorer: SearchedExplorer, found: FoundRow, again: () => void): Promise<void> {
  const { tree, extensionUri } = explorer;
  const { target } = found;
  const node =
    target.kind === 'record' ? await tree.locateRecord(target.connectionId, target.type, target.id) : target;
  if (!node) throw new SentenceError(l10n.t('The manager no longer has it. Search again.'));
  const { contextValue = '' } = await tree.getTreeItem(node);
  const { actsOf, askAct, rowMenu } = await import('./rowMenu.js');
  const act = (label: Inert, key: Inert | '', icon: string, way: Way) => ({
    label,
    icon,
    group: '',
    description: key,
    run: () => use(explorer, found, way),
  });
  const ways = [
    act(l10n.t('Open'), l10n.t('Enter'), 'go-to-file', 'open'),
    act(l10n.t('Open to the Side'), l10n.t('Ctrl+Enter'), 'split-horizontal', 'beside'),
    act(l10n.t('Reveal in Tree'), l10n.t('Right arrow'), 'list-tree', 'reveal'),
    ...(target.kind === 'record' ? [await tableOf(explorer, target)] : []),
  ];
  const isSet = (setting: string) => Boolean(vscode.workspace.getConfiguration().get(setting));
  const commands = rowMenu(manifestOf(extensionUri), { context: contextValue, isSet }).filter(
    ({ command }) => command !== Command.openRecord,
  );
  const chosen = await askAct(found.label, [...ways, ...actsOf(commands, node)], {
    button: vscode.QuickInputButtons.Back,
    hear: goBack => hearKeys(explorer, 'acts', key => key === 'back' && goBack()),
  });
  if (chosen === 'back') again();
  else await chosen?.run();
}

/** Opens all records of its type. */
const tableOf = async ({ tree }: SearchedExplorer, { connectionId, type }: InventoryRef) => {
  const node = await tree.locateType(connectionId, type);
  return {
    label: l10n.t('Open All {0} as Table', titleOf(type)),
    icon: 'table',
    group: '',
    run: () => runCommand(Command.openAsTable, node),
  };
};

const identityOf = (target: FoundRow['target']): string => {
  if (target.kind === 'record') return String(target.id);
  if (target.kind === 'sensor') return target.uuid;
  return target.macAddress ?? String(target.id ?? '');
};

/** The documents, tables and notebooks of ours that are open in tabs. */
function openDocuments(): OtherThing[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const all = tabs.flatMap(({ input, label }): OtherThing[] => {
    const type =
      input instanceof vscode.TabInputCustom
        ? input.viewType
        : input instanceof vscode.TabInputNotebook
          ? input.notebookType
          : undefined;
    if (!(input instanceof vscode.TabInputText) && type === undefined) return [];
    const { uri } = input as vscode.TabInputText;
    if (uri.scheme !== Scheme.record && type !== Notebook.type) return [];
    const open = type === undefined ? ['vscode.open', uri] : ['vscode.openWith', uri, type];
    return [
      {
        label: inert(label),
        icon: type === Notebook.type ? 'notebook' : 'file',
        uri,
        run: () => vscode.commands.executeCommand(...(open as [string])),
      },
    ];
  });
  return [...new Map(all.map(each => [each.uri?.toString(), each])).values()];
}

function manifestOf(extensionUri: vscode.Uri): RowManifest {
  const own = vscode.extensions.all.find(each => each.extensionUri.toString() === extensionUri.toString());
  const contributes = isRecord(own?.packageJSON) ? own.packageJSON['contributes'] : undefined;
  return contributes as RowManifest;
}

/** The commands that the palette always offers, as the manifest names them. */
function commandsOf({ commands, menus }: RowManifest): OtherThing[] {
  const conditional = new Set(menus['commandPalette']?.map(({ command }) => command));
  return commands
    .filter(({ command }) => !conditional.has(command))
    .map(({ command, title }) => ({
      label: inert(title),
      icon: 'terminal',
      run: () => vscode.commands.executeCommand(command),
    }));
}
