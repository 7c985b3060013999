import * as vscode from 'vscode';
import { printNotebook, resultField } from '../model/notebook/notebookFile.js';
import type { NotebookFileError } from '../model/notebook/readNotebook.js';
import { joined, type Inert, SentenceError } from '../words/inert.js';
import { toNotebookData, toNotebookFile } from './notebookData.js';
import { describeError } from '../words/describeError.js';

/** What stays out of the file: how cells are shown, and outputs; those that a notebook stores are in its metadata. */
export const notebookContentOptions: vscode.NotebookDocumentContentOptions = {
  transientOutputs: true,
  transientCellMetadata: { inputCollapsed: true, outputCollapsed: true, breakpointMargin: true },
};

/** Reads and writes `.dqnb` files. */
export class NotebookSerializer implements vscode.NotebookSerializer {
  /**
   * @throws {Error} for a file that is no notebook, so that it does not open and no save can erase it; VS Code shows the
   * sentence and offers its text editor
   */
  async deserializeNotebook(content: Uint8Array): Promise<vscode.NotebookData> {
    const reading = await import('../model/notebook/readNotebook.js');
    try {
      const data = toNotebookData(reading.readNotebook(content));
      if (data.cells.some(({ metadata }) => metadata && resultField in metadata)) {
        (await import('./results/restoreResult.js')).restoreOutputs(data.cells);
      }
      return data;
    } catch (error) {
      const sentence = error instanceof reading.NotebookFileError ? refusal(error) : describeError(error);
      throw new SentenceError(sentence, { cause: error });
    }
  }

  serializeNotebook(data: vscode.NotebookData): Uint8Array {
    return new TextEncoder().encode(printNotebook(toNotebookFile(data)));
  }
}

function refusal({ code }: NotebookFileError): Inert {
  const sentences: Readonly<Record<typeof code, Inert>> = {
    notText: vscode.l10n.t('This notebook is not readable: it is not UTF-8 text.'),
    mergeConflict: vscode.l10n.t('This notebook still has merge conflict markers in it.'),
    notJson: vscode.l10n.t('This notebook is not readable: it is not complete JSON.'),
    notNotebook: vscode.l10n.t('This file is JSON but not a query notebook.'),
    newerVersion: vscode.l10n.t(
      'This notebook was made by a newer Netsensor. Update the extension to open it.',
    ),
  };
  const openAsText = vscode.l10n.t('Open it in the text editor to repair it.');
  return code === 'newerVersion' ? sentences[code] : joined([sentences[code], openAsText]);
}
