import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { editDocument, replaceText } from '../../src/ui/editDocument.js';
import { closeTabs } from '../support/editDocument.js';

describe('an edit of a document', () => {
  after('close the text', closeTabs);

  async function untitled(content: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument({ content });
    const editor = await vscode.window.showTextDocument(document);
    // What is typed goes where the keyboard is, which an earlier test may have left elsewhere.
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    return document;
  }

  it('is made anew from what was typed while VS Code refused it', async () => {
    const document = await untitled('old');
    const seen: string[] = [];
    const typing = vscode.commands.executeCommand('type', { text: 'typed ' });
    await replaceText(document, text => {
      seen.push(text);
      return `${text}, replaced`;
    });
    await typing;
    assert.equal(document.getText(), 'typed old, replaced');
    assert.deepEqual(seen, ['old', 'typed old'], 'VS Code refused the first edit');
  });

  it('is taken back by undo', async () => {
    const document = await untitled('old');
    await replaceText(document, () => 'new');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'old');
  });

  it('ends with a sentence where the document is closed', async () => {
    const document = await untitled('old');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await assert.rejects(
      editDocument(document, () => [{ offset: 0, length: 0, content: 'new' }]),
      /Try again/,
    );
  });
});
