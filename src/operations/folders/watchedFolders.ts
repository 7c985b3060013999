import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { inOneLine } from 'netsensor-contract/text/exactJson';
import { FolderIndex, writtenReference, type WrittenReference } from '../../folders/folderIndex.js';
import { folderFile } from '../../folders/folderSettings.js';
import type { KeyReference } from '../../model/asCode/recordKeys.js';
import { recordsFolder, typeOfFile } from '../../model/asCode/recordsAsFiles.js';
import { requireAnswer } from '../../ui/confirmRisk.js';
import { CompletionItem, problemAt, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { paragraphHover } from '../../ui/paragraphHover.js';
import { rangeOf, unopenedText } from '../../ui/textPlace.js';
import { inert, inertUpTo, nameList, shown } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';

/** Milliseconds after the last change until the files are looked at. */
const debounce = 300;
/** Fields that are shown of what a reference leads to, and characters of a value. */
const mostFields = 8;
const longestValue = 80;
const mostFolders = 100;

/** A file of a folder of records. */
interface FolderFile {
  readonly folder: WatchedFolder;
  /** Below the folder, `inventory/racks/core-a.json`. */
  readonly path: string;
}

/** Lets editors understand the files of inventories: where references lead, what may be written, what is wrong. */
export class WatchedFolders extends Owner {
  private readonly folders = new Map<string, WatchedFolder | undefined>();

  constructor(private readonly log: Log) {
    super();
    const files: vscode.DocumentSelector = { scheme: 'file', pattern: `**/${recordsFolder}/*/*.json` };
    const { languages, workspace } = vscode;
    const follow = (document: vscode.TextDocument) => this.fileOf(document.uri)?.folder.changed(document.uri);
    workspace.textDocuments.forEach(follow);
    this.own(
      workspace.onDidOpenTextDocument(follow),
      workspace.onDidChangeTextDocument(({ document }) => follow(document)),
      workspace.onDidCloseTextDocument(follow),
      languages.registerDefinitionProvider(files, {
        provideDefinition: (document, position) => this.definition(document, position),
      }),
      languages.registerHoverProvider(files, {
        provideHover: (document, position) => this.hover(document, position),
      }),
      languages.registerCompletionItemProvider(
        files,
        { provideCompletionItems: (document, position) => this.completions(document, position) },
        '"',
        '@',
        '/',
      ),
      { dispose: () => this.folders.forEach(folder => folder?.dispose()) },
    );
  }

  private definition(document: vscode.TextDocument, position: vscode.Position) {
    const found = this.referenceAt(document, position);
    const target = found && found.folder.targetOf(found.written);
    if (!target) return undefined;
    const originSelectionRange = rangeOf(document, found.written);
    return [{ originSelectionRange, targetUri: target.uri, targetRange: new vscode.Range(0, 0, 0, 0) }];
  }

  private hover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const found = this.referenceAt(document, position);
    const target = found && found.folder.targetOf(found.written);
    if (!target) return undefined;
    const { type, fields } = target.record;
    const values = Object.entries(fields).slice(0, mostFields);
    const lines = [
      shown`${l10n.t(inventoryType(type).singular)}: ${inert(target.path)}`,
      ...values.map(([field, value]) => shown`${inert(field)}: ${inertUpTo(longestValue, inOneLine(value))}`),
    ];
    return paragraphHover(lines, rangeOf(document, found.written));
  }

  private completions(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
    const found = this.referenceAt(document, position);
    if (!found) return [];
    const range = rangeOf(document, found.written);
    return found.folder.index.offers(found.written.to).map(({ reference, path }) => {
      const item = new CompletionItem(inert(reference), vscode.CompletionItemKind.Reference);
      const text = JSON.stringify(reference);
      return Object.assign(item, { detail: inert(path), insertText: text, filterText: text, range });
    }) as vscode.CompletionItem[];
  }

  private referenceAt(document: vscode.TextDocument, position: vscode.Position) {
    const file = this.fileOf(document.uri);
    const type = file && typeOfFile(file.path);
    const written = type && writtenReference(type, document.getText(), document.offsetAt(position));
    return file && written ? { ...file, written } : undefined;
  }

  /** Undefined for a file that is no record of a folder with `netsensor.json`. */
  private fileOf(uri: vscode.Uri): FolderFile | undefined {
    const root = folderOf(uri);
    if (root === undefined) return undefined;
    if (!this.folders.has(root)) this.folders.set(root, this.watched(root));
    const folder = this.folders.get(root);
    return folder && { folder, path: folder.pathOf(uri) };
  }

  /** Undefined for a folder that cannot be read, which is not tried at every key. */
  private watched(root: string): WatchedFolder | undefined {
    try {
      return new WatchedFolder(root, new FolderIndex(root), this.log);
    } catch (error) {
      inBackground(this.log, Promise.reject(error as Error));
      return undefined;
    }
  }
}

/** The type of the record that a file is of, wherever its folder is; undefined for one that is of none. */
export const typeOfUri = ({ path }: Pick<vscode.Uri, 'path'>): InventoryType | undefined =>
  typeOfFile(path.split('/').slice(-3).join('/'));

/** The absolute path of the folder that a file of a record belongs to; undefined where no `netsensor.json` is above it. */
export function folderOf({ scheme, path, fsPath }: vscode.Uri): string | undefined {
  if (scheme !== 'file' || typeOfUri({ path }) === undefined) return undefined;
  const root = join(fsPath, '..', '..', '..');
  return existsSync(join(root, folderFile)) ? root : undefined;
}

/** The folders with a `netsensor.json` that are open in this window. */
export async function foldersOfWorkspace(): Promise<string[]> {
  const found = await vscode.workspace.findFiles(`**/${folderFile}`, '**/node_modules/**', mostFolders);
  return found.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => dirname(fsPath));
}

/** @throws {SentenceError} in a workspace that nobody trusts: git runs what its settings name */
export function requireTrusted(): void {
  if (vscode.workspace.isTrusted) return;
  throw new SentenceError(
    l10n.t('Trust this workspace first: git runs what the settings of a repository name.'),
  );
}

/** The files of a folder that editors have otherwise than they are on disk. */
const unsavedIn = (root: string): vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) =>
      isDirty && uri.scheme === 'file' && typeOfFile(pathBelow(root, uri.fsPath)) !== undefined,
  );

/** Asks to save the files of a folder: what is not saved is not looked at. @throws {GivenUpError} when they are not */
export async function requireSaved(root: string): Promise<void> {
  const unsaved = unsavedIn(root);
  if (unsaved.length === 0) return;
  const message =
    unsaved.length === 1
      ? l10n.t('One file of this folder is not saved.')
      : l10n.t('{0} files of this folder are not saved.', unsaved.length);
  const detail = l10n.t(
    '{0} would be taken as on disk, and a pull would write over it.',
    nameList(unsaved.map(({ uri }) => pathBelow(root, uri.fsPath))),
  );
  await requireAnswer({ message, detail }, [l10n.t('Save and go on')]);
  for (const document of unsaved) await document.save();
  requireNoneUnsaved(root);
}

/** @throws {SentenceError} where a file was changed in an editor since */
export function requireNoneUnsaved(root: string): void {
  const [first] = unsavedIn(root);
  if (!first) return;
  const path = inert(pathBelow(root, first.uri.fsPath));
  throw new SentenceError(l10n.t('{0} is not saved. Save it, then try again. Nothing was written.', path));
}

/** The reference at the cursor of the editor in front, where that shows a file. */
export function referenceInFront(file: vscode.Uri): KeyReference | undefined {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  const type = typeOfUri(file);
  if (!document || !selection || !type || document.uri.toString() !== file.toString()) return undefined;
  return writtenReference(type, document.getText(), document.offsetAt(selection.active))?.reference;
}

/** Shows a file of a folder. */
export const showFile = (path: string): Thenable<unknown> =>
  vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));

const pathBelow = (root: string, path: string): string => relative(root, path).split(sep).join('/');

/** A folder of which a file was opened: what is wrong with its files stands in the Problems panel from then on. */
class WatchedFolder extends Owner {
  private readonly problems = this.own(vscode.languages.createDiagnosticCollection('netsensor files'));
  private readonly changes = new Map<string, vscode.Uri>();
  private looking: NodeJS.Timeout | undefined;
  private looks = 0;

  constructor(
    private readonly root: string,
    readonly index: FolderIndex,
    private readonly log: Log,
  ) {
    super();
    const pattern = new vscode.RelativePattern(vscode.Uri.file(root), `${recordsFolder}/*/*.json`);
    const watcher = this.own(vscode.workspace.createFileSystemWatcher(pattern));
    const change = (uri: vscode.Uri) => this.changed(uri);
    this.own(watcher.onDidChange(change), watcher.onDidCreate(change), watcher.onDidDelete(change), {
      dispose: () => clearTimeout(this.looking),
    });
    this.lookSoon();
  }

  /** Looks at a file again, a moment after the last change. */
  changed(uri: vscode.Uri): void {
    this.changes.set(uri.toString(), uri);
    this.lookSoon();
  }

  pathOf = ({ fsPath }: vscode.Uri): string => pathBelow(this.root, fsPath);

  /** The file and the record that a reference leads to. */
  targetOf({ reference }: WrittenReference) {
    this.takeOver();
    const path = reference && this.index.find(reference);
    const record = path === undefined ? undefined : this.index.recordOf(path);
    return path !== undefined && record ? { path, record, uri: this.uriOf(path) } : undefined;
  }

  private lookSoon(): void {
    clearTimeout(this.looking);
    this.looking = setTimeout(
      () =>
        inBackground(
          this.log,
          Promise.resolve().then(() => this.look()),
        ),
      debounce,
    );
  }

  /** Takes over what has changed: of a file that is open what its editor has. */
  private takeOver(): void {
    const open = new Map(vscode.workspace.textDocuments.map(each => [each.uri.toString(), each]));
    for (const [key, uri] of this.changes) this.index.update(this.pathOf(uri), open.get(key)?.getText());
    this.changes.clear();
  }

  private async look(): Promise<void> {
    this.takeOver();
    this.looks += 1;
    const own = this.looks;
    const git = { timeout: debounce, signal: new AbortController().signal };
    // A file that is opened alone brings its repository along, which nobody has trusted.
    const { isTrusted, getWorkspaceFolder } = vscode.workspace;
    const isOurs = isTrusted && getWorkspaceFolder(vscode.Uri.file(this.root)) !== undefined;
    const problems = await this.index.problems(isOurs ? git : undefined);
    // The one that began after it says more.
    if (own !== this.looks) return;
    const found = new Map<string, vscode.Diagnostic[]>();
    for (const { path, message, place } of problems) {
      const text = unopenedText(this.uriOf(path), this.index.textOf(path) ?? '');
      const problem = problemAt(rangeOf(text, place), message);
      found.set(path, [...(found.get(path) ?? []), Object.assign(problem, { source: 'netsensor' })]);
    }
    this.problems.clear();
    this.problems.set([...found].map(([path, problems]) => [this.uriOf(path), problems]));
  }

  private uriOf = (path: string): vscode.Uri => vscode.Uri.file(join(this.root, path));
}
