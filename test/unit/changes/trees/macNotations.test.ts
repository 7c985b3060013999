import { describe, expect, it } from 'vitest';
import { overlayCsv } from '../../../../src/changes/trees/overlayCsv.js';
import { planOverwrite } from '../../../../src/changes/trees/overwrite.js';
import { planPoints } from '../../../../src/changes/trees/placePoints.js';
import { isNone } from '../../../../src/changes/trees/treeChanges.js';
import { macKey } from 'netsensor-contract/sensors/macAddress';
import { sensorRecord } from 'netsensor-contract/sensors/sensors';
import { checkPointsText, checkTreeText } from '../../../../src/model/trees/checkTreeText.js';
import { flattenTree } from '../../../../src/model/trees/flatTree.js';
import { listElements, mergeElements } from '../../../../src/model/trees/pointList.js';
import { readPointsCsv } from '../../../../src/model/trees/pointsCsv.js';

/** A manager that writes MAC addresses in its own way. */
const tree = flattenTree(
  sensorRecord.parse({
    id: 1,
    uuid: 'D',
    name: 'Madrid',
    type: 1,
    access_points: [{ id: 5, mac_address: '00-1E-BD-4A-60-01', name: 'Lobby', status: 1 }],
  }),
);
const current = listElements(tree);

describe.each(['001e.bd4a.6001', '00:1E:BD:4A:60:01', ' 001ebd-4a6001 ', '0:1e:bd:4a:60:1\u200b'])(
  'an access point that the manager writes otherwise than %j',
  mac => {
    it('is the same in the list of an override, and is sent as the manager writes it', () => {
      const { body, problems } = checkPointsText(
        JSON.stringify({ access_points: [{ mac_address: mac, name: 'Lobby', status: 1 }] }),
      );
      expect(problems).toEqual([]);
      const { elements, conflicts } = mergeElements(current, body!.access_points, current);
      expect([elements[0]?.mac_address, conflicts]).toEqual(['00-1E-BD-4A-60-01', []]);
      expect(isNone(planPoints(elements, tree, 'D'))).toBe(true);
    });

    it('is the same in the document of a tree', () => {
      const points = [{ mac_address: mac, name: 'Lobby' }];
      const text = JSON.stringify({ sensor: { name: 'Madrid', uuid: 'D', access_points: points } });
      const { body, problems } = checkTreeText(text, 'D');
      expect(problems).toEqual([]);
      const { changes, staying } = planOverwrite(body!, tree);
      expect([isNone(changes.points), staying]).toEqual([true, []]);
    });

    it('is the same in CSV', () => {
      const read = readPointsCsv(`mac_address,name\n"${mac}",Lobby\n`);
      expect(read.problems).toEqual([]);
      const [element] = overlayCsv(read, current, { tree, domain: 'D' });
      expect([macKey(element!.mac_address), element!['status']]).toEqual(['00:1e:bd:4a:60:01', 1]);
    });
  },
);

it('a new access point is sent as the contract has it, and two notations of one are one too many', () => {
  const text = (...macs: string[]) =>
    JSON.stringify({ access_points: macs.map(mac => ({ mac_address: mac, name: 'New' })) });
  expect(checkPointsText(text('001E.BD4A.60FF')).body?.access_points[0]?.mac_address).toBe(
    '00:1e:bd:4a:60:ff',
  );
  expect(checkPointsText(text('001E.BD4A.60FF', '00:1e:bd:4a:60:ff')).problems).toMatchObject([
    { kind: 'duplicateMac' },
  ]);
  expect(readPointsCsv('mac_address,name\n001ebd4a60ff,A\n00-1e-bd-4a-60-ff,B\n').problems).toMatchObject([
    { kind: 'duplicateMac', line: 3 },
  ]);
  expect(checkPointsText(text('001ebd4a60')).problems).toMatchObject([{ kind: 'wrongMac' }]);
});
