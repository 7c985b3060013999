import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

/**
 * Answers every question for a file with this one.
 * @returns what puts VS Code's own question back
 */
export function answerFile(file: string): () => void {
  const { showOpenDialog } = vscode.window;
  Object.assign(vscode.window, { showOpenDialog: () => Promise.resolve([vscode.Uri.file(file)]) });
  return () => void Object.assign(vscode.window, { showOpenDialog });
}

/**
 * Writes a file into the folder of the window, and answers every question for one with it.
 * @returns what puts VS Code's own question back and removes the file
 */
export async function answerWrittenFile(name: string, content: string | Buffer): Promise<() => void> {
  const file = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', name);
  await writeFile(file, content);
  const restore = answerFile(file);
  return () => {
    restore();
    void rm(file, { force: true });
  };
}
