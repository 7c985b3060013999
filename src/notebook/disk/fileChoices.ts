import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { NotebookFileError } from '../../model/notebook/readNotebook.js';
import { window } from '../../ui/doors.js';
import { joined, quoted, type Inert } from '../../words/inert.js';
import { describeNotebookError } from '../../words/describeProblems.js';
import { printNotebook } from '../../model/notebook/notebookFile.js';
import { heldBy, toNotebookFile } from '../notebookData.js';
import type { ChangedFile } from './followedFile.js';
import type { NotebookFiles } from './notebookFiles.js';

/** What this needs of the API of VS Code's own Git extension. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    readonly repositories: readonly {
      readonly state: { readonly mergeChanges: readonly { readonly uri: vscode.Uri }[] };
    }[];
  };
}

/** Something that can be done about a file; it is named on its button. */
interface Choice {
  readonly name: Inert;
  readonly make: () => unknown;
}

const mergeCommand = 'git.openMergeEditor';

const fileName = ({ path }: vscode.Uri): Inert => quoted(path.split('/').at(-1) ?? '');

/** Says that the file of an open notebook has changed, and does what somebody chooses. */
export async function askAboutFile(changed: ChangedFile, files: NotebookFiles): Promise<void> {
  const { notebook, reason, content } = changed;
  const { uri } = notebook;
  const name = fileName(uri);
  const keep = { name: l10n.t('Keep mine'), make: () => keepMine(changed, files) };
  const read = { name: l10n.t('Use the file'), make: () => readAgain(notebook) };
  const sentence = reason
    ? joined([
        l10n.t('{0} has changed on disk and cannot be read as a notebook there.', name),
        describeNotebookError(new NotebookFileError(reason)),
        givesUp(),
      ])
    : joined([
        notebook.isDirty
          ? l10n.t('{0} has changed on disk, and there are unsaved changes here.', name)
          : l10n.t('{0} has changed on disk.', name),
        content.length === 0 ? l10n.t('It is empty there.') : '',
        givesUp(),
      ]);
  const merge = reason === 'mergeConflict' ? await mergeChoice(uri) : [];
  await choose(sentence, [...merge, asText(uri), keep, ...(reason || !notebook.isDirty ? [] : [read])]);
}

const givesUp = () => l10n.t('“Keep mine” replaces what the file holds now; you can open that afterwards.');

/** Says what a save has replaced, and shows it. */
export async function showReplaced({ notebook, content }: ChangedFile): Promise<void> {
  const text = new TextDecoder().decode(content);
  await choose(
    l10n.t('{0} had changed on disk, and was replaced by what you have here.', fileName(notebook.uri)),
    [{ name: l10n.t('Show what was there'), make: () => showText(text) }],
  );
}

/** Says that what was typed was replaced by what VS Code was reading then, and shows it. @param typed the cells, as in a file */
export async function showTyped({ uri }: vscode.NotebookDocument, typed: string): Promise<void> {
  await choose(
    l10n.t('{0} was read again from disk while you changed it. Your change is not in it.', fileName(uri)),
    [{ name: l10n.t('Show what you had'), make: () => showText(typed) }],
  );
}

async function showText(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document);
}

/**
 * Says why a file does not open as a notebook, and what can be done.
 * @param content of the file, whose address VS Code does not tell those who read it
 */
export async function offerRepair(content: Uint8Array, error: NotebookFileError): Promise<void> {
  const uri = await openedFile(content);
  if (!uri) return;
  const merge = error.code === 'mergeConflict' ? await mergeChoice(uri) : [];
  const name = fileName(uri);
  const sentence =
    error.code === 'mergeConflict'
      ? l10n.t('{0} has a merge conflict.', name)
      : joined([l10n.t('{0} does not open.', name), describeNotebookError(error)]);
  await choose(sentence, [...merge, asText(uri)]);
}

async function choose(sentence: Inert, choices: readonly Choice[]): Promise<void> {
  const chosen = await window.showErrorMessage(sentence, ...choices.map(({ name }) => name));
  await choices.find(({ name }) => name === chosen)?.make();
}

const asText = (uri: vscode.Uri): Choice => ({
  name: l10n.t('Open as text'),
  make: () => vscode.commands.executeCommand('vscode.openWith', uri, 'default'),
});

/**
 * The file becomes what the notebook holds. VS Code refuses to save over what it has not read itself; then it reads what is
 * written for it.
 */
async function keepMine(changed: ChangedFile, files: NotebookFiles): Promise<void> {
  if (await isKept(changed, files)) await showReplaced(changed);
}

/** Whether the file is what the notebook holds now. */
async function isKept({ notebook, content: seen }: ChangedFile, files: NotebookFiles): Promise<boolean> {
  if (notebook.isClosed) return false;
  await files.accept(notebook, seen);
  if (notebook.isDirty && (await notebook.save())) return true;
  const now = await vscode.workspace.fs.readFile(notebook.uri);
  // Somebody is asked again about what has changed meanwhile.
  if (Buffer.compare(now, seen) !== 0) return false;
  const content = printed(notebook);
  await files.write(notebook, content);
  const isTypedIn = Buffer.compare(printed(notebook), content) !== 0;
  if (notebook.isDirty && !isTypedIn) await readAgain(notebook);
  return true;
}

const printed = (notebook: vscode.NotebookDocument): Uint8Array =>
  new TextEncoder().encode(printNotebook(toNotebookFile(heldBy(notebook))));

/** Drops what was not saved. */
async function readAgain(notebook: vscode.NotebookDocument): Promise<void> {
  await vscode.window.showNotebookDocument(notebook);
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

/** VS Code's merge editor, where it has one and Git does not know better. */
async function mergeChoice(uri: vscode.Uri): Promise<readonly Choice[]> {
  const conflicts = await conflictedFiles();
  const commands = await vscode.commands.getCommands(true);
  if (!commands.includes(mergeCommand)) return [];
  if (conflicts && !conflicts.some(file => file.toString() === uri.toString())) return [];
  const make = () => vscode.commands.executeCommand(mergeCommand, uri);
  return [{ name: l10n.t('Open merge editor'), make }];
}

/** The files that have a conflict, by Git; undefined where it does not say. */
async function conflictedFiles(): Promise<readonly vscode.Uri[] | undefined> {
  const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  if (!git?.enabled) return undefined;
  return git.getAPI(1).repositories.flatMap(({ state }) => state.mergeChanges.map(({ uri }) => uri));
}

/** The file that somebody opens as a notebook or that has a conflict, by its content. */
async function openedFile(content: Uint8Array): Promise<vscode.Uri | undefined> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const inTabs = tabs.flatMap(({ input }) => {
    if (input instanceof vscode.TabInputNotebook) return [input.uri];
    return input instanceof vscode.TabInputNotebookDiff ? [input.modified] : [];
  });
  for (const uri of [...inTabs, ...((await conflictedFiles()) ?? [])]) {
    if (!uri.path.endsWith('.dqnb')) continue;
    // One that is deleted on both sides cannot be read.
    const other = await Promise.resolve(vscode.workspace.fs.readFile(uri)).catch(() => undefined);
    if (other && Buffer.compare(other, content) === 0) return uri;
  }
  return undefined;
}
