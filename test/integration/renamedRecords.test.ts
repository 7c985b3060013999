import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeTabs, openDocument, openTabs, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord } from '../support/inventory.js';
import { makeAccessPoint, makeDomain, readSensorTree } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

const connectionId = 'environment';
const uriOf = (path: string) => vscode.Uri.from({ scheme: 'netsensor', authority: connectionId, path });
/** What a click on the row of a record does, or a link to it. */
const click = (uri: vscode.Uri) =>
  vscode.commands.executeCommand('vscode.open', uri, { preview: true, preserveFocus: true });
const showsAlone = (...uris: readonly vscode.Uri[]) =>
  eventually(() => assert.deepEqual(openTabs().map(String).toSorted(), uris.map(String).toSorted()));
const showsText = (text: RegExp) =>
  eventually(() => assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', text));
const inFront = () => vscode.window.activeTextEditor?.document.uri.toString();

describe('a record that has another name now', () => {
  const extension = useExtension();
  const manager = () => extension().manager;

  before('unlock the connection', () => unlock(connectionId));
  afterEach('close editors', closeTabs);

  /** Records of each sort with one name: how the address of each is written with a name. */
  const made = async (name: string) => {
    const { uuid } = await readSensorTree(manager());
    const panel = await createRecord(manager(), 'power_panels', { name });
    const domain = await makeDomain(manager(), { name, parent_uuid: uuid });
    const point = await makeAccessPoint(manager(), { name, sensor_uuid: domain.uuid });
    await vscode.commands.executeCommand('netsensor.refresh');
    const addresses = [
      (name: string) => uriOf(`/inventory/power_panels/${name}.${panel.id}.json`),
      (name: string) => uriOf(`/sensors/domain/${name}.${domain.uuid}.json`),
      (name: string) => uriOf(`/access_points/${name}.${point.id}.json`),
    ];
    return { panel, addresses };
  };

  it('has one tab with that name once it was saved, where and as it was, and whatever name leads to it', async () => {
    const { addresses } = await made('Before');
    const before = addresses.map(address => address('Before'));
    const now = addresses.map(address => address('Now'));
    const documents = [];
    for (const uri of before) {
      const document = await openDocument(uri);
      await setFields(document, { name: 'Now' });
      documents.push(document);
    }
    const selection = new vscode.Selection(1, 4, 1, 6);
    vscode.window.activeTextEditor!.selection = selection;
    for (const document of documents) assert.ok(await document.save());
    await eventually(() => assert.deepEqual(openTabs().map(String), now.map(String)));
    await eventually(() => {
      assert.equal(inFront(), now.at(-1)?.toString());
      assert.ok(vscode.window.activeTextEditor?.selection.isEqual(selection));
    });
    for (const [at, uri] of before.entries()) {
      await click(uri);
      await eventually(() => assert.equal(inFront(), now[at]?.toString()));
      await eventually(() => assert.deepEqual(openTabs().map(String), now.map(String)));
    }
  });

  it('has a tab with that name where somebody else gave it, seen as before, and keeps what is not saved in its tab', async () => {
    const { panel, addresses } = await made('Mine');
    const address = addresses[0]!;
    await click(address('Mine'));
    await showsAlone(address('Mine'));
    await changeRecord(manager(), 'power_panels', panel.id, { name: 'Theirs' });
    await vscode.commands.executeCommand('netsensor.refresh');
    await showsAlone(address('Theirs'));
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview);
    const edited = await openDocument(address('Theirs'));
    await setFields(edited, { description: 'My text' });
    await changeRecord(manager(), 'power_panels', panel.id, { name: 'Theirs again' });
    await vscode.commands.executeCommand('netsensor.refresh');
    await click(address('Theirs again'));
    await eventually(() => assert.equal(inFront(), edited.uri.toString()));
    await showsAlone(address('Theirs'));
    assert.match(edited.getText(), /"description": "My text"/);
    assert.ok(await edited.save());
    await showsAlone(address('Theirs again'));
    await showsText(/"description": "My text"/);
  });

  it('keeps its tab while it is typed into after its save, and takes the name with the next', async () => {
    const { addresses } = await made('Typed');
    const [before, now] = ['Typed', 'Typed on'].map(addresses[0]!) as [vscode.Uri, vscode.Uri];
    const document = await openDocument(before);
    await setFields(document, { name: 'Typed on' });
    const saving = document.save();
    await setFields(document, { name: 'Typed on', description: 'Typed later' });
    await saving;
    const text = await eventually(() => {
      const [uri] = openTabs();
      const shown = vscode.workspace.textDocuments.find(each => String(each.uri) === String(uri));
      assert.match(shown?.getText() ?? '', /Typed later/);
      return shown!;
    });
    assert.ok(await text.save());
    await showsAlone(now);
    await showsText(/Typed later/);
  });

  it('has one tab in each group of the window that shows it', async () => {
    const { addresses } = await made('In two');
    const [before, now] = ['In two', 'In both'].map(addresses[1]!) as [vscode.Uri, vscode.Uri];
    const document = await openDocument(before);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Two });
    await setFields(document, { name: 'In both' });
    assert.ok(await document.save());
    await eventually(() => assert.deepEqual(openTabs().map(String), [now, now].map(String)));
    await eventually(() => assert.equal(vscode.window.activeTextEditor?.viewColumn, vscode.ViewColumn.Two));
  });
});
