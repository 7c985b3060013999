import type * as vscode from 'vscode';
import type { NotebookFileError } from '../model/notebook/readNotebook.js';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { describeError } from '../words/describeError.js';
import { readMark } from './disk/fileMarks.js';
import { NotebookFiles, type FileChoices } from './disk/notebookFiles.js';
import { readField } from './notebookMetadata.js';
import { UnmarkedEdits, type UnmarkedEditsOptions } from './disk/unmarkedEdits.js';

/** What the first notebook needs. */
const load = () => Promise.all([import('../model/notebook/notebookFile.js'), import('./notebookData.js')]);

/** Reads and writes `.dqnb` files. */
export class NotebookSerializer implements vscode.NotebookSerializer {
  private reads = 0;
  private readonly files: NotebookFiles;
  private readonly edits: UnmarkedEdits;

  /** @param state remembers what unsaved changes began from */
  constructor(
    state: vscode.Memento,
    private readonly log: Log,
  ) {
    const load = () => import('./disk/fileChoices.js');
    const choices = {
      askAboutFile: async (...changed: Parameters<FileChoices['askAboutFile']>) =>
        (await load()).askAboutFile(...changed),
      showReplaced: async (...changed: Parameters<FileChoices['showReplaced']>) =>
        (await load()).showReplaced(...changed),
    };
    this.files = new NotebookFiles({ state, choices, log });
    const showTyped: UnmarkedEditsOptions['showTyped'] = async (...typed) =>
      (await load()).showTyped(...typed);
    this.edits = new UnmarkedEdits({ showTyped, log });
  }

  dispose(): void {
    this.files.dispose();
    this.edits.dispose();
  }

  /**
   * @throws {Error} for a file that is no notebook, so that it does not open and no save can erase it; VS Code shows the
   * sentence and offers its text editor
   */
  async deserializeNotebook(content: Uint8Array): Promise<vscode.NotebookData> {
    const [[{ resultField }, { toNotebookData }], reading] = await Promise.all([
      load(),
      import('../model/notebook/readNotebook.js'),
    ]);
    try {
      const file = reading.readNotebook(content);
      if (content.length === 0 && (await this.files.isEmptied()))
        throw new reading.NotebookFileError('notJson');
      const data = toNotebookData(file);
      const read = await readMark((this.reads += 1), content);
      this.files.noteRead(read);
      data.metadata = { ...data.metadata, [readField]: read };
      if (data.cells.some(({ metadata }) => metadata && resultField in metadata)) {
        (await import('./results/restoreResult.js')).restoreOutputs(data.cells);
      }
      return data;
    } catch (error) {
      const { describeNotebookError } = await import('../words/describeProblems.js');
      const isRefused = error instanceof reading.NotebookFileError;
      if (isRefused) inBackground(this.log, this.sayRefused(content, error));
      throw new SentenceError(isRefused ? describeNotebookError(error) : describeError(error), {
        cause: error,
      });
    }
  }

  /** @throws {SentenceError} for a save that would replace what nobody has seen */
  async serializeNotebook(data: vscode.NotebookData): Promise<Uint8Array> {
    const passes = this.files.passes(data);
    const [{ printNotebook }, { toNotebookFile }] = await load();
    const content = new TextEncoder().encode(printNotebook(toNotebookFile(data)));
    await passes(content);
    return content;
  }

  /** The page of an editor that does not open has no reason on it. */
  private async sayRefused(content: Uint8Array, error: NotebookFileError): Promise<void> {
    if (await this.files.isOfOpen(content)) return;
    await (await import('./disk/fileChoices.js')).offerRepair(content, error);
  }
}
