import * as vscode from 'vscode';
import { printNotebook } from '../../model/notebook/notebookFile.js';
import type { Log } from '../../ui/doors.js';
import { editNotebook } from '../../ui/editDocument.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { readOf } from './fileMarks.js';
import { heldBy, toNotebookFile, unsavedField } from '../notebookData.js';
import { isQueryNotebook } from '../notebookMetadata.js';

/** What an open notebook held when VS Code last counted it as saved. */
interface SavedCells {
  read: string | undefined;
  /** Undefined where it was typed into while it was saved, until VS Code calls what it holds saved. */
  cells: string | undefined;
  /** What it holds now, if that is something else and VS Code does not call it unsaved. */
  typed?: string | undefined;
  isMarking: boolean;
}

/** Milliseconds until it is looked at again whether VS Code has read the file. */
const firstPause = 50;
const longestPause = 1_600;

/** What this needs from outside. */
export interface UnmarkedEditsOptions {
  /** Says that what somebody typed was replaced by the file, and shows it. */
  readonly showTyped: (notebook: vscode.NotebookDocument, typed: string) => Promise<void>;
  readonly log: Log;
}

/**
 * Marks as unsaved what VS Code does not: what is typed while it reads a file again, which it ignores
 * (`ignoreDirtyOnModelContentChange` of its StoredFileWorkingCopy). Where the file is a notebook, that takes the place of what
 * was typed; where it is none, what was typed stays and would look saved, and closing it would ask nothing.
 */
export class UnmarkedEdits extends Owner {
  private readonly saved = new WeakMap<vscode.NotebookDocument, SavedCells>();
  private readonly showTyped: UnmarkedEditsOptions['showTyped'];
  private readonly log: Log;

  constructor({ showTyped, log }: UnmarkedEditsOptions) {
    super();
    this.showTyped = showTyped;
    this.log = log;
    const { workspace } = vscode;
    this.own(
      workspace.onDidOpenNotebookDocument(notebook => this.begin(notebook)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => this.noteChange(notebook)),
      workspace.onDidSaveNotebookDocument(notebook => this.noteSaved(notebook)),
    );
    workspace.notebookDocuments.forEach(notebook => this.begin(notebook));
  }

  private begin(notebook: vscode.NotebookDocument): void {
    if (!isQueryNotebook(notebook) || notebook.isUntitled) return;
    this.saved.set(notebook, { read: readOf(notebook), cells: printCells(notebook), isMarking: false });
  }

  private noteChange(notebook: vscode.NotebookDocument): void {
    const saved = this.saved.get(notebook);
    if (!saved) return;
    const read = readOf(notebook);
    if (read !== saved.read) {
      const { typed } = saved;
      Object.assign(saved, { read, cells: printCells(notebook), typed: undefined });
      if (typed !== undefined && typed !== saved.cells)
        inBackground(this.log, this.showTyped(notebook, typed));
    } else if (!notebook.isDirty) {
      noteTyped(notebook, saved);
      inBackground(this.log, this.mark(notebook, saved));
    }
  }

  private noteSaved(notebook: vscode.NotebookDocument): void {
    const saved = this.saved.get(notebook);
    if (saved) saved.cells = notebook.isDirty ? undefined : printCells(notebook);
  }

  /** Changes what is in no file until VS Code calls the notebook unsaved, or shows in it what it has read. */
  private async mark(notebook: vscode.NotebookDocument, saved: SavedCells): Promise<void> {
    if (saved.isMarking) return;
    saved.isMarking = true;
    try {
      let pause = 0;
      while (await isUnmarkedAfter(pause, notebook, saved)) {
        const count = Number(notebook.metadata[unsavedField] ?? 0) + 1;
        await editNotebook(notebook, () =>
          vscode.NotebookEdit.updateNotebookMetadata({ ...notebook.metadata, [unsavedField]: count }),
        );
        pause = Math.min(longestPause, 2 * pause || firstPause);
      }
    } finally {
      saved.isMarking = false;
    }
    saved.typed = undefined;
  }
}

async function isUnmarkedAfter(
  pause: number,
  notebook: vscode.NotebookDocument,
  saved: SavedCells,
): Promise<boolean> {
  await new Promise(resolve => setTimeout(resolve, pause));
  // VS Code tells of a change before it tells of the text, and that the notebook is unsaved: before it answers anything, though.
  await vscode.languages.getLanguages();
  if (notebook.isDirty || notebook.isClosed) return false;
  saved.cells ??= printCells(notebook);
  noteTyped(notebook, saved);
  return saved.typed !== undefined;
}

function noteTyped(notebook: vscode.NotebookDocument, saved: SavedCells): void {
  const cells = printCells(notebook);
  saved.typed = cells === (saved.cells ?? cells) ? undefined : cells;
}

/** Not its metadata, of which VS Code tells extensions what was there before undo, too. */
function printCells(notebook: vscode.NotebookDocument): string {
  return printNotebook(toNotebookFile(new vscode.NotebookData(heldBy(notebook).cells)));
}
