import type * as vscode from 'vscode';
import type { NotebookFileError } from '../../model/notebook/readNotebook.js';
import type { SentenceError } from '../../words/sentenceErrors.js';

/** A file that is another one than a notebook was read from or written to. */
export interface ChangedFile {
  readonly notebook: vscode.NotebookDocument;
  readonly content: Uint8Array;
  readonly mark: string;
  /** Why it cannot be opened as a notebook; undefined for a notebook. */
  readonly reason: NotebookFileError['code'] | undefined;
  /** When that was noticed, in milliseconds since 1970. */
  readonly noticedAt: number;
}

/** A save that is under way. */
interface Saving {
  /** When VS Code does not ask for its content any more; it may take its time before it asks, for what others do with a save. */
  until: number;
  /** Whether nobody asked for it. */
  readonly isAutomatic: boolean;
  /** What it may have written. */
  readonly made: string[];
}

/** What is known of the file of an open notebook. */
export interface Followed {
  readonly watcher: vscode.Disposable;
  /** The file as this notebook has last read or written it; undefined where nobody knows. */
  mark?: string | undefined;
  /** The last read that was noticed. */
  read: string | undefined;
  /** The last contents that were made for the file, or for VS Code's copy of unsaved changes. */
  readonly made: string[];
  /** Until somebody chooses, no save may pass. */
  changed?: ChangedFile | undefined;
  /** Why nobody can tell what the file holds; undefined where that is known, or it is not there. */
  unread?: SentenceError | undefined;
  /** Ends when the mark is that of what was read or saved last. */
  reading?: Promise<void> | undefined;
  saving?: Saving | undefined;
  /** Ends when something was written; until then the file may hold a part of it. */
  writing?: PromiseLike<void> | undefined;
  endWriting?: () => void;
  /** What somebody was asked about last, and is being asked about. */
  asked?: string | undefined;
  asking?: string | undefined;
}

/** Milliseconds after a content that may be written in which VS Code may ask for another one that is. */
export const savePatience = 5_000;

/** Notes that the file may hold a part of a content until its save is told. */
export function beginWriting(followed: Followed): void {
  followed.writing = new Promise(resolve => {
    followed.endWriting = resolve;
    // A save that fails tells nobody.
    setTimeout(resolve, savePatience);
  });
}

/** Whether VS Code shows it in place of what is open. */
export const isReadable = ({ reason, content }: ChangedFile): boolean =>
  reason === undefined && content.length > 0;
