import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeDocument, closeTabs, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import { makeDomain, sensorTarget, type TreeNode } from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useAddedConnection } from '../support/useAddedConnection.js';
import { useExtension } from '../support/useExtension.js';

describe('a manager that keeps what a full write leaves out', () => {
  const extension = useExtension();
  const manager = () => extension().manager;
  const added = useAddedConnection(() => ({ url: extension().proxy.url, apiKey: manager().apiKey }));
  const { dialogs, restore } = stubAnswers();
  let parent: TreeNode;

  before('unlock the connection', async () => {
    dialogs(({ buttons }) => buttons.find(button => button === 'Unlock'));
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  afterEach(async () => {
    restore();
    await closeTabs();
  });

  /** Renames a flow sensor in its document. @returns what was asked about emptied fields */
  const rename = async (connectionId: string, name: string) => {
    const body = { name, ip: '10.0.0.1', snmp_community: 'c0mmunity', parent_uuid: parent.uuid };
    const answer = await askManager(manager(), '/api/v1/sensors/flow', { method: 'POST', body });
    const { sensor } = answer as { sensor: TreeNode };
    const target = { ...sensorTarget(sensor), connectionId, sensorKind: 'flow', parentUuid: parent.uuid };
    await vscode.commands.executeCommand('netsensor.openRecord', target);
    const document = await eventually(activeDocument);
    await setFields(document, { name: `${name} renamed` });
    const shown = dialogs(({ buttons }) => buttons.find(button => button === 'Save and empty them'));
    assert.ok(await document.save(), name);
    return shown.map(({ message }) => message);
  };
  /** The answer to a change says what the sensor has; it is all that this manager shows of it. */
  const answerWith = (fields: object) =>
    Object.assign(extension().proxy, {
      faultMethod: 'PATCH',
      fault: { type: 'rewritten', rewrite: () => JSON.stringify({ query: true, sensor: fields }) },
    });

  it('is known from its answer, and asked about no more; another manager is', async () => {
    parent = await makeDomain(manager(), { name: 'Keeping' });
    answerWith({ name: 'First renamed', snmp_community: null });
    const asked = [await rename(added(), 'First')];
    await closeTabs();
    answerWith({ name: 'Second renamed', snmp_community: 'c0mmunity' });
    asked.push(await rename(added(), 'Second'));
    await closeTabs();
    answerWith({ name: 'Third renamed' });
    asked.push(await rename(added(), 'Third'), await rename('environment', 'Fourth'));
    assert.deepEqual(
      asked.map(messages => messages.length),
      [1, 1, 0, 1],
      JSON.stringify(asked),
    );
    assert.match(asked[1]?.[0] ?? '', /empties these fields unless you fill them in: .*snmp_community/);
  });
});
