import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ShownDialog } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import { cancelProgress, slow } from '../support/cancelProgress.js';
import { activeDocument, closeTabs, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, listRecords, readRecord, type StoredRecord } from '../support/inventory.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

type Item = Record<string, unknown>;

describe('a part of the records of a type as one document', () => {
  const extension = useExtension();
  const answers = stubAnswers();
  /** Tells the records of a test from those of its earlier attempt. */
  let attempt = 0;

  const agree = ({ buttons }: ShownDialog) => buttons.find(button => ['Save', 'Unlock'].includes(button));
  const type = (name: string) => ({ kind: 'inventoryType', connectionId: 'environment', type: name });
  const filter = async (name: string, words: string) => {
    await vscode.commands.executeCommand('netsensor.refresh');
    const { restore } = answerInputs([words]);
    await vscode.commands.executeCommand('netsensor.filterRecords', type(name));
    restore();
  };
  const edited = async (name: string): Promise<vscode.TextDocument> => {
    await vscode.commands.executeCommand('netsensor.editRecords', type(name));
    return activeDocument();
  };
  const itemsOf = (document: vscode.TextDocument) => JSON.parse(document.getText()) as Item[];
  const write = (document: vscode.TextDocument, items: readonly Item[]) =>
    replaceText(document, document.getText(), `${JSON.stringify(items, null, 2)}\n`);
  const writes = () => extension().proxy.writes;
  const problems = (document: vscode.TextDocument) =>
    vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'netsensor');
  const makeTags = async (...names: string[]) => {
    const tags: StoredRecord[] = [];
    for (const name of names)
      tags.push(await createRecord(extension().manager, 'tags', { name, color: '00ff00' }));
    extension().proxy.seen.length = 0;
    return tags;
  };

  before('unlock the connection', async () => {
    answers.dialogs(agree);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  beforeEach('agree to every plan', () => {
    attempt += 1;
    answers.dialogs(agree);
  });
  afterEach('put everything back', async () => {
    await closeTabs();
    answers.restore();
    for (const name of ['tags', 'account_keys'])
      await vscode.commands.executeCommand('netsensor.clearRecordFilter', type(name));
  });

  it('holds what the filter shows, and saving leaves every other record alone', async () => {
    const { manager } = extension();
    const [first, second] = (await makeTags(
      `Sieve ${attempt}a`,
      `Sieve ${attempt}b`,
      `Apart ${attempt}`,
    )) as [StoredRecord, StoredRecord];
    const before = await listRecords(manager, 'tags');
    await filter('tags', `sieve ${attempt}`);
    const document = await edited('tags');
    assert.deepEqual(
      itemsOf(document).map(({ name }) => name),
      [`Sieve ${attempt}a`, `Sieve ${attempt}b`],
    );
    assert.match(document.uri.path, /Tags \(2\)\.json$/);
    await write(document, [{ ...itemsOf(document)[0], color: '0000ff' }]);
    assert.ok(await document.save());
    assert.deepEqual(
      writes()
        .map(({ method }) => method)
        .sort(),
      ['DELETE', 'PATCH'],
    );
    const expected = before
      .filter(({ id }) => id !== second.id)
      .map(({ id, color }) => [id, id === first.id ? '0000ff' : color]);
    assert.deepEqual(
      (await listRecords(manager, 'tags')).map(({ id, color }) => [id, color]),
      expected,
    );
  });

  it('is not opened when the filter shows nothing', async () => {
    await filter('tags', 'no tag is called so');
    await vscode.commands.executeCommand('netsensor.editRecords', type('tags'));
    assert.deepEqual(
      answers.shown().map(({ message }) => message),
      ['The filter shows no records. Change or clear it, then try again.'],
    );
  });

  it('keeps what was not sent as edits when the save is cancelled, and says what that is', async () => {
    const { manager } = extension();
    const names = Array.from({ length: 12 }, (_, index) => `Cut off ${attempt}.${index + 1}`);
    const tags = await makeTags(...names);
    await filter('tags', `cut off ${attempt}.`);
    const document = await edited('tags');
    await write(
      document,
      itemsOf(document).map(item => ({ ...item, color: 'ff00ff' })),
    );
    Object.assign(extension().proxy, { fault: slow, faultMethod: 'PATCH' });
    const stopCancelling = cancelProgress(message => /^sending 4 of 12$/.test(message));
    answers.later(stopCancelling);
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    const sent = new Set(writes().map(({ url }) => Number(/tags\/(\d+)/.exec(url)?.[1])));
    assert.ok(sent.size >= 1 && sent.size <= 4, `${sent.size} were sent`);
    for (const { id } of tags) {
      const stored = await readRecord(manager, 'tags', id);
      assert.equal(stored?.color, sent.has(id) ? 'ff00ff' : '00ff00');
    }
    const left = tags.filter(({ id }) => !sent.has(id));
    const lines = document.getText().split('\n');
    const marked = problems(document).map(({ range, message }) => {
      assert.equal(message, 'Not sent, because you cancelled. Save again to send it.');
      return Number(/"id": (\d+)/.exec(lines[range.start.line + 1] ?? '')?.[1]);
    });
    assert.deepEqual(
      marked.sort((a, b) => a - b),
      left.map(({ id }) => id),
    );
    stopCancelling();
    await extension().proxy.heal();
    assert.ok(await document.save());
    assert.deepEqual(
      writes()
        .map(({ url }) => Number(/tags\/(\d+)/.exec(url)?.[1]))
        .sort((a, b) => a - b),
      left.map(({ id }) => id),
    );
    assert.deepEqual(problems(document), []);
    assert.equal(document.isDirty, false);
  });

  it('is not saved by auto-save, not even where that is on for everything', async () => {
    const { languageId, uri } = await edited('tags');
    const autoSave = vscode.workspace.getConfiguration('files', { uri, languageId }).inspect('autoSave');
    assert.equal(autoSave?.defaultLanguageValue, 'off');
  });

  describe('passwords', () => {
    const isGone = (document: vscode.TextDocument, secret: string) =>
      eventually(() => {
        assert.ok(!document.getText().includes(secret), document.getText());
        for (const { password } of itemsOf(document)) assert.equal(password, secretPlaceholder);
      });
    const listedKey = async (name: string) => {
      const fields = { name, username: 'root', password: 'stored-word' };
      const key = await createRecord(extension().manager, 'account_keys', fields);
      await filter('account_keys', name);
      return { key, document: await edited('account_keys') };
    };

    it('that are written over a placeholder leave the list at once, and the list says where to set them', async () => {
      const { key, document } = await listedKey(`Listed key ${attempt}`);
      await replaceText(document, secretPlaceholder, 'pasted-word');
      await isGone(document, 'pasted-word');
      assert.match(
        answers.shown().at(-1)?.message ?? '',
        /A list takes no password.*Open the record to set its password/,
      );
      await replaceText(document, secretPlaceholder, 'first line\nsecond line');
      await isGone(document, 'second line');
      await document.save();
      const stored = await readRecord(extension().manager, 'account_keys', key.id);
      assert.equal(stored?.password, 'stored-word');
    });

    const written = (words: string) =>
      new Promise<void>(resolve => {
        const watch = vscode.workspace.onDidChangeTextDocument(change => {
          if (change.document.getText().includes(words)) resolve();
        });
        answers.later(() => watch.dispose());
      });

    it('leave it whole where VS Code says late that the one before is gone', async () => {
      const { document } = await listedKey(`Late key ${attempt}`);
      const { applyEdit } = vscode.workspace;
      answers.later(() => Object.assign(vscode.workspace, { applyEdit }));
      const first = written('pasted-word');
      const second = written('second line');
      Object.assign(vscode.workspace, {
        applyEdit: async (edit: vscode.WorkspaceEdit) => {
          const isMade = await applyEdit(edit);
          await second;
          return isMade;
        },
      });
      const writing = replaceText(document, secretPlaceholder, 'pasted-word');
      await first;
      await isGone(document, 'pasted-word');
      await replaceText(document, secretPlaceholder, 'first line\nsecond line');
      await writing;
      await isGone(document, 'second line');
    });

    const lines = 'first line\nsecond line';
    const meanwhile: Readonly<Record<string, readonly [string, string, string]>> = {
      'lines come into another record': ['pasted-word', secretPlaceholder, lines],
      'a word comes into another record': [lines, secretPlaceholder, 'pasted-word'],
      'a letter is typed elsewhere': [lines, '"root"', '"roots"'],
    };
    for (const [title, [pasted, found, replacement]] of Object.entries(meanwhile)) {
      it(`leave it whole where ${title} before VS Code takes the first one out`, async () => {
        const name = `${title} ${attempt}`;
        for (const username of ['root', 'guest'])
          await createRecord(extension().manager, 'account_keys', { name, username, password: 'stored' });
        await filter('account_keys', name);
        const document = await edited('account_keys');
        const { applyEdit } = vscode.workspace;
        answers.later(() => Object.assign(vscode.workspace, { applyEdit }));
        const second = written(replacement.split('\n').at(-1) ?? '');
        let edits = 0;
        const asked = new Promise<void>(resolve => {
          Object.assign(vscode.workspace, {
            applyEdit: async (edit: vscode.WorkspaceEdit) => {
              edits += 1;
              if (edits !== 2) return applyEdit(edit);
              resolve();
              await second;
              return false;
            },
          });
        });
        await replaceText(document, secretPlaceholder, pasted);
        await asked;
        await replaceText(document, found, replacement);
        for (const words of ['pasted-word', 'first line', 'second line']) await isGone(document, words);
      });
    }

    it('of many records leave the list together', async () => {
      const { document } = await listedKey(`Many keys ${attempt}`);
      const [item = {}] = itemsOf(document);
      const { id: _, ...fields } = item;
      const added = Array.from({ length: 30 }, (_, index) => ({ ...fields, password: `leaking ${index}` }));
      await write(document, [item, ...added]);
      await isGone(document, 'leaking');
    });

    it('of an imported file never come into the list', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'netsensor-import-'));
      answers.later(() => rm(folder, { recursive: true, force: true }));
      const file = join(folder, 'keys.json');
      await writeFile(file, JSON.stringify([{ name: 'Imported', username: 'a', password: 'file-word' }]));
      const { showOpenDialog } = vscode.window;
      const choose = () => Promise.resolve([vscode.Uri.file(file)]);
      Object.assign(vscode.window, { showOpenDialog: choose });
      answers.later(() => Object.assign(vscode.window, { showOpenDialog }));
      const texts: string[] = [];
      const watch = vscode.workspace.onDidChangeTextDocument(({ document }) =>
        texts.push(document.getText()),
      );
      answers.later(() => watch.dispose());
      await vscode.commands.executeCommand('netsensor.importRecords', type('account_keys'));
      assert.ok(texts.some(text => text.includes('"Imported"')));
      assert.ok(!texts.some(text => text.includes('file-word')));
    });
  });
});
