import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connections } from '../../src/connections/connection.js';
import type { StoredBases } from '../../src/records/documents/storedBases.js';
import { RecordBases } from '../../src/records/documents/recordBases.js';
import { SaveFailures } from '../../src/records/documents/saveFailures.js';
import { RecordFileSystem } from '../../src/records/documents/recordFileSystem.js';
import { RecordSecrets } from '../../src/records/secrets/recordSecrets.js';
import type { Log } from '../../src/ui/doors.js';
import { closeTabs, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRack, readRack, type StoredRack } from '../support/manager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

describe('a document that is closed', () => {
  const extension = useExtension();
  const { dialogs, restore } = stubAnswers();
  let rack: StoredRack;
  let uri: vscode.Uri;

  const open = () => vscode.commands.executeCommand('vscode.open', uri);
  const document = () =>
    vscode.workspace.textDocuments.find(candidate => candidate.uri.toString() === uri.toString());
  const isClosed = () => eventually(() => assert.equal(document(), undefined));

  beforeEach('a rack in an editor, on an unlocked connection', async () => {
    dialogs(({ buttons }) => buttons.find(button => button === 'Unlock'));
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
    rack = await createRack(extension().manager, 'Closed');
    uri = vscode.Uri.parse(`netsensor://environment/inventory/racks/Closed.${rack.id}.json`);
    await open();
  });
  afterEach('put everything back', async () => {
    await closeTabs();
    restore();
  });

  it('leaves neither its text, nor a conflict, nor a secret', async () => {
    const changed = new vscode.EventEmitter<void>();
    const connections = {
      onDidChange: changed.event,
      client: () => Promise.resolve({}),
    } as unknown as Connections;
    const kind = { read: () => Promise.resolve('{}') };
    const kinds = () => Promise.resolve({ find: () => kind, isFolder: () => false });
    const failures = new SaveFailures();
    const secrets = new RecordSecrets();
    const bases = {
      serve: () => undefined,
      became: () => undefined,
      read: (_: unknown, read: () => unknown) => read(),
    } as unknown as RecordBases;
    const files = new RecordFileSystem(connections, kinds as never, bases, failures);
    const known: number[] = [];
    files.onDidChangeFile(events => known.push(events.length));
    await files.readFile(uri);
    failures.note(uri, { kind: 'deleted' });
    secrets.add(uri, { password: 'hidden' });
    changed.fire();
    await closeTabs();
    await isClosed();
    changed.fire();
    assert.deepEqual([known, failures.get(uri), secrets.of(uri)], [[1, 0], undefined, {}]);
    vscode.Disposable.from(files, failures, secrets, changed).dispose();
  });

  it('whose base cannot be forgotten says so in the log, and nobody else hears of it', async () => {
    const lines: string[] = [];
    const log = { error: (line: string) => lines.push(line) } as unknown as Log;
    const kept = {
      has: () => true,
      get: () => undefined,
      earlier: () => undefined,
      set: () => Promise.reject(new Error('No room on the disk')),
      setEarlier: () => Promise.resolve(),
      removeForgotten: () => Promise.reject(new Error('No folder')),
    } as unknown as StoredBases;
    const bases = new RecordBases(kept, log);
    await closeTabs();
    await isClosed();
    await eventually(() => assert.deepEqual(lines, ['No folder', 'No room on the disk']));
    bases.dispose();
  });

  it('is one whose tab went, not one whose language was changed', async () => {
    const secrets = new RecordSecrets();
    secrets.add(uri, { password: 'kept' });
    const opened = document();
    assert.ok(opened);
    const changed = await vscode.languages.setTextDocumentLanguage(opened, 'plaintext');
    assert.equal(changed.languageId, 'plaintext');
    assert.deepEqual(secrets.of(uri), { password: 'kept' });
    await closeTabs();
    await isClosed();
    assert.deepEqual(secrets.of(uri), {});
    secrets.dispose();
  });

  it('is read from the manager once when it is opened again', async () => {
    await closeTabs();
    await isClosed();
    extension().proxy.seen.length = 0;
    await open();
    await eventually(() => assert.ok(document()));

    const reads = extension().proxy.seen.filter(({ url }) => url.includes(`/racks/${rack.id}?`));
    assert.equal(reads.length, 1);
  });

  it('is none whose changes are still to be saved after another language was chosen', async () => {
    const opened = document();
    assert.ok(opened);
    await replaceText(opened, '"u_height": 42', '"u_height": 43');
    await eventually(() => assert.ok(opened.isDirty));
    const changed = await vscode.languages.setTextDocumentLanguage(opened, 'jsonc');
    assert.ok(await changed.save());
    assert.equal((await readRack(extension().manager, rack.id)).u_height, 43);
  });
});
