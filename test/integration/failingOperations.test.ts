import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs, type ShownDialog } from '../support/answerDialogs.js';
import { answerPicks } from '../support/answerPicks.js';
import { activeDocument, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { isDeep } from '../support/depth.js';
import { commandWent } from '../support/commandWent.js';
import { failEachRequest, type Flow } from '../support/failEachRequest.js';
import {
  findNode,
  makeAccessPoint,
  makeDomain,
  pointTarget,
  readSensorTree,
  sensorTarget,
  type TreeNode,
} from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';
import { answerWrittenFile } from '../support/answerFiles.js';

const goOn = ['Delete', 'Overwrite', 'Restore', 'Override'];
const answer = ({ buttons }: ShownDialog) => buttons.find(button => goOn.includes(button));

/** What the engine for changes makes of each failure, unit tests of `changes` and `operations/strange` go through in every run. */
const inDepth = (title: string, run: () => Promise<void>) => {
  if (isDeep) it(title, run);
};

describe('operations on the tree while any one request fails', function () {
  this.timeout(300_000);
  const extension = useExtension();
  let undo: (() => void)[] = [];
  let number = 0;
  let word = '';
  let choose = (items: readonly vscode.QuickPickItem[]): vscode.QuickPickItem | undefined => items[0];
  let top: TreeNode;
  let house: TreeNode;

  const manager = () => extension().manager;
  /** Everything in the domain of the test, with what can be changed of it; nothing when it is gone. */
  const look = async (uuid: string) => {
    const found = findNode(await readSensorTree(manager()), uuid);
    return found ? outline(found) : 'gone';
  };
  const chooseFile = async (name: string, text: string) => undo.push(await answerWrittenFile(name, text));

  before('unlock the connection', () => unlock('environment'));
  beforeEach(() => {
    choose = items => items[0];
    undo.push(
      answerPicks(
        items => choose(items),
        () => word,
      ),
    );
  });
  afterEach(() => {
    undo.reverse().forEach(restore => restore());
    undo = [];
  });

  /** A domain with a building, and an access point in each. */
  const makeTree = async () => {
    number += 1;
    word = `Breaking ${number}`;
    top = await makeDomain(manager(), { name: word });
    house = await makeDomain(manager(), { name: 'House', parent_uuid: top.uuid, domain_type: 5 });
    return {
      uuid: top.uuid,
      one: await makeAccessPoint(manager(), { name: 'One', sensor_uuid: top.uuid }),
      two: await makeAccessPoint(manager(), { name: 'Two', sensor_uuid: house.uuid }),
    };
  };
  const fail = (sample: Flow['sample'], prepare: Flow['prepare']) =>
    failEachRequest(extension().proxy, { prepare, answer, sample });
  const isGone = (seen: unknown) => seen === 'gone';

  it('deletes one domain, or says what is left', () =>
    fail('reset after the write', async () => {
      const { uuid } = await makeTree();
      const target = sensorTarget(top);
      const act = async () => isGone(await look(uuid)) || commandWent('deleteNodes', target, [target]);
      return { act, look: () => look(uuid), isDone: isGone };
    }));

  inDepth('deletes all access points of a domain, or says what is left', () =>
    fail('a page after the write, for good', async () => {
      const { uuid } = await makeTree();
      const isDone = (seen: unknown) => !JSON.stringify(seen).includes('ee:ee:');
      const act = async () =>
        isDone(await look(uuid)) || commandWent('deleteAccessPoints', sensorTarget(top));
      return { act, look: () => look(uuid), isDone };
    }),
  );

  inDepth('overwrites a subtree, or keeps the edit', () =>
    fail('reset after the write', async () => {
      const { uuid } = await makeTree();
      await vscode.commands.executeCommand('netsensor.editSubtree', sensorTarget(top));
      const document = await eventually(activeDocument);
      const body = JSON.parse(document.getText()) as { sensor: { children: { name: string }[] } };
      body.sensor.children[0]!.name = 'Renamed';
      await setFields(document, { ...body });
      return {
        document,
        act: async () => document.save(),
        look: () => look(uuid),
        isDone: seen => JSON.stringify(seen).includes('Renamed'),
      };
    }),
  );

  inDepth('overrides access points from a document, or keeps the edit', () =>
    fail('no answer in time', async () => {
      const { uuid } = await makeTree();
      await vscode.commands.executeCommand('netsensor.editAccessPoints', sensorTarget(top));
      const document = await eventually(activeDocument);
      const body = JSON.parse(document.getText()) as { access_points: { description?: string }[] };
      body.access_points[0]!.description = 'Overridden';
      await setFields(document, { ...body });
      return {
        document,
        act: async () => document.save(),
        look: () => look(uuid),
        isDone: seen => JSON.stringify(seen).includes('Overridden'),
      };
    }),
  );

  inDepth('overrides access points from CSV, or says that it did not', () =>
    fail('status 500', async () => {
      const { uuid, one, two } = await makeTree();
      const lines = [one, two].map(({ mac_address: mac }) => `${mac},Overridden\n`);
      await chooseFile('faults.csv', `mac_address,description\n${lines.join('')}`);
      const target = sensorTarget(top);
      return {
        act: () => commandWent('overrideFromFile', target),
        look: () => look(uuid),
        isDone: seen => JSON.stringify(seen).match(/Overridden/g)?.length === 2,
      };
    }),
  );

  inDepth('puts a backup back, or says that it did not', () =>
    fail('reset', async () => {
      const { uuid } = await makeTree();
      const whole = await look(uuid);
      choose = items => items.find(({ label }) => label.includes(word)) ?? items[0];
      const dialogs = answerDialogs(answer);
      await vscode.commands.executeCommand('netsensor.deleteNodes', sensorTarget(top));
      dialogs.restore();
      return {
        act: () => commandWent('restoreBackup', { connectionId: 'environment' }),
        look: () => look(uuid),
        isDone: seen => JSON.stringify(seen) === JSON.stringify(whole),
      };
    }),
  );

  inDepth('deletes several nodes and access points: what is left is named each time', async () => {
    for (const fault of [{ type: 'reset' }, { type: 'page' }] as const)
      for (let spared = 0; spared < 6; spared += 1) {
        await extension().proxy.heal();
        const { uuid, one } = await makeTree();
        const other = await makeDomain(manager(), { name: `${word} other` });
        word = 'Local manager';
        const dialogs = answerDialogs(answer);
        Object.assign(extension().proxy, { faultAfter: spared, fault });
        extension().proxy.seen.length = 0;
        const targets = [sensorTarget(house), sensorTarget(other), pointTarget(one)];
        await vscode.commands.executeCommand('netsensor.deleteNodes', targets[0], targets);
        await extension().proxy.heal();
        dialogs.restore();
        const told = dialogs.shown.map(({ message }) => message).join(' | ');
        const seen = JSON.stringify([await look(uuid), await look(other.uuid)]);
        const left = ['House', ` other"`, 'One'].filter(name => seen.includes(name));
        const where = `${fault.type} at request ${spared}: ${told} ${seen}`;
        if (left.length === 0) assert.match(told, /Deleted 2 domains|could not be read again/, where);
        else if (left.length < 3 || /Deleted|Still there/.test(told))
          for (const name of left) assert.ok(told.includes(name.replace('"', '')), `${name}: ${where}`);
        else assert.match(told, /[a-z]{3,} .*[.?]/, where);
      }
  });
});

function outline(node: TreeNode): unknown {
  const points = (node.access_points ?? []).map(({ name, mac_address: mac, description }) => [
    name,
    mac,
    description,
  ]);
  const children = [...node.children].sort((one, two) => one.uuid.localeCompare(two.uuid)).map(outline);
  return [node.name, node.uuid, node.domain_type, points.sort(), children];
}
