import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import { activeDocument, closeTabs, fieldsOf } from '../support/editDocument.js';
import { askManager } from '../support/manager.js';
import { makeAccessPoint, makeDomain } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';

describe('asking the manager for access points', () => {
  const extension = useExtension();
  let undo: (() => void)[] = [];
  const inputs = (...answers: (string | undefined)[]) => {
    const stub = answerInputs(answers);
    undo.push(stub.restore);
    return stub.asked;
  };
  const run = () =>
    vscode.commands.executeCommand('netsensor.listAccessPoints', { connectionId: 'environment' });
  const asked = () =>
    extension()
      .proxy.seen.map(({ url }) => new URL(url, extension().proxy.url))
      .filter(({ pathname }) => pathname === '/api/v1/access_points.json')
      .map(({ searchParams }) =>
        Object.fromEntries([...searchParams].filter(([name]) => name !== 'auth_token')),
      );

  afterEach(async () => {
    undo.reverse().forEach(restore => restore());
    undo = [];
    await closeTabs();
  });

  it('opens the one that is picked, with the filter that the words mean', async () => {
    const { manager } = extension();
    const domain = await makeDomain(manager, { name: 'Listed' });
    const point = await makeAccessPoint(manager, { name: 'Listed AP', sensor_uuid: domain.uuid });
    await askManager(manager, `/api/v1/access_points/${point.id}`, {
      method: 'PATCH',
      body: { ip_address: '10.9.8.7', status: 0 },
    });
    const cases = [
      ['', {}],
      ['Listed AP', { name: 'Listed AP' }],
      [point.mac_address, { mac_address: point.mac_address }],
      ['10.9.8.7', { ip_address: '10.9.8.7' }],
      ['down', { status: '0' }],
    ] as const;
    for (const [words, filter] of cases) {
      extension().proxy.seen.length = 0;
      inputs(words, 'Listed AP');
      await run();
      assert.deepEqual(asked(), [filter]);
      assert.equal(fieldsOf(activeDocument()).mac_address, point.mac_address, words);
      await closeTabs();
    }
  });

  it('says when there is none, and why the manager could not be asked', async () => {
    const dialogs = answerDialogs(() => undefined);
    undo.push(dialogs.restore);
    inputs('no such access point', 'no such access point');
    await run();
    assert.match(dialogs.shown[0]?.message ?? '', /has no such access points\.$/);
    extension().proxy.fault = { type: 'page' };
    await run();
    assert.match(dialogs.shown[1]?.message ?? '', /A web page/);
  });
});
