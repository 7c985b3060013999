import assert from 'node:assert/strict';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Notebook } from '../../../src/ids.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { answerDialogs, type ShownDialog } from '../../support/answerDialogs.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, runCell, typeInCell, useNotebooks } from './notebookDocuments.js';

const withQuery = (text: string) => printNotebook(queryNotebook(text));
const conflict = `<<<<<<< ours\n${withQuery('{}')}=======\n${withQuery('[]')}>>>>>>> theirs\n`;

describe('a notebook whose file changes on disk', () => {
  useExtension();
  const notebooks = useNotebooks();
  let answer: string | undefined;
  let stub: ReturnType<typeof answerDialogs>;
  beforeEach(() => {
    answer = undefined;
    stub = answerDialogs(({ buttons }) => buttons.find(button => button === answer));
  });
  afterEach(() => stub.restore());

  const onDisk = ({ uri }: vscode.NotebookDocument) => readFile(uri.fsPath, 'utf8');
  const asked = (words: RegExp) =>
    eventually(() => {
      const found = stub.shown.find(({ message }) => words.test(message));
      assert.ok(found);
      return found;
    });
  const assertRefused = async (notebook: vscode.NotebookDocument, content: string) => {
    const before = stub.shown.length;
    // VS Code may still be reading the file for what was just typed, and then has nothing to save.
    await eventually(() => assert.equal(notebook.isDirty, true));
    assert.equal(await Promise.resolve(notebook.save()).catch(() => false), false);
    assert.equal(await onDisk(notebook), content);
    assert.equal(notebook.isDirty, true);
    await eventually(() => assert.ok(stub.shown.length > before));
  };
  const buttonsOf = ({ buttons }: ShownDialog) => [...buttons];

  for (const [what, content, words] of [
    ['a conflict', conflict, /merge conflict markers/],
    ['half of it', withQuery('{}').slice(0, 30), /not complete JSON/],
    ['a newer version', '{"version": 2, "cells": []}', /newer Netsensor/],
    ['bytes', '\0\u0001', /not complete JSON/],
  ] as const) {
    it(`is not saved over ${what} before somebody wants that`, async () => {
      const notebook = await notebooks.open(queryNotebook('{}'));
      await writeFile(notebook.uri.fsPath, content);
      const said = await asked(words);
      assert.match(said.message, /notebook\d+\.dqnb has changed on disk/);
      assert.deepEqual(buttonsOf(said), ['Open as text', 'Keep mine']);
      await typeInCell(notebook, '// mine\n');
      await assertRefused(notebook, content);
      answer = 'Keep mine';
      await assertRefused(notebook, content).catch(() => undefined);
      await eventually(async () => assert.equal(await onDisk(notebook), withQuery('// mine\n{}')));
      await eventually(() => assert.equal(notebook.isDirty, false));
      answer = 'Show what was there';
      await asked(/was replaced by what you have here/);
      await typeInCell(notebook, '// more\n');
      assert.ok(await notebook.save());
      assert.equal(await onDisk(notebook), withQuery('// more\n// mine\n{}'));
    });
  }

  it('is written as it is at once where there is nothing to save', async () => {
    const notebook = await notebooks.open(queryNotebook('{}'));
    const { metadata } = notebook;
    answer = 'Keep mine';
    await writeFile(notebook.uri.fsPath, conflict);
    await eventually(async () => assert.equal(await onDisk(notebook), withQuery('{}')));
    // VS Code reads it again.
    await eventually(() => assert.notDeepEqual(notebook.metadata, metadata));
    await typeInCell(notebook, '// mine\n');
    assert.ok(await notebook.save());
  });

  it('is not saved over another notebook, which VS Code does not see where it is as long and not newer', async () => {
    const notebook = await notebooks.open(queryNotebook('{}'));
    await typeInCell(notebook, '// mine\n');
    await writeFile(notebook.uri.fsPath, withQuery('[]'));
    await utimes(notebook.uri.fsPath, 1, 1);
    const said = await asked(/unsaved changes here/);
    assert.deepEqual(buttonsOf(said), ['Open as text', 'Keep mine', 'Use the file']);
    await assertRefused(notebook, withQuery('[]'));
    answer = 'Use the file';
    await assertRefused(notebook, withQuery('[]')).catch(() => undefined);
    await eventually(() => assert.equal(notebook.cellAt(0).document.getText(), '[]'));
    answer = undefined;
    await eventually(async () => {
      // What is typed while VS Code reads the file once more gives way to it.
      if (notebook.cellAt(0).document.getText() === '[]') await typeInCell(notebook, '// mine\n');
      assert.equal(notebook.isDirty, true);
    });
    assert.ok(await notebook.save());
    assert.equal(await onDisk(notebook), withQuery('// mine\n[]'));
  });

  it('asks nothing where it was read again, deleted or saved by itself', async () => {
    const notebook = await notebooks.open(queryNotebook('{}'));
    await writeFile(notebook.uri.fsPath, withQuery('[]'));
    await eventually(() => assert.equal(notebook.cellAt(0).document.getText(), '[]'));
    for (const text of ['// 1\n', '// 2\n', '// 3\n']) {
      await typeInCell(notebook, text);
      assert.ok(await notebook.save());
    }
    await typeInCell(notebook, '// 4\n');
    await rm(notebook.uri.fsPath);
    assert.ok(await notebook.save());
    assert.equal(await onDisk(notebook), withQuery('// 4\n// 3\n// 2\n// 1\n[]'));
    assert.deepEqual(stub.shown, []);
  });

  it('is saved while another one is refused', async () => {
    const mine = await notebooks.open(queryNotebook('{}'));
    const other = await notebooks.open(queryNotebook('{}', '{}'));
    await writeFile(mine.uri.fsPath, conflict);
    await asked(/merge conflict/);
    await Promise.all([typeInCell(mine, '// mine\n'), typeInCell(other, '// other\n')]);
    await vscode.commands.executeCommand('workbench.action.files.saveAll');
    await eventually(async () =>
      assert.equal(await onDisk(other), printNotebook(queryNotebook('// other\n{}', '{}'))),
    );
    assert.equal(await onDisk(mine), conflict);
  });

  it('is saved right after another one that holds the same was refused', async () => {
    const mine = await notebooks.open(queryNotebook('{}'));
    const other = await notebooks.open(queryNotebook('{}'));
    await writeFile(mine.uri.fsPath, conflict);
    await asked(/merge conflict/);
    await Promise.all([typeInCell(mine, '// both\n'), typeInCell(other, '// both\n')]);
    await assertRefused(mine, conflict);
    await eventually(async () => assert.ok(await other.save()));
    assert.equal(await onDisk(other), withQuery('// both\n{}'));
    assert.equal(await onDisk(mine), conflict);
  });

  it('is asked about once where it saves itself, and is not saved over', async () => {
    const files = vscode.workspace.getConfiguration('files');
    const set = async (delay: number | undefined) => {
      await files.update('autoSaveDelay', delay, vscode.ConfigurationTarget.Global);
      await files.update('autoSave', delay && 'afterDelay', vscode.ConfigurationTarget.Global);
    };
    const notebook = await notebooks.open(queryNotebook('{}'));
    await writeFile(notebook.uri.fsPath, conflict);
    await asked(/merge conflict/);
    let saves = 0;
    const counting = vscode.workspace.onWillSaveNotebookDocument(() => (saves += 1));
    await set(50);
    try {
      await typeInCell(notebook, '// mine\n');
      await eventually(() => assert.ok(saves > 0));
      for (const line of ['// more\n', '// and more\n']) await typeInCell(notebook, line);
      assert.equal(stub.shown.length, 1);
      await set(undefined);
      // A save that VS Code makes one with its own is refused as that one is.
      await eventually(async () => {
        assert.equal(await Promise.resolve(notebook.save()).catch(() => false), false);
        assert.ok(stub.shown.length > 1);
      });
      assert.equal(await onDisk(notebook), conflict);
    } finally {
      counting.dispose();
      await set(undefined);
    }
  });

  it('is not saved over with the result of a cell that ran meanwhile', async () => {
    const notebook = await notebooks.open(queryNotebook('{}'));
    await writeFile(notebook.uri.fsPath, conflict);
    await asked(/merge conflict/);
    await runCell(notebook.cellAt(0));
    await eventually(() => assert.ok(notebook.cellAt(0).outputs.length > 0));
    await typeInCell(notebook, '// mine\n');
    await assertRefused(notebook, conflict);
  });

  it('is not saved over something that cannot be read, and refuses no copy of what is not saved', async () => {
    const notebook = await notebooks.open(queryNotebook('{}'));
    await rm(notebook.uri.fsPath);
    await mkdir(notebook.uri.fsPath);
    await typeInCell(notebook, '// mine\n');
    assert.equal(await Promise.resolve(notebook.save()).catch(() => false), false);
    assert.equal(notebook.isDirty, true);
    await rm(notebook.uri.fsPath, { recursive: true });
    await writeFile(notebook.uri.fsPath, '');
    const said = await asked(/It is empty there/);
    assert.match(said.message, /“Keep mine” replaces what the file holds now/);
    await assertRefused(notebook, '');
    await rm(notebook.uri.fsPath);
    await eventually(async () => assert.ok(await notebook.save()));
  });

  it('says why it does not open where it is opened', async () => {
    const uri = await notebooks.write('{"nbformat": 4, "cells": []}');
    answer = 'Open as text';
    await vscode.commands.executeCommand('vscode.openWith', uri, Notebook.type);
    const said = await asked(/does not open/);
    assert.match(
      said.message,
      /^notebook\d+\.dqnb does not open\. This file is JSON but not a query notebook/,
    );
    await eventually(() =>
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString()),
    );
  });
});
