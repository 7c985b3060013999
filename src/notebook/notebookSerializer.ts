import type * as vscode from 'vscode';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { SentenceError } from '../words/inert.js';
import { describeError } from '../words/describeError.js';

/** What stays out of the file: how cells are shown, and outputs; those that a notebook stores are in its metadata. */
export const notebookContentOptions: vscode.NotebookDocumentContentOptions = {
  transientOutputs: true,
  transientCellMetadata: { inputCollapsed: true, outputCollapsed: true, breakpointMargin: true },
};

/** What the first notebook needs. */
const load = () => Promise.all([import('../model/notebook/notebookFile.js'), import('./notebookData.js')]);

/** Reads and writes `.dqnb` files. */
export class NotebookSerializer implements vscode.NotebookSerializer {
  constructor(private readonly log: Log) {}

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
      const data = toNotebookData(reading.readNotebook(content));
      if (data.cells.some(({ metadata }) => metadata && resultField in metadata)) {
        (await import('./results/restoreResult.js')).restoreOutputs(data.cells);
      }
      return data;
    } catch (error) {
      const { describeNotebookError } = await import('../words/describeProblems.js');
      const isRefused = error instanceof reading.NotebookFileError;
      if (isRefused && error.code === 'mergeConflict')
        inBackground(this.log, (await import('./offerMerge.js')).offerMerge(content));
      throw new SentenceError(isRefused ? describeNotebookError(error) : describeError(error), {
        cause: error,
      });
    }
  }

  async serializeNotebook(data: vscode.NotebookData): Promise<Uint8Array> {
    const [{ printNotebook }, { toNotebookFile }] = await load();
    return new TextEncoder().encode(printNotebook(toNotebookFile(data)));
  }
}
