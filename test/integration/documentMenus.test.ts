import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeDocument, closeTabs, openDocument } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord } from '../support/inventory.js';
import { makeAccessPoint, makeDomain, readSensorTree } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';

const connectionId = 'environment';
const uriOf = (path: string) => vscode.Uri.from({ scheme: 'netsensor', authority: connectionId, path });
const run = (command: string, ...given: readonly unknown[]) =>
  vscode.commands.executeCommand(`netsensor.${command}`, ...given);
const copied = async (command: string, ...given: readonly unknown[]) => {
  await vscode.env.clipboard.writeText('');
  await run(command, ...given);
  return vscode.env.clipboard.readText();
};

describe('the menus of the text and of the tab of a document', () => {
  const extension = useExtension();
  const manager = () => extension().manager;

  afterEach('close editors', closeTabs);

  it('have the same commands, for every document that the tree has something for', () => {
    const own = vscode.extensions.getExtension('netsensor.netsensor')?.packageJSON as Manifest;
    const wanted = [
      'revealDocument',
      'reloadDocument',
      'saveDocumentAs',
      'copyLink',
      'copyJson',
      'pin',
      'openInFolder',
    ];
    for (const menu of ['editor/context', 'editor/title/context'] as const) {
      const items = own.contributes.menus[menu].filter(({ when }) =>
        /resourceScheme == '?netsensor\b/.test(when),
      );
      assert.deepEqual(
        items.map(({ command }) => command),
        wanted.map(command => `netsensor.${command}`),
        menu,
      );
    }
  });

  it('lead to the row in the tree, copy a link and the text, and read the document again, whatever is in front', async () => {
    const { uuid } = await readSensorTree(manager());
    const panel = await createRecord(manager(), 'power_panels', { name: 'Menus' });
    const domain = await makeDomain(manager(), { name: 'Menus', parent_uuid: uuid });
    const point = await makeAccessPoint(manager(), { name: 'Menus', sensor_uuid: domain.uuid });
    await run('refresh');
    const documents = [
      [uriOf(`/inventory/power_panels/Menus.${panel.id}.json`), `record=power_panels%2F${panel.id}`],
      [uriOf(`/sensors/domain/Menus.${domain.uuid}.json`), `sensor=${domain.uuid}`],
      [uriOf(`/access_points/Menus.${point.id}.json`), `accessPoint=${point.id}`],
      [uriOf('/lists/rack_roles/Rack roles.json'), 'list=rack_roles'],
    ] as const;
    for (const [uri, query] of documents) {
      const document = await openDocument(uri);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'in front' }));
      const link = await copied('copyLink', uri);
      assert.ok(link.endsWith(`&${query}`), link);
      assert.match(link, /:\/\/netsensor\.netsensor\/open\?manager=http/);
      assert.equal(await copied('copyJson', uri), document.getText());
      await run('revealDocument', uri);
      // Without a document in front of the manager, it is the row that is selected whose link is copied.
      await eventually(async () => assert.equal(await copied('copyLink'), link));
      assert.equal(activeDocument().getText(), 'in front');
    }
    await changeRecord(manager(), 'power_panels', panel.id, { description: 'Theirs' });
    const [[uri]] = documents;
    await run('reloadDocument', uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await eventually(() => assert.match(document.getText(), /"description": "Theirs"/));
  });
});

describe('a link', () => {
  const extension = useExtension();
  const extensions = vscode.workspace.getConfiguration('extensions');
  const setting = 'confirmedUriHandlerExtensionIds';

  before('VS Code asks before it opens a link; no test can answer', () =>
    extensions.update(setting, ['netsensor.netsensor'], vscode.ConfigurationTarget.Global),
  );
  after(() => extensions.update(setting, undefined, vscode.ConfigurationTarget.Global));
  afterEach('close editors', closeTabs);

  it('opens what it was copied from, when the window is called by it', async () => {
    const panel = await createRecord(extension().manager, 'power_panels', { name: 'Linked & found=1' });
    await run('refresh');
    const uri = uriOf(`/inventory/power_panels/x.${panel.id}.json`);
    const link = await copied('copyLink', uri);
    // What a browser is led to, and leads back with: the window of a browser has no other way.
    const address = await vscode.env.asExternalUri(vscode.Uri.parse(link));
    assert.ok(await vscode.env.openExternal(address));
    await eventually(() => assert.match(activeDocument().uri.path, new RegExp(`\\.${panel.id}\\.json$`)));
  });
});

interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<
      Record<'editor/context' | 'editor/title/context', readonly { command: string; when: string }[]>
    >;
  };
}
