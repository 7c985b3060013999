import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs, type ShownDialog } from '../support/answerDialogs.js';
import { answerPicks } from '../support/answerPicks.js';
import { someOf } from '../support/depth.js';
import { activeDocument, openTabs, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { failEachRequest, type Attempt, type Flow } from '../support/failEachRequest.js';
import { askManager } from '../support/manager.js';
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

/** Kinds that differ in their address alone share the failures among them. */
const lostAnswer = ['reset after the write'] as const;
const brokenForGood = ['a page after the write, for good'] as const;

/** The failure that every run tries, and those that one for depth does where they are not all. */
type Failures = readonly [sample: Flow['sample'], failures?: Flow['failures']];

const agree = ({ buttons }: ShownDialog) =>
  buttons.find(button => ['Save and empty them', 'Create once more'].includes(button));

describe('documents of the sensor tree while any one request fails', function () {
  this.timeout(300_000);
  const extension = useExtension();
  let parent: TreeNode;
  let number = 0;
  let undo = (): void => undefined;

  const below = async (uuid: string) => findNode(await readSensorTree(extension().manager, uuid), uuid);
  const save = async (document: vscode.TextDocument) => document.save();

  before('unlock the connection, and answer that the first twin is meant', async () => {
    const dialogs = answerDialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
    dialogs.restore();
    undo = answerPicks(items => items[0]);
  });
  after(() => undo());

  const fail = (prepare: Flow['prepare'], [sample, failures]: Failures) =>
    failEachRequest(extension().proxy, { prepare, answer: agree, sample, ...(failures ? { failures } : {}) });
  const newParent = async () => {
    number += 1;
    parent = await makeDomain(extension().manager, { name: `Failing ${number}` });
  };

  const creates: readonly [command: string, fields: Record<string, unknown>, ...Failures][] = [
    ['createDomain', { name: 'Made', domain_type: 4 }, 'reset after the write'],
    ['createFlowSensor', { name: 'Made', ip: '10.2.0.1' }, 'reset', lostAnswer],
    ['createVendorSensor', { name: 'Made', ip: 'cloud.example' }, 'a page after the write, for good'],
    ['createMseSensor', { name: 'Made', stream: 'S' }, 'status 500', lostAnswer],
    ['createAccessPoint', { name: 'Made' }, 'reset after the write'],
  ];
  for (const [command, fields, ...failures] of someOf(creates, 1)) {
    it(`${command}: creates once, or says that it did not`, async () => {
      const isPoint = command === 'createAccessPoint';
      const prepare = async (): Promise<Attempt> => {
        await newParent();
        const { uuid } = parent;
        await vscode.commands.executeCommand(`netsensor.${command}`, sensorTarget(parent));
        const document = await eventually(activeDocument, 30_000);
        const mac = `ab:cf:00:00:${hex(number >> 8)}:${hex(number)}`;
        await setFields(document, isPoint ? { ...fields, mac_address: mac } : fields);
        return {
          document,
          act: async () => {
            if (!(await save(document))) return false;
            await eventually(
              () => assert.ok(!openTabs().some(({ path }) => path.startsWith('/new/'))),
              30_000,
            );
            return true;
          },
          look: async () => {
            const now = await below(uuid);
            return [...(now?.children ?? []), ...(now?.access_points ?? [])].map(({ name }) => name);
          },
          isDone: seen => JSON.stringify(seen) === '["Made"]',
        };
      };
      await fail(prepare, failures);
    });
  }

  const sensors: readonly [kind: string, fields: Record<string, unknown>, ...Failures][] = [
    ['domain', { name: 'Before', domain_type: 4 }, 'reset after the write'],
    ['flow', { name: 'Before', ip: '10.2.0.1' }, 'status 500'],
    [
      'vendor',
      { name: 'Before', ip: 'cloud.example', vendor_validator: 'v' },
      'a page after the write, for good',
      brokenForGood,
    ],
    ['mse', { name: 'Before', stream: 'S' }, 'reset', brokenForGood],
  ];
  for (const [kind, fields, ...failures] of someOf(sensors, 1)) {
    it(`${kind} document: stores the change, or keeps it in the tab`, async () => {
      const prepare = async (): Promise<Attempt> => {
        await newParent();
        const { manager } = extension();
        const body = { parent_uuid: parent.uuid, ...fields };
        const made = (await askManager(manager, `/api/v1/sensors/${kind}`, { method: 'POST', body })) as {
          sensor: TreeNode;
        };
        const target = { ...sensorTarget(made.sensor), sensorKind: kind, parentUuid: parent.uuid };
        return modification(target, { ...fields, name: 'After' });
      };
      await fail(prepare, failures);
    });
  }

  for (const by of someOf(['MAC address', 'id'] as const, 0)) {
    it(`access point document by ${by}: stores the change, or keeps it in the tab`, async () => {
      const prepare = async (): Promise<Attempt> => {
        await newParent();
        const made = await makeAccessPoint(extension().manager, {
          name: 'Before',
          sensor_uuid: parent.uuid,
        });
        return modification(
          { ...pointTarget(made), ...(by === 'id' ? {} : { id: undefined }) },
          { name: 'After' },
        );
      };
      await fail(prepare, by === 'id' ? ['status 500'] : ['reset after the write', lostAnswer]);
    });
  }

  const modification = async (target: object, fields: Record<string, unknown>): Promise<Attempt> => {
    const { uuid } = parent;
    await vscode.commands.executeCommand('netsensor.openRecord', target);
    const document = await eventually(activeDocument, 30_000);
    await setFields(document, fields);
    return {
      document,
      act: () => save(document),
      look: async () => {
        const now = await below(uuid);
        return [...(now?.children ?? []), ...(now?.access_points ?? [])].map(({ name }) => name);
      },
      isDone: seen => JSON.stringify(seen) === '["After"]',
    };
  };
});

const hex = (byte: number) => (byte & 255).toString(16).padStart(2, '0');
