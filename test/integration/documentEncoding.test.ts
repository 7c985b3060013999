import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeTabs, fieldsOf, openDocument, openTabs, replaceText } from '../support/editDocument.js';
import { createRack, readRack, type StoredRack } from '../support/manager.js';
import { makeDomain, sensorTarget } from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { answerWrittenFile } from '../support/answerFiles.js';

describe('documents of a manager are UTF-8', () => {
  const extension = useExtension();
  const { dialogs, later, restore } = stubAnswers();
  let number = 0;
  let rack: StoredRack;

  const manager = () => extension().manager;
  const uri = () => vscode.Uri.parse(`netsensor://environment/inventory/racks/Rack.${rack.id}.json`);
  const writes = () => extension().proxy.writes;
  const configure = async (settings: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(settings))
      await vscode.workspace.getConfiguration('files').update(name, value, vscode.ConfigurationTarget.Global);
  };
  const chooseFile = async (name: string, content: Buffer) => later(await answerWrittenFile(name, content));

  before('unlock the connection', async () => {
    dialogs(({ buttons }) => buttons.find(button => button === 'Unlock'));
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  beforeEach('a rack of its own', async () => {
    number += 1;
    rack = await createRack(manager(), `Señal ${number}`);
    extension().proxy.seen.length = 0;
  });
  afterEach(async () => {
    restore();
    await closeTabs();
    await configure({ encoding: undefined, autoGuessEncoding: undefined });
  });

  it('whatever files.encoding says', async () => {
    const settings = [{ encoding: 'windows1252' }, { encoding: 'utf16le' }, { autoGuessEncoding: true }];
    for (const [round, setting] of settings.entries()) {
      await configure({ encoding: undefined, ...setting });
      const document = await openDocument(uri());
      assert.deepEqual([document.encoding, fieldsOf(document)['name']], ['utf8', rack.name]);
      await replaceText(document, rack.name, `Núñez ${number} ${round} 😀`);
      assert.ok(await document.save(), JSON.stringify(setting));
      rack = await readRack(manager(), rack.id);
      assert.equal(rack.name, `Núñez ${number} ${round} 😀`);
      await closeTabs();
    }
  });

  it('so a save in the encoding that it was opened with is refused, and the edit stays', async () => {
    for (const encoding of ['windows1252', 'utf16le']) {
      const text = await vscode.workspace.openTextDocument(uri()).then(found => found.getText());
      const document = await vscode.workspace.openTextDocument(uri(), { encoding });
      await vscode.window.showTextDocument(document);
      await replaceText(document, document.getText(), text.replace('"u_height": 42', '"u_height": 43'));
      assert.equal(await document.save(), false, encoding);
      assert.equal(document.isDirty, true);
      await closeTabs();
    }
    assert.deepEqual(writes(), []);
  });

  it('so bytes that are not are refused with a sentence that says what to do', async () => {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri()));
    for (const encoding of ['latin1', 'utf16le'] as const)
      await assert.rejects(
        Promise.resolve(vscode.workspace.fs.writeFile(uri(), Buffer.from(text, encoding))),
        /takes UTF-8 only\. Nothing was sent\. Copy your changes, revert the file, choose Reopen with Encoding/,
      );
    assert.deepEqual(writes(), []);
  });

  it('and so are files that are sent', async () => {
    const shown = dialogs(() => undefined);
    const domain = await makeDomain(manager(), { name: `Encoded ${number}` });
    const csv = 'id,name\n,Peñón\n';
    await chooseFile('latin.csv', Buffer.from(csv, 'latin1'));
    const target = { kind: 'inventoryType', connectionId: 'environment', type: 'racks' };
    await vscode.commands.executeCommand('netsensor.importRecords', target);
    await chooseFile('points.csv', Buffer.from('mac_address,name\naa:bb:cc:00:00:01,AP\n', 'utf16le'));
    await vscode.commands.executeCommand('netsensor.overrideFromFile', sensorTarget(domain));
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['latin.csv', 'points.csv'].map(
        name => `${name} is not a text in UTF-8. Save it with that encoding, then choose it again.`,
      ),
    );
    assert.deepEqual([openTabs(), writes()], [[], []]);
  });
});
