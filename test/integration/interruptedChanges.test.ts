import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { tellInterrupted } from '../../src/operations/interruptedChanges.js';
import { activeDocument, closeTabs, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRack, createRack } from '../support/manager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

describe('a change that an earlier window left in the middle', () => {
  const extension = useExtension();
  const answers = stubAnswers();
  const openDocument = async (uri: vscode.Uri) => void (await vscode.window.showTextDocument(uri));

  before('unlock the connection', async () => {
    answers.dialogs(({ buttons }) => buttons.find(button => button === 'Unlock'));
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  afterEach('put everything back', async () => {
    await closeTabs();
    answers.restore();
  });

  it('offers to save the list again that it was the save of, which is as it is stored then', async () => {
    const { manager, proxy } = extension();
    const rack = await createRack(manager, 'Left in the middle');
    const uri = vscode.Uri.parse(`netsensor://environment/lists/racks/Racks (1).json?ids=${rack.id}`);
    await openDocument(uri);
    const document = activeDocument();
    await replaceText(document, '"width": 19', '"width": 23');
    // What the window left was stored, and comes back as an edit.
    await changeRack(manager, rack.id, { width: 23 });
    proxy.seen.length = 0;
    const shown = answers.dialogs(({ buttons }) => buttons.find(button => button === 'Save again'));
    await tellInterrupted({ openDocument }, { doing: 'saving racks on Lab', document: uri.toString() });
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [
        [
          'VS Code was closed in the middle of a change: saving racks on Lab. Save the document again to see what is left of it.',
          ['Save again'],
        ],
      ],
    );
    await eventually(() => assert.equal(document.isDirty, false));
    assert.deepEqual(proxy.writes, []);
  });

  it('is told to be looked at where its document came back without an edit', async () => {
    const { id } = await createRack(extension().manager, 'Left without an edit');
    const shown = answers.dialogs(({ buttons }) => buttons.find(button => button === 'Save again'));
    const document = `netsensor://environment/lists/racks/Racks (1).json?ids=${id}`;
    await tellInterrupted({ openDocument }, { doing: 'saving racks on Lab', document });
    await eventually(() =>
      assert.equal(
        shown.at(-1)?.message,
        'Nothing in this document is unsaved. Check that your change is in it.',
      ),
    );
  });

  it('is to be looked for on the manager where it was no save', async () => {
    const shown = answers.dialogs(() => undefined);
    await tellInterrupted({ openDocument }, { doing: 'deleting from Lab', backup: 'file:///b.json' });
    assert.deepEqual(
      shown.map(({ message, buttons }) => [message, buttons]),
      [
        [
          'VS Code was closed in the middle of a change: deleting from Lab. Check on the manager what was done.',
          ['Show backup'],
        ],
      ],
    );
  });
});
