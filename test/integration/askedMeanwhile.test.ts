import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { answerPicks } from '../support/answerPicks.js';
import { activeDocument, closeTabs, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, deleteRecord } from '../support/inventory.js';
import { changeRack, createRack, type StoredRack } from '../support/manager.js';
import { makeDomain, sensorTarget, type TreeNode } from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

const environment = { connectionId: 'environment' };

const planTabs = (): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff);
const openPlan = () => planTabs()[0]?.input as vscode.TabInputTextDiff | undefined;
const textOf = (uri: vscode.Uri): string =>
  vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString())?.getText() ?? '';

describe('a change that is asked about', () => {
  const extension = useExtension();
  const { dialogs, inputs, later, meanwhile, shown, restore } = stubAnswers();
  let attempt = 0;
  let domain: TreeNode;
  let rack: StoredRack;

  const agree = ({ buttons }: { readonly buttons: readonly string[] }) =>
    buttons.find(button => /^(Delete|Overwrite|Save|Unlock|Use those|Restore)$/.test(button));
  const run = (command: string, ...targets: unknown[]) =>
    vscode.commands.executeCommand(`netsensor.${command}`, targets[0], targets);
  const record = ({ id, name }: { id: number; name: string }, type = 'racks') => ({
    ...environment,
    kind: 'record',
    type,
    recordId: id,
    name,
  });
  const writes = () => extension().proxy.writes;
  /** The records of a type as one document, with other items. */
  const editList = async (targets: readonly unknown[], change: (items: object[]) => object[]) => {
    await run('editRecords', ...targets);
    const document = activeDocument();
    const items = change(JSON.parse(document.getText()) as object[]);
    await replaceText(document, document.getText(), `${JSON.stringify(items, null, 2)}\n`);
    return document;
  };
  const listOf = (...racks: readonly StoredRack[]) => racks.map(each => record(each));

  beforeEach('a domain and a rack of its own, on an unlocked connection', async () => {
    attempt += 1;
    dialogs(agree);
    await run('unlockConnection', environment);
    domain = await makeDomain(extension().manager, { name: `Asked ${attempt}` });
    rack = await createRack(extension().manager, `Asked ${attempt}`);
    extension().proxy.seen.length = 0;
  });
  afterEach('put everything back', async () => {
    await closeTabs();
    restore();
  });

  const changes: Readonly<Record<string, () => Thenable<unknown>>> = {
    'overwriting a subtree': async () => {
      await run('editSubtree', sensorTarget(domain));
      await replaceText(activeDocument(), `"name": "${domain.name}"`, '"name": "Overwritten"');
      await activeDocument().save();
    },
    'saving a list': async () => {
      const document = await editList(listOf(rack), ([item]) => [{ ...item, width: 23 }]);
      await document.save();
    },
    'deleting a record': () => run('deleteRecords', record(rack)),
    'deleting a domain': () => run('deleteNodes', sensorTarget(domain)),
  };

  it('sends nothing once its connection is locked, whatever is answered', async () => {
    const sent: string[] = [];
    for (const [title, change] of Object.entries(changes)) {
      dialogs(agree);
      await run('unlockConnection', environment);
      extension().proxy.seen.length = 0;
      const wasLocked = meanwhile(() => run('lockConnection', environment));
      await change();
      assert.ok(wasLocked(), title);
      sent.push(...writes().map(({ method }) => `${title}: ${method}`));
    }
    assert.deepEqual(sent, []);
  });

  it('is not made by Enter, which changes nothing', async () => {
    const pressed: (string | undefined)[] = [];
    later(answerPicks(items => items[0]));
    for (const [title, change] of Object.entries(changes)) {
      dialogs(({ onEnter }) => onEnter);
      await change();
      pressed.push(shown()[0]?.onEnter);
      assert.deepEqual(writes(), [], title);
    }
    assert.deepEqual(pressed, ['Keep editing', 'Keep editing', 'Keep it', 'Keep it']);
  });

  it('is asked about again when records that go have changed', async () => {
    dialogs(({ buttons }) => (shown().length === 1 ? buttons[0] : undefined));
    meanwhile(() => changeRack(extension().manager, rack.id, { u_height: 7 }));
    await run('deleteRecords', record(rack));
    assert.match(shown()[1]?.detail ?? '', /^The records have changed while you were asked/);
    assert.deepEqual(writes(), []);
  });

  it('is refused for what belongs to several managers or types', async () => {
    const role = { ...record(rack), type: 'contact_roles' };
    const elsewhere = { connectionId: 'another' };
    const cases: readonly [command: string, targets: readonly object[], sentence: string][] = [
      [
        'deleteRecords',
        [record(rack), { ...record(rack), ...elsewhere }],
        'Select records of one manager only.',
      ],
      [
        'deleteNodes',
        [domain, domain].map((node, at) => ({ ...sensorTarget(node), ...(at === 1 ? elsewhere : {}) })),
        'Select nodes of one manager only.',
      ],
      ...(['editRecords', 'exportRecords', 'compareRecords'] as const).flatMap(command =>
        [role, { ...record(rack), ...elsewhere }].map((other): (typeof cases)[number] => [
          command,
          [record(rack), other],
          'Select records of one type and one manager only.',
        ]),
      ),
      [
        'compareRecords',
        [0, 1, 2].map(more => record({ ...rack, id: rack.id + more })),
        'Select one record, or two of the same type, in the tree first.',
      ],
    ];
    const said: unknown[] = [];
    for (const [command, targets] of cases) {
      dialogs(agree);
      await run(command, ...targets);
      said.push(shown().map(({ message }) => message));
    }
    assert.deepEqual(
      said,
      cases.map(([, , sentence]) => [sentence]),
    );
    assert.deepEqual(extension().proxy.seen, []);
  });

  it('needs the name of the type for several records of a list, and spares one that somebody changes', async () => {
    const others = [
      await createRack(extension().manager, 'Asked b'),
      await createRack(extension().manager, 'Asked c'),
    ];
    const document = await editList(listOf(rack, ...others), ([first]) => [first ?? {}]);
    for (const typed of [undefined, 'Rack']) {
      inputs(typed);
      assert.equal(await document.save(), false);
    }
    assert.deepEqual(writes(), []);
    inputs('Racks');
    const [changed, gone] = others as [StoredRack, StoredRack];
    meanwhile(() => changeRack(extension().manager, changed.id, { width: 21 }));
    assert.equal(await document.save(), false);
    assert.deepEqual(
      writes().map(({ method, url }) => `${method} ${url.split('?')[0]}`),
      [`DELETE /api/v1/inventory/racks/${gone.id}`],
    );
    const [said] = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    assert.match(said ?? '', /Asked b was not deleted\. Someone else changed this record meanwhile/);
  });

  it('of one record shows its difference, with two answers', async () => {
    const document = await editList(listOf(rack), ([item]) => [{ ...item, width: 23 }]);
    let planned = '';
    dialogs(() => {
      planned = textOf((openPlan() ?? assert.fail('no plan is open')).modified);
      return undefined;
    });
    assert.equal(await document.save(), false);
    assert.match(planned, /"width": 23/);
    assert.deepEqual(
      shown().map(({ onEnter, buttons }) => [onEnter, buttons]),
      [['Keep editing', ['Save']]],
    );
    assert.deepEqual([writes(), document.isDirty, openPlan()], [[], true, undefined]);
    assert.equal(activeDocument(), document);
  });

  it('of 300 records opens as one diff that is closed with the answer, or ends with it and keeps the edits', async () => {
    const names = Array.from({ length: 299 }, (_, at) => `Asked ${attempt}.${at}`);
    const document = await editList(listOf(rack), ([item]) => [
      { ...item, width: 23 },
      ...names.map(name => ({ name, u_height: 42, width: 23 })),
    ]);
    const edited = document.getText();
    let sides: string[] = [];
    dialogs(() => {
      const { original, modified } = openPlan() ?? assert.fail('no plan is open');
      sides = [original, modified].map(textOf);
      return undefined;
    });
    assert.equal(await document.save(), false);
    assert.match(shown()[0]?.message ?? '', /^Save 300 changes of racks on /);
    assert.match(sides[0] ?? '', /^.*\n.*\n\/\/ 299 created, 1 updated/);
    const counted = sides.map(text => text.match(/"width": \d+/g)?.length);
    assert.deepEqual(counted, [1, 300]);
    assert.deepEqual([openPlan(), writes(), document.isDirty], [undefined, [], true]);
    dialogs(agree);
    meanwhile(async () => {
      await vscode.window.tabGroups.close(planTabs());
      await eventually(() => assert.equal(openPlan(), undefined));
    });
    assert.equal(await document.save(), false, 'whoever closes the diff keeps the edits');
    assert.deepEqual([writes(), document.getText() === edited], [[], true]);
  });

  it('waits for its turn where several lists are saved at once', async () => {
    const role = await createRecord(extension().manager, 'rack_roles', { name: `Asked ${attempt}` });
    const second = await createRecord(extension().manager, 'rack_roles', { name: `Asked too ${attempt}` });
    const other = await createRack(extension().manager, `Asked b ${attempt}`);
    const wide = await editList(listOf(rack, other), items => items.map(item => ({ ...item, width: 23 })));
    const roles = await editList(
      [role, second].map(({ id }) => record({ id, name: '' }, 'rack_roles')),
      items => items.map(item => ({ ...item, description: 'Both' })),
    );
    const open: number[] = [];
    dialogs(() => {
      open.push(planTabs().length);
      return 'Save';
    });
    assert.deepEqual(await Promise.all([wide.save(), roles.save()]), [true, true]);
    assert.deepEqual(open, [1, 1]);
  });

  it('comes to the front where another is saved that waits for it', async () => {
    const wide = await editList(listOf(rack), ([item]) => [{ ...item, width: 23 }]);
    const role = await createRecord(extension().manager, 'rack_roles', { name: `Asked ${attempt}` });
    const roles = await editList([record({ id: role.id, name: '' }, 'rack_roles')], ([item]) => [
      { ...item, description: 'Second' },
    ]);
    dialogs(agree);
    let second: Thenable<boolean> = Promise.resolve(false);
    const inFront = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const wasAsked = meanwhile(async () => {
      await vscode.window.showTextDocument(roles);
      second = roles.save();
      await eventually(() => assert.ok(inFront() instanceof vscode.TabInputTextDiff));
    });
    assert.ok(await wide.save());
    assert.ok(wasAsked());
    assert.ok(await second);
  });

  it('takes a record that is there already only when the user says so, and none that is gone', async () => {
    const { manager } = extension();
    const name = `Twin ${attempt}`;
    const document = await editList(listOf(rack), items => [...items, { name, u_height: 42, width: 19 }]);
    const twin = await createRack(manager, name);
    dialogs(() => undefined);
    assert.equal(await document.save(), false);
    dialogs(agree);
    assert.ok(await document.save());
    assert.match(shown()[0]?.message ?? '', /^Records like these are on the manager already/);
    assert.deepEqual(writes(), []);
    await eventually(() => {
      const ids = (JSON.parse(document.getText()) as StoredRack[]).map(({ id }) => id);
      assert.deepEqual(ids, [rack.id, twin.id]);
    });
    const again = await editList(listOf(twin), ([item]) => [{ ...item, width: 23 }]);
    dialogs(agree);
    await deleteRecord(manager, 'racks', twin.id);
    assert.equal(await again.save(), false);
    assert.deepEqual(writes(), []);
    assert.ok(again.isDirty);
  });

  it('names what the manager refuses to delete, and makes no second one from its backup', async () => {
    const { proxy } = extension();
    proxy.fault = { type: 'answer', status: 422, body: { query: false, error: 'Rack is being moved' } };
    proxy.faultMethod = 'DELETE';
    await run('deleteRecords', record(rack));
    assert.match(
      shown().at(-1)?.message ?? '',
      /^Nothing was deleted\. Still there: Rack Asked \d+\. The manager refused .*Rack is being moved/,
    );
    await proxy.heal();
    later(answerPicks(items => items[0]));
    dialogs(agree);
    await run('restoreBackup', environment);
    assert.equal(
      shown()[0]?.message,
      'Every record of this backup is still on the manager. Nothing was sent.',
    );
    assert.deepEqual(
      writes().filter(({ method }) => method === 'POST'),
      [],
    );
  });

  it('is not put over edits of a list that are not saved', async () => {
    await createRecord(extension().manager, 'contact_roles', { name: `Asked ${attempt}` });
    const type = { ...environment, kind: 'inventoryType', type: 'contact_roles' };
    const document = await editList([type], items => items.map(item => ({ ...item, description: 'Mine' })));
    const before = document.getText();
    const { showOpenDialog } = vscode.window;
    const file = vscode.Uri.file(join(extension().manager.dataDir, 'roles.json'));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('[{ "name": "Imported" }]'));
    Object.assign(vscode.window, { showOpenDialog: () => Promise.resolve([file]) });
    later(() => Object.assign(vscode.window, { showOpenDialog }));
    dialogs(agree);
    await run('importRecords', type);
    assert.match(shown()[0]?.message ?? '', /^The list has changes that are not saved\./);
    assert.equal(document.getText(), before);
  });
});
