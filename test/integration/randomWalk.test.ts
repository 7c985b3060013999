import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Random } from '../../packages/manager/src/generator/random.js';
import { answerDialogs } from '../support/answerDialogs.js';
import { runs } from '../support/depth.js';
import { closeTabs, fieldsOf, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord, readRecord } from '../support/inventory.js';
import { askManager } from '../support/manager.js';
import { searchTree } from '../support/searchTree.js';
import {
  makeAccessPoint,
  makeDomain,
  pointTarget,
  readSensorTree,
  sensorTarget,
} from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';

/** Something that is edited here and by a second client. */
interface Thing {
  readonly kind: 'domain' | 'accessPoint' | 'record';
  /** What a command gets of it, with the name that it has now. */
  readonly target: () => object;
  /** How its documents end, whatever name they carry. */
  readonly ending: string;
  /** What the manager is to have. */
  readonly truth: Record<string, string>;
  /** What was typed into its document and is not saved. */
  typed: Record<string, string>;
  /** What its document began with, as far as it was typed over. */
  base: Record<string, string>;
  readonly fields: readonly string[];
  readonly change: (fields: Record<string, string>) => Promise<unknown>;
  readonly read: () => Promise<Record<string, unknown>>;
}

const seed = Number(process.env.NETSENSOR_WALK_SEED ?? 14);
const steps = Number(process.env.NETSENSOR_WALK_STEPS ?? runs({ broad: 80, deep: 600 }));

describe('a random walk over tree, details and documents, with a second client', function () {
  this.timeout(1_200_000);
  const extension = useExtension();
  const random = new Random(seed, 'walk');
  const things: Thing[] = [];
  const buildings: string[] = [];
  let count = 0;
  const fresh = (word: string) => `${word} ${(count += 1)}`;
  const pick = <T>(from: readonly T[]): T => random.pick(from);
  const manager = () => extension().manager;
  const patch = (path: string) => (body: object) => askManager(manager(), path, { method: 'PATCH', body });

  before('what the walk goes over', async () => {
    const unlocking = answerDialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
    unlocking.restore();
    const top = await makeDomain(manager(), { name: 'Walked' });
    for (const name of ['House 1', 'House 2', 'House 3']) {
      const node = await makeDomain(manager(), { name, parent_uuid: top.uuid, domain_type: 5 });
      buildings.push(node.uuid);
      const truth = { name };
      things.push({
        kind: 'domain',
        truth,
        typed: {},
        base: {},
        fields: ['name'],
        ending: `.${node.uuid}.json`,
        target: () => ({ ...sensorTarget(node), parentUuid: top.uuid, name: truth.name }),
        change: patch(`/api/v1/sensors/${node.uuid}`),
        read: async () => ({ ...(await readSensorTree(manager(), node.uuid)) }),
      });
    }
    for (let number = 1; number <= 6; number += 1) {
      const point = await makeAccessPoint(manager(), {
        name: `Point ${number}`,
        sensor_uuid: pick(buildings),
      });
      const truth = { name: point.name, description: '', sensor_uuid: point.sensor_uuid };
      things.push({
        kind: 'accessPoint',
        truth,
        typed: {},
        base: {},
        fields: ['name', 'description'],
        ending: `.${point.id}.json`,
        target: () => ({ ...pointTarget(point), name: truth.name, sensorUuid: truth.sensor_uuid }),
        change: patch(`/api/v1/access_points/${point.id}`),
        read: async () => {
          const nodes = await Promise.all(buildings.map(uuid => readSensorTree(manager(), uuid)));
          const points = nodes.flatMap(({ access_points: listed = [] }) => listed);
          return points.find(({ id }) => id === point.id) ?? {};
        },
      });
    }
    for (const name of ['Walk panel 1', 'Walk panel 2', 'Walk panel 3']) {
      const { id } = await createRecord(manager(), 'power_panels', { name });
      const truth = { name, description: '' };
      things.push({
        kind: 'record',
        truth,
        typed: {},
        base: {},
        fields: ['name', 'description'],
        ending: `.${id}.json`,
        target: () => ({
          kind: 'record',
          connectionId: 'environment',
          type: 'power_panels',
          recordId: id,
          name: truth.name,
          uri: vscode.Uri.parse(`netsensor://environment/inventory/power_panels/x.${id}.json`),
        }),
        change: fields => changeRecord(manager(), 'power_panels', id, fields),
        read: async () => (await readRecord(manager(), 'power_panels', id)) ?? {},
      });
    }
    await vscode.commands.executeCommand('netsensor.refresh');
    await searchTree('environment', 'Walked');
  });
  after('close what it opened', closeTabs);

  const documentOf = ({ ending }: Thing): vscode.TextDocument | undefined => {
    const open = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .map(({ input }) => (input instanceof vscode.TabInputText ? input.uri.toString() : ''));
    return vscode.workspace.textDocuments.find(
      ({ uri }) => uri.path.endsWith(ending) && open.includes(uri.toString()),
    );
  };
  /** Whether its tab has the name of now, where it is in front: until then an edit by no keyboard may end in the tab of before. */
  const isNamed = ({ ending, truth }: Thing): boolean => {
    const isItsTab = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.path.endsWith(ending);
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs.filter(isItsTab));
    const isInFront = tabs.some(({ isActive }) => isActive);
    return !isInFront || tabs.map(({ label }) => label).join() === `${truth.name}${ending}`;
  };
  const tabsNow = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.map(({ label, isActive, isDirty }) => [label, { isActive, isDirty }]),
    );
  const isTyped = ({ typed }: Thing) => Object.keys(typed).length > 0;

  const open = async (thing: Thing) => {
    await vscode.commands.executeCommand('netsensor.openRecord', thing.target());
    await eventually(() => assert.ok(documentOf(thing), `opened ${thing.ending}`));
    if (!isTyped(thing)) await shows(thing);
  };

  /** A document without edits comes to show what the manager has, at the latest when the tree and its list are read again. */
  const shows = async (thing: Thing) => {
    const document = documentOf(thing);
    if (!document || document.isDirty) return;
    if (!agrees(fieldsOf(document), thing.truth)) await vscode.commands.executeCommand('netsensor.refresh');
    await eventually(() => {
      const now = documentOf(thing);
      assert.ok(
        now && agrees(fieldsOf(now), thing.truth),
        `${now?.getText()} is ${JSON.stringify(thing.truth)}`,
      );
    });
  };

  const type = async (thing: Thing) => {
    if (!documentOf(thing)) await open(thing);
    const field = pick(thing.fields);
    const value = fresh(`Typed ${field}`);
    const document = documentOf(thing) ?? assert.fail();
    // The document may come to show what changed elsewhere until the edit is taken.
    const shown = await setFields(document, { [field]: value });
    if (!isTyped(thing))
      thing.base = Object.fromEntries(thing.fields.map(each => [each, textIn(shown[each])]));
    thing.typed = { ...thing.typed, [field]: value };
  };

  const save = async (thing: Thing) => {
    const document = documentOf(thing);
    if (!document || !isTyped(thing)) return;
    const contested = Object.keys(thing.typed).filter(field => thing.base[field] !== thing.truth[field]);
    const isSaved = await document.save();
    const about = () => `${document.uri.path} ${document.getText()} ${JSON.stringify(thing)}`;
    const why = async () =>
      vscode.workspace.fs
        .writeFile(document.uri, new TextEncoder().encode(document.getText()))
        .then(() => 'saved at the second try', String);
    assert.equal(
      isSaved,
      contested.length === 0,
      `“${contested.join()}” were changed by both. ${isSaved ? '' : await why()} ${about()}`,
    );
    if (isSaved) return stored(thing, thing.typed);
    const mine = random.next() < 0.5;
    await vscode.commands.executeCommand(`netsensor.${mine ? 'keepMine' : 'takeTheirs'}`, document.uri);
    await eventually(() => assert.equal(document.isDirty, false)).catch(async () => {
      const text = document.getText();
      const again = await document.save();
      assert.fail(
        `the conflict about ${contested.join()} is decided (mine: ${mine}): ${text}; saved again: ${again}; ${await why()}; ${JSON.stringify(tabsNow())} ${about()}`,
      );
    });
    const taken = mine ? [] : contested;
    await stored(
      thing,
      Object.fromEntries(Object.entries(thing.typed).filter(([field]) => !taken.includes(field))),
    );
  };

  const stored = async (thing: Thing, sent: Record<string, string>) => {
    Object.assign(thing.truth, sent);
    thing.typed = {};
    await eventually(() =>
      assert.ok(isNamed(thing), `the tab of ${thing.truth.name}: ${JSON.stringify(tabsNow())}`),
    );
    const found = await thing.read();
    assert.ok(agrees(found, thing.truth), `${JSON.stringify(found)} is ${JSON.stringify(thing.truth)}`);
  };

  const actions: Readonly<Record<string, (thing: Thing) => Promise<unknown>>> = {
    open,
    type,
    save,
    'type again': type,
    'save again': save,
    'change elsewhere': async thing => {
      const field = pick(thing.fields);
      const value = fresh(`Theirs ${field}`);
      await thing.change({ [field]: value });
      thing.truth[field] = value;
    },
    refresh: async thing => {
      await vscode.commands.executeCommand('netsensor.refresh');
      await shows(thing);
      if (thing.kind === 'record') return;
      const { labels } = await searchTree('environment', thing.truth.name ?? '');
      assert.equal(labels[0], thing.truth.name, 'the tree has its name of now');
    },
    move: async thing => {
      const to = pick(buildings);
      if (thing.kind !== 'accessPoint' || isTyped(thing) || thing.truth.sensor_uuid === to) return;
      const dialogs = answerDialogs(({ buttons }) => buttons.find(button => button === 'Move'));
      const target = thing.target();
      await vscode.commands.executeCommand('netsensor.moveNodes', target, [target], {
        kind: 'sensor',
        uuid: to,
      });
      dialogs.restore();
      thing.truth.sensor_uuid = to;
      assert.equal((await thing.read()).sensor_uuid, to, JSON.stringify(dialogs.shown));
    },
    close: async thing => {
      if (isTyped(thing)) return;
      const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
      const isMeant = ({ input, isDirty }: vscode.Tab) =>
        !isDirty && input instanceof vscode.TabInputText && input.uri.path.endsWith(thing.ending);
      await vscode.window.tabGroups.close(tabs.filter(isMeant));
    },
    'show details': async () => vscode.commands.executeCommand('netsensor.showDetails'),
  };

  const settings = `NETSENSOR_WALK_SEED=${seed}, NETSENSOR_WALK_STEPS=${steps}`;
  it(`never shows a wrong name and never loses an edit (${settings})`, async () => {
    const walked: string[] = [];
    const effects: Record<string, number> = {};
    for (let step = 0; step < steps; step += 1) {
      const name = pick(Object.keys(actions));
      const thing = pick(things);
      walked.push(`${name} ${thing.truth.name}`);
      try {
        const before = JSON.stringify([thing.truth, thing.typed]);
        await actions[name]?.(thing);
        if (before !== JSON.stringify([thing.truth, thing.typed])) effects[name] = (effects[name] ?? 0) + 1;
        for (const each of things.filter(isTyped)) {
          const document = documentOf(each);
          assert.ok(
            document && agrees(fieldsOf(document), each.typed),
            `${JSON.stringify(each.typed)} is still there`,
          );
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`Step ${step}, after ${walked.slice(-8).join(', ')}: ${reason}`, { cause: error });
      }
    }
    const lasting = ['type', 'save', 'change elsewhere'];
    assert.ok(
      lasting.every(name => (effects[name] ?? 0) > steps / 100),
      `a walk that changes little proves little: ${JSON.stringify(effects)}`,
    );
  });
});

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** Whether an object has these values; an empty text may be missing. */
const agrees = (fields: Record<string, unknown>, wanted: Record<string, string>): boolean =>
  Object.entries(wanted).every(([field, value]) => (fields[field] ?? '') === value);
