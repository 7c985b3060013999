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
const inFront = () => vscode.window.activeTextEditor?.document.uri.toString();

describe('a record that has another name now', () => {
  const extension = useExtension();
  const manager = () => extension().manager;

  before('unlock the connection', () => unlock(connectionId));
  afterEach('close editors', closeTabs);

  /** Records of each sort, which have the name `Before`: where each stands, and how its address is written with a name. */
  const made = async () => {
    const { uuid } = await readSensorTree(manager());
    const panel = await createRecord(manager(), 'power_panels', { name: 'Before' });
    const domain = await makeDomain(manager(), { name: 'Before', parent_uuid: uuid });
    const point = await makeAccessPoint(manager(), { name: 'Before', sensor_uuid: domain.uuid });
    await vscode.commands.executeCommand('netsensor.refresh');
    const addresses = [
      (name: string) => uriOf(`/inventory/power_panels/${name}.${panel.id}.json`),
      (name: string) => uriOf(`/sensors/domain/${name}.${domain.uuid}.json`),
      (name: string) => uriOf(`/access_points/${name}.${point.id}.json`),
    ];
    return { panel, addresses };
  };

  it('has one tab with that name once it was saved, in front or behind, and whatever name leads to it', async () => {
    const { addresses } = await made();
    const before = addresses.map(address => address('Before'));
    const now = addresses.map(address => address('Now'));
    const documents = [];
    for (const uri of before) {
      const document = await openDocument(uri);
      await setFields(document, { name: 'Now' });
      documents.push(document);
    }
    for (const document of documents) assert.ok(await document.save());
    await showsAlone(...now);
    assert.equal(inFront(), now.at(-1)?.toString());
    for (const [at, uri] of before.entries()) {
      await click(uri);
      await eventually(() => assert.equal(inFront(), now[at]?.toString()));
      await showsAlone(...now);
    }
  });

  it('has a tab with that name where somebody else gave it, and keeps what is not saved in the tab that has it', async () => {
    const { panel, addresses } = await made();
    const address = addresses[0]!;
    const document = await openDocument(address('Before'));
    await changeRecord(manager(), 'power_panels', panel.id, { name: 'Theirs' });
    await vscode.commands.executeCommand('netsensor.refresh');
    await showsAlone(address('Theirs'));
    assert.ok(document.isClosed || !document.isDirty);
    const edited = await openDocument(address('Theirs'));
    await setFields(edited, { description: 'Mine' });
    await changeRecord(manager(), 'power_panels', panel.id, { name: 'Theirs again' });
    await vscode.commands.executeCommand('netsensor.refresh');
    await click(address('Theirs again'));
    await showsAlone(address('Theirs'));
    assert.equal(inFront(), edited.uri.toString());
    assert.match(edited.getText(), /"description": "Mine"/);
  });
});
