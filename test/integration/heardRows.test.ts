import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { RecordNode } from '../../src/explorer/explorerNode.js';
import { recordItem } from '../../src/explorer/inventory/recordItem.js';
import { sensorItem } from '../../src/explorer/sensors/sensorItem.js';
import { treeNode } from '../../src/explorer/sensors/sensorNodes.js';
import { downItem, downPoints, downSites } from '../../src/explorer/sensors/downNodes.js';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import { inert } from '../../src/words/inert.js';

describe('a screen reader', () => {
  const heard = (item: vscode.TreeItem) => item.accessibilityInformation?.label;

  it('hears the name of a record apart from what tells it from others', () => {
    const feed = { kind: 'record', type: 'power_feeds', name: 'Feed A', icon: 'plug', recordId: 1 };
    const rack = { isInRing: false, hasChildren: false, colour: undefined };
    const node = { ...feed, ...rack, detail: inert('BSL main panel · 230 V') } as RecordNode;
    assert.equal(heard(recordItem(node, true)), 'Feed A, BSL main panel · 230 V');
    assert.equal(heard(recordItem({ ...node, detail: inert('') }, true)), 'Feed A');
  });

  it('hears of a domain or sensor what it is, and its row says so too where nothing else is to say', () => {
    const flow = { uuid: '2', name: 'Edge', type: 5, ip: '10.0.0.1' };
    const floor = { uuid: '3', name: 'Attic', type: 1, domain_type: 101 };
    const cloud = { uuid: '4', name: 'Cloud', type: 9, ip: '10.0.0.2' };
    const index = new SensorIndex({ uuid: '1', name: 'top', type: 1, children: [flow, floor, cloud] });
    const look = { isLocked: true, isOpen: false, hasShownChildren: false };
    const rows = [0, 1, 2, 3].map(number => {
      const node = treeNode({ connectionId: 'one', index }, number);
      assert.equal(node.kind, 'sensor');
      const item = sensorItem(node, look);
      return [item.description, heard(item)];
    });
    assert.deepEqual(rows, [
      ['1 domain · 2 sensors', 'top, Domain, 1 domain, 2 sensors'],
      ['10.0.0.1', 'Edge, Flow sensor, 10.0.0.1'],
      ['Floor', 'Attic, Floor'],
      ['type 9 · 10.0.0.2', 'Cloud, type 9, 10.0.0.2'],
    ]);
  });

  it('hears of what is down what its row says', () => {
    const point = { name: 'AP 1', mac_address: '00:00:00:00:00:01', status: 0 };
    const floor = { uuid: '2', name: 'Tower', type: 1, domain_type: 5, access_points: [point] };
    const index = new SensorIndex({ uuid: '1', name: 'top', type: 1, children: [floor] });
    const [site] = downSites({ connectionId: 'one', origin: 'Manager', index });
    assert.ok(site);
    assert.equal(heard(downItem(site, true)), 'Tower, 1 of 1 down, Manager');
    assert.deepEqual(
      downPoints(site).map(node => heard(downItem(node, true))),
      ['AP 1, Tower'],
    );
  });
});
