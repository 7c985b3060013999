import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ShownDialog } from '../support/answerDialogs.js';
import {
  activeDocument,
  closeTabs,
  fieldsOf,
  openDocument,
  openTabs,
  replaceText,
  setFields,
} from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { askManager, createRack, readRack, type StoredRack } from '../support/manager.js';
import {
  findNode,
  makeAccessPoint,
  makeDomain,
  pointTarget,
  readSensorTree,
  sensorTarget,
  type TreeNode,
} from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

type Item = Record<string, unknown>;

describe('what is typed while a document is saved', () => {
  const extension = useExtension();
  const answers = stubAnswers();
  let shown: readonly ShownDialog[] = [];

  const manager = () => extension().manager;
  const rackTarget = ({ id, name }: StoredRack) => ({
    kind: 'record',
    connectionId: 'environment',
    type: 'racks',
    recordId: id,
    name,
  });
  const open = async (command: string, ...targets: unknown[]) => {
    await vscode.commands.executeCommand(`netsensor.${command}`, ...targets);
    return eventually(activeDocument);
  };
  const openRack = ({ id, name }: StoredRack) =>
    openDocument(vscode.Uri.parse(`netsensor://environment/inventory/racks/${name}.${id}.json`));
  const rewrite = (document: vscode.TextDocument, change: (text: never) => unknown) =>
    eventually(async () => {
      const edit = new vscode.WorkspaceEdit();
      const changed = change(JSON.parse(document.getText()) as never);
      const all = new vscode.Range(0, 0, document.lineCount, 0);
      edit.replace(document.uri, all, `${JSON.stringify(changed, null, 2)}\n`);
      assert.ok(await vscode.workspace.applyEdit(edit));
    });
  /** Saves while somebody types as soon as the write has arrived. */
  const saveWhileTyping = async (
    document: vscode.TextDocument,
    type: () => Promise<unknown>,
    save: () => Thenable<unknown> = () => document.save(),
  ) => {
    const { proxy } = extension();
    let isTyped = false;
    proxy.onArrival = ({ method }) => {
      if (method === 'GET' || isTyped) return undefined;
      isTyped = true;
      return type();
    };
    await save();
    assert.ok(isTyped, 'something was written');
    proxy.onArrival = undefined;
  };
  /** The same, and saves once more. */
  const saveTwice = async (
    document: vscode.TextDocument,
    type: () => Promise<unknown>,
    settled: () => Promise<unknown> = async () => undefined,
  ) => {
    await saveWhileTyping(document, type);
    await settled();
    assert.ok(await document.save());
  };
  const writes = () =>
    extension().proxy.writes.map(({ method, body }) => [method, JSON.parse(body) as unknown]);
  const storedNode = async (uuid: string) => findNode(await readSensorTree(manager()), uuid);

  before('unlock the connection', () => unlock('environment'));
  beforeEach('agree to plans, and to nothing else', () => {
    extension().proxy.seen.length = 0;
    shown = answers.dialogs(({ buttons }) => buttons.find(button => ['Save', 'Overwrite'].includes(button)));
  });
  afterEach('put everything back', async () => {
    extension().proxy.onArrival = undefined;
    await closeTabs();
    answers.restore();
  });

  it('is stored by the next save of a record, without a question', async () => {
    const rack = await createRack(manager(), 'Typed 1');
    const document = await openRack(rack);
    await setFields(document, { u_height: 43 });
    extension().proxy.seen.length = 0;
    await saveTwice(document, () => setFields(document, { u_height: 44 }));
    assert.deepEqual(writes(), [
      ['PATCH', { rack: { u_height: 43 } }],
      ['PATCH', { rack: { u_height: 44 } }],
    ]);
    assert.equal((await readRack(manager(), rack.id)).u_height, 44);
    assert.deepEqual([shown, document.isDirty], [[], false]);
  });

  it('is stored where it puts a value back', async () => {
    const rack = await createRack(manager(), 'Typed 2');
    const document = await openRack(rack);
    await setFields(document, { u_height: 43 });
    await saveTwice(document, () => setFields(document, { u_height: 42 }));
    assert.equal((await readRack(manager(), rack.id)).u_height, 42);
    assert.deepEqual(shown, []);
  });

  it('is an edit where it is an undo, although VS Code takes that for none', async () => {
    const rack = await createRack(manager(), 'Typed 11');
    const document = await openRack(rack);
    await setFields(document, { u_height: 43 });
    await saveTwice(
      document,
      async () => vscode.commands.executeCommand('undo'),
      () =>
        eventually(() => assert.deepEqual([fieldsOf(document)['u_height'], document.isDirty], [42, true])),
    );
    assert.equal((await readRack(manager(), rack.id)).u_height, 42);
    assert.deepEqual(shown, []);
  });

  it('is stored where it is saved while its tab takes the new name', async () => {
    const rack = await createRack(manager(), 'Typed 12');
    const document = await openRack(rack);
    await setFields(document, { name: 'Typed twelve' });
    extension().proxy.seen.length = 0;
    let saving: Promise<boolean> | undefined;
    const saved = vscode.workspace.onDidSaveTextDocument(() => {
      saving ??= setFields(document, { u_height: 44 }).then(() => document.save());
    });
    assert.ok(await document.save());
    assert.ok(await saving);
    saved.dispose();
    await eventually(async () => assert.equal((await readRack(manager(), rack.id)).u_height, 44));
    await eventually(() => {
      assert.deepEqual(
        openTabs().map(({ path }) => path),
        [`/inventory/racks/Typed twelve.${rack.id}.json`],
      );
      assert.equal(fieldsOf(activeDocument())['u_height'], 44);
    });
    const [first, ...later] = writes();
    assert.deepEqual(first, ['PATCH', { rack: { name: 'Typed twelve' } }]);
    for (const write of later) assert.deepEqual(write, ['PATCH', { rack: { u_height: 44 } }]);
  });

  it('is stored where it corrects a name, in one tab that has the name', async () => {
    const rack = await createRack(manager(), 'Typed 3');
    const document = await openRack(rack);
    await setFields(document, { name: 'Typed three' });
    await saveTwice(document, () => setFields(document, { name: 'Typed 3 again' }));
    assert.equal((await readRack(manager(), rack.id)).name, 'Typed 3 again');
    await eventually(() =>
      assert.deepEqual(
        openTabs().map(({ path }) => path),
        [`/inventory/racks/Typed 3 again.${rack.id}.json`],
      ),
    );
    assert.deepEqual(shown, []);
  });

  it('is stored in a list, and what was created is not created again', async () => {
    const rack = await createRack(manager(), 'Typed 4');
    const document = await open('editRecords', rackTarget(rack), [rackTarget(rack)]);
    await rewrite(document, (items: Item[]) => [
      ...items.map(item => ({ ...item, width: 23 })),
      { name: 'Typed 5', u_height: 10, width: 19 },
    ]);
    extension().proxy.seen.length = 0;
    await saveTwice(document, () =>
      rewrite(document, (items: Item[]) => items.map(item => ({ ...item, u_height: 11 }))),
    );
    const racks = (await askManager(manager(), '/api/v1/inventory/racks')) as { racks: StoredRack[] };
    assert.deepEqual(
      racks.racks
        .filter(({ name }) => ['Typed 4', 'Typed 5'].includes(name))
        .map(({ name, u_height: height, width }) => [name, height, width]),
      [
        ['Typed 4', 11, 23],
        ['Typed 5', 11, 19],
      ],
    );
    assert.deepEqual(
      shown.flatMap(({ buttons }) =>
        buttons.filter(button => button === 'Use those' || button === 'Keep mine'),
      ),
      [],
    );
  });

  it('stays an edit of a list until it is saved by itself', async () => {
    const rack = await createRack(manager(), 'Typed 13');
    const document = await open('editRecords', rackTarget(rack), [rackTarget(rack)]);
    const setWidth = (width: number) =>
      rewrite(document, (items: Item[]) => items.map(item => ({ ...item, width })));
    const widthIs = (width: number) =>
      eventually(() =>
        assert.deepEqual(
          [(JSON.parse(document.getText()) as Item[])[0]?.['width'], document.isDirty],
          [width, true],
        ),
      );
    await setWidth(23);
    await saveWhileTyping(
      document,
      () => setWidth(331),
      () => vscode.commands.executeCommand('netsensor.saveDocument'),
    );
    await widthIs(331);
    assert.deepEqual([shown.length, (await readRack(manager(), rack.id)).width], [1, 23]);
    await setWidth(19);
    await vscode.commands.executeCommand('netsensor.saveDocument');
    assert.deepEqual([(await readRack(manager(), rack.id)).width, document.isDirty], [19, false]);
  });

  it('is stored in domains and access points', async () => {
    const parent = await makeDomain(manager(), { name: 'Typed 6' });
    const point = await makeAccessPoint(manager(), { name: 'Typed 7', sensor_uuid: parent.uuid });
    const domain = await open('openRecord', { ...sensorTarget(parent), sensorKind: 'domain' });
    await setFields(domain, { mac_hasing_salt: 'one' });
    await saveTwice(domain, () => setFields(domain, { mac_hasing_salt: 'two' }));
    const access = await open('openRecord', pointTarget(point));
    await setFields(access, { description: 'three' });
    await saveTwice(access, () => setFields(access, { description: 'four' }));
    const stored = await storedNode(parent.uuid);
    assert.deepEqual(
      [fieldsOf(domain)['mac_hasing_salt'], stored?.access_points?.map(each => (each as Item).description)],
      ['two', ['four']],
    );
    assert.deepEqual(shown, []);
  });

  it('is stored in a subtree, where what was created is kept', async () => {
    const top = await makeDomain(manager(), { name: 'Typed 8' });
    const document = await open('editSubtree', sensorTarget(top));
    interface Body {
      sensor: { children?: { name: string }[] };
    }
    const add = (name: string) =>
      rewrite(document, ({ sensor }: Body) => ({
        sensor: { ...sensor, children: [...(sensor.children ?? []), { name }] },
      }));
    await add('One');
    await saveTwice(document, () => add('Two'));
    const names = (node: TreeNode | undefined) => node?.children?.map(({ name }) => name).sort();
    assert.deepEqual(names(await storedNode(top.uuid)), ['One', 'Two']);
  });

  for (const [title, command, first, second, written] of [
    ['a record', 'createRecord', { name: 'Typed 9', u_height: 42, width: 19 }, { u_height: 40 }, 'rack'],
    ['a domain', 'createDomain', { name: 'Typed 10' }, { domain_type: 3 }, undefined],
  ] as const) {
    it(`in a draft goes on as an edit of ${title} that it has become, in a tab that has its name`, async () => {
      const target =
        command === 'createRecord'
          ? { kind: 'inventoryType', connectionId: 'environment', type: 'racks' }
          : sensorTarget(await makeDomain(manager(), { name: `Above ${title}` }));
      const draft = await open(command, target);
      assert.match(draft.uri.path, /^\/new\//);
      await setFields(draft, first);
      extension().proxy.seen.length = 0;
      await saveWhileTyping(draft, () => setFields(draft, second));
      await eventually(() => {
        const [tab, ...others] = openTabs();
        assert.deepEqual(others, []);
        assert.match(tab?.path ?? '', new RegExp(`^/(inventory/racks|sensors/domain)/${first.name}\\.`));
      });
      const record = activeDocument();
      await eventually(() => {
        const { [Object.keys(second)[0] ?? '']: typed } = fieldsOf(record);
        assert.deepEqual([typed, record.isDirty], [Object.values(second)[0], true]);
      });
      assert.deepEqual(
        writes().map(([method]) => method),
        ['POST'],
      );
      assert.ok(await record.save());
      assert.deepEqual(writes()[1], ['PATCH', written ? { [written]: second } : second]);
      assert.deepEqual(shown, []);
    });
  }

  it('in a draft that is no record just now stays in its tab until the next save', async () => {
    const above = await makeDomain(manager(), { name: 'Above Typed 12' });
    const draft = await open('createDomain', sensorTarget(above));
    await setFields(draft, { name: 'Typed 12' });
    await saveWhileTyping(draft, () => replaceText(draft, '"domain_type": 1', '"domain_type": '));
    await eventually(async () => assert.equal((await storedNode(above.uuid))?.children.length, 1));
    await replaceText(draft, '"domain_type": ', '"domain_type": 3');
    assert.ok(await draft.save());
    await eventually(() =>
      assert.match(
        openTabs()
          .map(({ path }) => path)
          .join(),
        /^\/sensors\/domain\/Typed 12\.\d+\.json$/,
      ),
    );
    assert.equal((await storedNode(above.uuid))?.children[0]?.domain_type, 3);
    assert.deepEqual(shown, []);
  });
});
