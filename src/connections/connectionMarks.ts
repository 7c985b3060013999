import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command, Notebook, Scheme } from '../ids.js';
import { window, type FileDecoration, type StatusBarItem } from '../ui/doors.js';
import { shownUri } from '../ui/listeners.js';
import { Emitter, together } from '../ui/lifetimes.js';
import { inert, joined, quoted, shown } from '../words/inert.js';
import type { Connection, Connections, InFront, ReadInPart } from './connection.js';
import { grouped } from '../words/locale.js';
import { environmentName } from '../words/names.js';
import { connectionState, environmentThemeColor } from './connectionLabel.js';
import { helpFor, reachLines } from './connectionHelp.js';

/** What else the status bar tells of. */
interface StatusSources {
  readonly inFront: InFront;
  readonly readInPart: ReadInPart;
}

/** Shows the connections in the status bar and on documents. */
export const showMarks = (connections: Connections, sources: StatusSources): vscode.Disposable =>
  together(markDocuments(connections), showStatus(connections, sources));

/** Shows in the status bar which connection the active document, notebook or picture belongs to, and beside it which others are in trouble. */
function showStatus(connections: Connections, { inFront, readInPart }: StatusSources): vscode.Disposable {
  const others = window.createStatusBarItem('netsensor.others', vscode.StatusBarAlignment.Left, 89);
  others.name = l10n.t('Other Netsensor connections in trouble');
  const item = window.createStatusBarItem('netsensor.connection', vscode.StatusBarAlignment.Left, 90);
  item.name = l10n.t('Netsensor connection');
  const update = () => {
    const shownId = inFront.connectionId();
    const connection = shownId === undefined ? activeConnection(connections) : connections.get(shownId);
    showOthers(others, connection, connections);
    if (!connection) return item.hide();
    const { environment, isLocked, name, address, source } = connection;
    const keyLifetime = source === 'saved' ? connections.keyLifetime : '';
    const help = helpFor(connection);
    const lock = isLocked ? shown`$(lock)` : shown`$(unlock)`;
    const icons = help ? shown`$(warning) ${lock}` : lock;
    const isPart = !connection.reach?.trouble && readInPart.of(connection.id);
    const part = isPart ? l10n.t('read in part') : '';
    item.text = shown`${icons} ${quoted(name)} · ${joined([connectionState(connection), part], ' · ')}`;
    const click = help?.button?.tooltip ?? l10n.t('Select to change the connection');
    const lines = [inert(address), help?.sentence, ...reachLines(connection), keyLifetime, click];
    item.tooltip = joined(lines, '\n');
    item.command = help?.button ? { title: click, ...help.button.command } : Command.showConnections;
    // The only backgrounds VS Code allows here are the error and warning ones, which dark high contrast does not have.
    const { kind } = vscode.window.activeColorTheme;
    const isFilled = environment === 'production' && kind !== vscode.ColorThemeKind.HighContrast;
    item.color = isFilled ? undefined : environmentThemeColor(environment);
    item.backgroundColor = isFilled ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    item.show();
  };
  update();
  return together(
    item,
    others,
    connections.onDidChange(update),
    connections.onDidReach(update),
    readInPart.onDidChange(update),
    inFront.onDidChange(update),
    vscode.window.onDidChangeActiveColorTheme(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    vscode.window.onDidChangeActiveNotebookEditor(update),
    vscode.workspace.onDidChangeNotebookDocument(update),
  );
}

/** Shows those in trouble beside the one in front, where there is one: a click does what helps, or lets one choose. */
function showOthers(item: StatusBarItem, inFront: Connection | undefined, { all }: Connections): void {
  const troubled = all.filter(
    each => inFront && each.id !== inFront.id && each.reach?.trouble && helpFor(each),
  );
  const [first] = troubled;
  if (!first) return item.hide();
  const words = troubled.map(each => shown`${quoted(each.name)} · ${connectionState(each)}`);
  const isOne = troubled.length === 1;
  const button = isOne ? helpFor(first)?.button : undefined;
  const click = button?.tooltip ?? l10n.t('Select to choose a connection');
  item.text = shown`$(warning) ${isOne ? joined(words) : l10n.t('{0} other managers', grouped(troubled.length))}`;
  item.tooltip = joined([...words, click], '\n');
  item.command = button ? { title: click, ...button.command } : Command.showConnections;
  item.show();
}

function activeConnection(connections: Connections): Connection | undefined {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  if (notebook?.notebookType === Notebook.type) {
    const id: unknown = notebook.metadata.connection;
    return typeof id === 'string' ? connections.get(id) : undefined;
  }
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const uri = vscode.window.activeTextEditor?.document.uri ?? (activeTab && shownUri(activeTab));
  return uri && isOurs(uri.scheme) ? connections.get(uri.authority) : undefined;
}

/** Whether the authority of an address is a connection: a document, what a manager has of it, a plan, or a row. */
const isOurs = (scheme: string): boolean => Object.values<string>(Scheme).includes(scheme);

/** Marks the documents and the tree node of a labelled connection with its colour and first letter. */
function markDocuments(connections: Connections): vscode.Disposable {
  const changed = new Emitter<undefined>();
  const provideFileDecoration = ({ scheme, authority }: vscode.Uri): FileDecoration | undefined => {
    if (!isOurs(scheme)) return undefined;
    const connection = connections.get(authority);
    if (!connection || connection.environment === 'none') return undefined;
    const name = environmentName(connection.environment);
    return {
      badge: inert(name.charAt(0).toUpperCase()),
      color: environmentThemeColor(connection.environment),
      tooltip: shown`${quoted(connection.name)} (${inert(name)})`,
    };
  };
  return together(
    changed,
    connections.onDidChange(() => changed.fire(undefined)),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration,
    }),
  );
}
