import * as vscode from 'vscode';
import type { NotebookFileError } from '../../model/notebook/readNotebook.js';
import { readField } from '../notebookMetadata.js';

/** What tells the contents of files apart: SHA-256 in hexadecimal digits. */
export async function markOf(content: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(content))).toString('hex');
}

/** What the metadata says of the `number`th content that was read: which it was. */
export const readMark = async (number: number, content: Uint8Array): Promise<string> =>
  `${number} ${await markOf(content)}`;

/** The mark in such a text. */
export const markRead = (read: string | undefined): string | undefined => read?.split(' ')[1];

/** Which read an open notebook comes from. */
export function readOf({ metadata }: vscode.NotebookDocument): string | undefined {
  const read: unknown = metadata[readField];
  return typeof read === 'string' ? read : undefined;
}

/** Undefined for a file that is not there. @throws when it cannot be read */
export async function contentOnDisk(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    const isThere = await Promise.resolve(vscode.workspace.fs.stat(uri)).then(
      () => true,
      () => false,
    );
    if (isThere) throw error;
    return undefined;
  }
}

/** Undefined for a file that is not there or cannot be read. */
export async function markOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  const content = await contentOnDisk(uri).catch(() => undefined);
  return content && markOf(content);
}

/**
 * Whether a file that cannot be read may have been empty since a time, in milliseconds since 1970: it is, or was written since,
 * or nothing is known of it.
 */
export async function mayBeEmptySince(uri: vscode.Uri, time: number): Promise<boolean> {
  const { size, mtime } = await vscode.workspace.fs.stat(uri).then(undefined, () => nothingKnown);
  return size === 0 || mtime > time;
}

const nothingKnown = { size: 0, mtime: 0 };

/** Why a content does not open as a notebook; undefined where it does. */
export async function reasonOf(content: Uint8Array): Promise<NotebookFileError['code'] | undefined> {
  const reading = await import('../../model/notebook/readNotebook.js');
  try {
    reading.readNotebook(content);
    return undefined;
  } catch (error) {
    return error instanceof reading.NotebookFileError ? error.code : 'notJson';
  }
}

/** Whether data is the content of a notebook as it is now. */
export function holds(notebook: vscode.NotebookDocument, { cells }: vscode.NotebookData): boolean {
  const text = (written: string) => written.replaceAll('\r\n', '\n');
  return (
    notebook.cellCount === cells.length &&
    cells.every(({ value }, index) => text(value) === text(notebook.cellAt(index).document.getText()))
  );
}
