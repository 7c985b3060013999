import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeTabs, editNotebook } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { makeAccessPoint, makeDomain, readSensorTree, sensorTarget } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';

describe('the layer of a floor', () => {
  const extension = useExtension();
  const file = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'Layered.floor.json');
  /** The hours that queries asked for. */
  const asked = () => {
    const bodies = extension().proxy.seen.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
    return bodies.map(body => {
      const [interval = ''] = (JSON.parse(body) as { intervals: string[] }).intervals;
      const [from = '', to = ''] = interval.split('/');
      return (Date.parse(to) - Date.parse(from)) / 3_600_000;
    });
  };

  afterEach('put everything back', async () => {
    await closeTabs();
    await rm(file, { force: true });
  });

  it('that its file names is drawn at once, over the time of the notebook in front, and follows that', async () => {
    const { manager, proxy } = extension();
    const top = await readSensorTree(manager);
    const floor = await makeDomain(manager, { name: 'Layered', parent_uuid: top.uuid, domain_type: 101 });
    await makeAccessPoint(manager, { name: 'Lobby', sensor_uuid: floor.uuid, x: 10, y: 10 });
    await writeFile(file, JSON.stringify({ floor: floor.uuid, layer: 'clients' }));
    // One that was opened before, as in any window of somebody who works with several.
    const earlier = await vscode.workspace.openNotebookDocument(
      'netsensor-query',
      new vscode.NotebookData([]),
    );
    await vscode.window.showNotebookDocument(earlier);
    const data = new vscode.NotebookData([]);
    // Where none is named the kernel that VS Code chooses is written into it, at any moment, with the range of a moment before.
    data.metadata = { timeRange: 'last 2 hours', connection: 'environment' };
    const notebook = await vscode.workspace.openNotebookDocument('netsensor-query', data);
    await vscode.window.showNotebookDocument(notebook);
    await eventually(() => assert.equal(vscode.window.activeNotebookEditor?.notebook, notebook));
    await vscode.commands.executeCommand('netsensor.refresh');
    proxy.seen.length = 0;
    await vscode.commands.executeCommand('netsensor.showFloorPlan', sensorTarget(floor));
    await eventually(() => assert.deepEqual(asked(), [2, 2]));
    const range = { timeRange: 'last 4 hours' };
    await editNotebook(notebook, () =>
      vscode.NotebookEdit.updateNotebookMetadata({ ...notebook.metadata, ...range }),
    );
    await eventually(() => assert.deepEqual(asked(), [2, 2, 4, 4]));
  });

  it('is asked for no longer once its tab is closed', async () => {
    const { manager, proxy } = extension();
    const top = await readSensorTree(manager);
    const floor = await makeDomain(manager, { name: 'Closed', parent_uuid: top.uuid, domain_type: 101 });
    await makeAccessPoint(manager, { name: 'Lobby', sensor_uuid: floor.uuid, x: 10, y: 10 });
    await writeFile(file, JSON.stringify({ floor: floor.uuid, layer: 'clients' }));
    await vscode.commands.executeCommand('netsensor.refresh');
    proxy.seen.length = 0;
    const { abandoned } = proxy;
    proxy.fault = { type: 'silence' };
    proxy.faultMethod = 'POST';
    await vscode.commands.executeCommand('netsensor.showFloorPlan', sensorTarget(floor));
    await eventually(() => assert.equal(asked().length, 2));
    await closeTabs();
    await eventually(() => assert.equal(proxy.abandoned, abandoned + 2));
    assert.equal(asked().length, 2);
  });
});
