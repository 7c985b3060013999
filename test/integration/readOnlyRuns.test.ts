import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { elementsIn } from '../../src/records/documents/documentElements.js';
import { readOnlyFolds, readOnlyRuns } from '../../src/records/documents/readOnlyFields.js';

describe('what cannot be changed', () => {
  const open = async (path: string, value: unknown) => {
    const content = JSON.stringify(value, null, 2);
    const { getText, positionAt } = await vscode.workspace.openTextDocument({ content, language: 'json' });
    return { uri: vscode.Uri.from({ scheme: 'netsensor', authority: 'm', path }), getText, positionAt };
  };
  const lines = async (path: string, value: unknown) => {
    const document = await open(path, value);
    const shown = document.getText().split('\n');
    return readOnlyRuns(document, elementsIn(document)).map(([from, to]) =>
      shown.slice(from, to + 1).map(line => line.trim()),
    );
  };
  const folds = async (path: string, value: unknown) => {
    const document = await open(path, value);
    return readOnlyFolds(document, elementsIn(document)).map(({ start, end }) => [start, end]);
  };
  const rack = { id: 7, name: 'Rack', u_height: 42, created_at: 'c', seen: { by: 'me' }, updated_at: 'u' };
  const times = ['"created_at": "c",', '"seen": {', '"by": "me"', '},', '"updated_at": "u"'];

  it('is told of one record and of each of a list', async () => {
    const ofOne = [['"id": 7,'], times];
    assert.deepEqual(await lines('/inventory/racks/Rack.7.json', rack), ofOne);
    assert.deepEqual(await lines('/lists/racks/Racks.json', [rack, rack]), [...ofOne, ...ofOne]);
    assert.deepEqual(await lines('/new/racks/Rack.1.json', rack), []);
  });

  it('is the uuid at the top of a subtree, and where its access points say they stand', async () => {
    const point = { mac_address: 'a:b', sensor_name: 'x', sensor_uuid: '9', status: 1 };
    const child = { name: 'b', uuid: '2', access_points: [point] };
    assert.deepEqual(
      await lines('/subtree/a.1.json', { sensor: { name: 'a', uuid: '1', type: 1, children: [child] } }),
      [['"uuid": "1",'], ['"sensor_name": "x",', '"sensor_uuid": "9",']],
    );
    assert.deepEqual(await lines('/override/a.1.json', { access_points: [point] }), []);
  });

  it('is all of a sensor that the manager has no call for, of which only what says nothing is folded away', async () => {
    const path = '/sensors/other/IPS.1.json';
    const sensor = { name: 'IPS', uuid: '1', type: 2, ip: '10.0.0.1', domain_type: 1 };
    const empty = { latitude: null, is_deleted: false, property: {}, group_id: null };
    assert.equal((await lines(path, sensor)).flat().length, 5);
    assert.deepEqual(await folds(path, sensor), []);
    assert.deepEqual(await folds(path, { ...sensor, ...empty, id: 0 }), [[6, 9]]);
  });

  it('is folded where it has several lines', async () => {
    assert.deepEqual(await folds('/lists/racks/Racks.json', [rack]), [[5, 9]]);
  });
});
