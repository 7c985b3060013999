import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { joined } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { describeError } from '../../words/describeError.js';
import {
  contentOnDisk,
  holds,
  markOf,
  markOnDisk,
  markRead,
  mayBeEmptySince,
  readOf,
  reasonOf,
} from './fileMarks.js';
import { beginWriting, isReadable, savePatience, type ChangedFile, type Followed } from './followedFile.js';
import { keep, LastContents } from './lastContents.js';
import { isQueryNotebook } from '../notebookMetadata.js';

/**
 * Milliseconds after a refusal in which it may still ask. It asks in the same way for another file to be saved as, and, a second
 * after something was typed, for its copy of unsaved changes: these pass.
 */
const refusalLength = 300;
/** Milliseconds after a file has changed in which VS Code may read what it was meanwhile. */
const readingPatience = 10_000;

/** What happens when a file has changed. */
export interface FileChoices {
  /** Says that it has, and does what somebody chooses. */
  readonly askAboutFile: (changed: ChangedFile, files: NotebookFiles) => Promise<void>;
  /** Says that a save has replaced it. */
  readonly showReplaced: (changed: ChangedFile) => Promise<void>;
}

/** What this needs from outside. */
export interface NotebookFilesOptions {
  /** Remembers what unsaved changes began from, which outlive the window. */
  readonly state: vscode.Memento;
  readonly choices: FileChoices;
  readonly log: Log;
}

/** Compares the files of open notebooks with what these were read from, so that no save replaces what nobody has seen. */
export class NotebookFiles extends Owner {
  private readonly followed = new Map<vscode.NotebookDocument, Followed>();
  private readonly last = new LastContents<vscode.NotebookDocument>();

  constructor(private readonly options: NotebookFilesOptions) {
    super();
    const { log } = options;
    const { workspace } = vscode;
    this.own(
      workspace.onDidOpenNotebookDocument(notebook => this.follow(notebook)),
      workspace.onDidCloseNotebookDocument(notebook => this.leave(notebook)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => this.noteChange(notebook)),
      workspace.onWillSaveNotebookDocument(event => this.noteSaving(event)),
      workspace.onDidSaveNotebookDocument(notebook => inBackground(log, this.followSave(notebook))),
      { dispose: () => this.followed.forEach(({ watcher }) => watcher.dispose()) },
    );
    workspace.notebookDocuments.forEach(notebook => this.follow(notebook));
  }

  /**
   * Lets what a notebook holds be written, or be copied as unsaved.
   * @param data as VS Code gives it, which does not say of which notebook it is; what is none that is open may be any that is being saved
   * @returns what is to be called with the content of the file; it throws where a save is refused
   */
  passes(data: vscode.NotebookData): (content: Uint8Array) => Promise<void> {
    const exact = [...this.followed].filter(([notebook]) => holds(notebook, data));
    const found = exact.length > 0 ? exact : [...this.followed].filter(([, { saving }]) => saving);
    return async content => {
      const mark = await markOf(content);
      this.last.noteMade({ mark, of: found.map(([notebook]) => notebook) });
      for (const [, { made }] of found) keep(made, mark);
      for (const [notebook, followed] of found) {
        const { saving } = followed;
        if (!saving || saving.until < Date.now()) continue;
        await this.check(notebook, followed);
        const { changed, unread } = followed;
        const isRefused = unread !== undefined || (changed !== undefined && changed.mark !== mark);
        // A save of another notebook that holds the same makes it no longer.
        saving.until = isRefused
          ? Math.min(saving.until, Date.now() + refusalLength)
          : Date.now() + savePatience;
        if (!isRefused) {
          saving.made.push(mark);
          beginWriting(followed);
          continue;
        }
        if (unread) throw unread;
        // One that nobody asked for is refused without another question.
        const isAsked = saving.isAutomatic && changed?.mark === followed.asked;
        if (changed && !isAsked) inBackground(this.options.log, this.ask(changed, followed));
        throw new SentenceError(
          l10n.t('The file has changed on disk. Choose first what is to become of it.'),
        );
      }
    };
  }

  /** Notes what VS Code reads, whichever notebook that is for. */
  noteRead(read: string): void {
    this.last.noteRead(read);
  }

  /** Whether a blank content may be what another program leaves, for a moment or for good, of an open notebook with cells. */
  async isEmptied(): Promise<boolean> {
    for (const [notebook, followed] of this.followed) {
      // VS Code reads again what has no unsaved changes.
      if (notebook.isDirty || notebook.cellCount === 0) continue;
      await this.check(notebook, followed);
      const { changed, unread } = followed;
      const since = Date.now() - readingPatience;
      if (unread ? await mayBeEmptySince(notebook.uri, since) : changed && changed.noticedAt > since)
        return true;
    }
    return false;
  }

  /** Whether this is what the file of an open notebook holds now; then somebody is asked about that. */
  async isOfOpen(content: Uint8Array): Promise<boolean> {
    const mark = await markOf(content);
    for (const [notebook, followed] of this.followed) {
      await this.look(notebook, followed);
      if (followed.changed?.mark === mark) return true;
    }
    return false;
  }

  /** Writes a content in the place of what the file of a notebook holds. */
  async write(notebook: vscode.NotebookDocument, content: Uint8Array): Promise<void> {
    const writing = vscode.workspace.fs.writeFile(notebook.uri, content);
    const followed = this.followed.get(notebook);
    if (followed) followed.writing = writing.then(undefined, () => undefined);
    await writing;
    await this.accept(notebook, content);
  }

  /** Takes a content for what is known of the file of a notebook: the next save may replace it. */
  async accept(notebook: vscode.NotebookDocument, content: Uint8Array): Promise<void> {
    const mark = await markOf(content);
    const followed = this.followed.get(notebook);
    if (followed) Object.assign(followed, { mark, changed: undefined });
  }

  private follow(notebook: vscode.NotebookDocument): void {
    if (!isQueryNotebook(notebook) || notebook.isUntitled || this.followed.has(notebook)) return;
    const name = notebook.uri.path.split('/').at(-1) ?? '';
    // What is special in a pattern stands for itself in a name.
    const pattern = name.replaceAll(/[[\]{}*?]/g, '?');
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(notebook.uri, '..'), pattern),
    );
    const followed: Followed = { watcher, read: readOf(notebook), made: [] };
    this.followed.set(notebook, followed);
    const look = () => inBackground(this.options.log, this.look(notebook, followed));
    watcher.onDidChange(look);
    watcher.onDidCreate(look);
    const beginning = this.begin(notebook, followed);
    followed.reading = beginning;
    inBackground(
      this.options.log,
      beginning.then(() => this.look(notebook, followed)),
    );
  }

  /**
   * Unsaved changes that were restored were not read from the file. Neither was what another notebook is saved as: VS Code
   * has asked already whether that may replace the file.
   */
  private async begin(notebook: vscode.NotebookDocument, followed: Followed): Promise<void> {
    const onDisk = await markOnDisk(notebook.uri);
    const read = markRead(followed.read);
    // Then VS Code has read what is there, to put this in its place.
    const isSavedAs =
      this.last.isMadeElsewhere(read, notebook) &&
      this.last.readBefore(followed.read).some(before => markRead(before) === onDisk);
    followed.mark ??=
      isSavedAs || read === onDisk ? onDisk : (this.options.state.get<string>(stateKey(notebook)) ?? read);
  }

  private leave(notebook: vscode.NotebookDocument): void {
    this.followed.get(notebook)?.watcher.dispose();
    if (this.followed.delete(notebook)) this.keepMark(notebook, undefined);
  }

  private noteChange(notebook: vscode.NotebookDocument): void {
    const followed = this.followed.get(notebook);
    if (!followed) return;
    const read = readOf(notebook);
    if (parseInt(read ?? '') > parseInt(followed.read ?? '0')) {
      followed.read = read;
      followed.reading = this.noteReadBy(notebook, followed, followed.reading);
    }
    if (notebook.isDirty) inBackground(this.options.log, this.keepStart(notebook, followed));
  }

  /**
   * Takes what VS Code has read for what is known of the file, whatever another program has put there since. What a notebook was
   * saved as is read by VS Code, too, before it is written over another file, which nobody has seen.
   */
  private async noteReadBy(
    notebook: vscode.NotebookDocument,
    followed: Followed,
    before: Promise<void> | undefined,
  ): Promise<void> {
    const mark = markRead(followed.read);
    const made = followed.made.at(-1);
    await before;
    if (this.last.isMadeElsewhere(mark, notebook) && (await markOnDisk(notebook.uri)) !== mark) return;
    Object.assign(followed, { mark, changed: undefined });
    // What was made before may be what another program writes later.
    if (made) followed.made.splice(0, followed.made.lastIndexOf(made) + 1);
    if (!notebook.isDirty) this.keepMark(notebook, undefined);
  }

  private noteSaving({ notebook, reason }: vscode.NotebookDocumentWillSaveEvent): void {
    const followed = this.followed.get(notebook);
    if (!followed) return;
    const isAutomatic = reason !== vscode.TextDocumentSaveReason.Manual;
    followed.saving = { until: Infinity, isAutomatic, made: [] };
  }

  private async followSave(notebook: vscode.NotebookDocument): Promise<void> {
    const followed = this.followed.get(notebook);
    if (!followed) return;
    const noting = this.noteSaved(notebook, followed, followed.reading);
    followed.reading = Promise.allSettled([followed.reading, noting]).then(() => undefined);
    const replaced = await noting;
    if (replaced) await this.options.choices.showReplaced(replaced);
  }

  /**
   * Takes what a save has written for what is known of the file, whatever another program has put there since.
   * @returns what it has replaced that nobody was asked about
   */
  private async noteSaved(
    notebook: vscode.NotebookDocument,
    followed: Followed,
    before: Promise<void> | undefined,
  ): Promise<ChangedFile | undefined> {
    const { changed, saving, made } = followed;
    const onDisk = await markOnDisk(notebook.uri);
    await before;
    const passed = saving?.made ?? [];
    const since = made.slice(Math.max(0, made.lastIndexOf(passed[0] ?? '')));
    const mark = onDisk && since.includes(onDisk) ? onDisk : passed.at(-1);
    if (!mark) return undefined;
    Object.assign(followed, { mark, changed: undefined });
    // Some ways to save ask nobody before.
    const replaced = changed && !saving && !made.includes(changed.mark) ? changed : undefined;
    // What was made before may be what another program writes later.
    made.splice(0, made.lastIndexOf(mark));
    if (followed.saving === saving) followed.saving = undefined;
    followed.endWriting?.();
    if (!notebook.isDirty) this.keepMark(notebook, undefined);
    return replaced;
  }

  private async keepStart(notebook: vscode.NotebookDocument, followed: Followed): Promise<void> {
    await followed.reading;
    if (notebook.isDirty && !notebook.isClosed) this.keepMark(notebook, followed.mark);
  }

  private keepMark(notebook: vscode.NotebookDocument, mark: string | undefined): void {
    if (this.options.state.get(stateKey(notebook)) !== mark)
      inBackground(this.options.log, this.options.state.update(stateKey(notebook), mark));
  }

  /** Looks at the file, and asks about what VS Code does not show by itself: it reads again what has no unsaved changes. */
  private async look(notebook: vscode.NotebookDocument, followed: Followed): Promise<void> {
    // What was being read or written at the first look is known at the second.
    for (let looks = 0; looks < 2; looks += 1) {
      await followed.writing;
      await this.check(notebook, followed);
      if (!followed.changed) return;
    }
    const { changed, asked } = followed;
    if (!changed || changed.mark === asked) return;
    if (notebook.isDirty || !isReadable(changed)) await this.ask(changed, followed);
  }

  private async ask(changed: ChangedFile, followed: Followed): Promise<void> {
    const { mark } = changed;
    if (followed.asking === mark) return;
    Object.assign(followed, { asked: mark, asking: mark });
    try {
      await this.options.choices.askAboutFile(changed, this);
    } finally {
      if (followed.asking === mark) followed.asking = undefined;
    }
  }

  private async check(notebook: vscode.NotebookDocument, followed: Followed): Promise<void> {
    await followed.reading;
    followed.unread = undefined;
    const content = await contentOnDisk(notebook.uri).catch((error: unknown) => {
      const sentence = l10n.t('The file cannot be read now, so nobody knows what a save would replace.');
      followed.unread = new SentenceError(joined([sentence, describeError(error)]), { cause: error });
    });
    if (followed.unread) return;
    const mark = content && (await markOf(content));
    const { changed, saving, made } = followed;
    const isKnown = mark === followed.mark || (saving && mark && made.includes(mark));
    // What is deleted has nothing to lose.
    if (!mark || !followed.mark || isKnown) followed.changed = undefined;
    else if (mark !== changed?.mark) {
      const reason = await reasonOf(content);
      followed.changed = { notebook, content, mark, reason, noticedAt: Date.now() };
    }
  }
}

const stateKey = ({ uri }: vscode.NotebookDocument): string => `notebookFile ${uri.toString()}`;
