import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ShownDialog } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import { activeDocument, closeTabs, codeLenses, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { askManager, changeRack, createRack, type StoredRack } from '../support/manager.js';
import { changeRecord, createRecord, deleteRecord, readRecord } from '../support/inventory.js';
import { noteStatus } from '../support/noteStatus.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

type Item = Record<string, unknown>;

describe('the records of a type as one document', () => {
  const extension = useExtension();
  const answers = stubAnswers();
  let folder: string;

  const agree = ({ buttons }: ShownDialog) => buttons.find(button => ['Save', 'Unlock'].includes(button));
  const type = (name: string) => ({ kind: 'inventoryType', connectionId: 'environment', type: name });
  const target = ({ id, name }: StoredRack) => ({ ...type('racks'), kind: 'record', recordId: id, name });
  const itemsOf = (document: vscode.TextDocument) => JSON.parse(document.getText()) as Item[];
  const edit = (document: vscode.TextDocument, change: (items: Item[]) => Item[]) =>
    replaceText(document, document.getText(), `${JSON.stringify(change(itemsOf(document)), null, 2)}\n`);
  const listRacks = async () =>
    ((await askManager(extension().manager, '/api/v1/inventory/racks')) as { racks: StoredRack[] }).racks;
  const writes = () => extension().proxy.writes;
  const problems = (document: vscode.TextDocument) =>
    vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'netsensor');
  const makeRacks = async (...names: string[]) => {
    const racks: StoredRack[] = [];
    for (const name of names) racks.push(await createRack(extension().manager, name));
    extension().proxy.seen.length = 0;
    return racks;
  };
  const openList = async (racks: readonly StoredRack[]) => {
    const targets = racks.map(target);
    await vscode.commands.executeCommand('netsensor.editRecords', targets[0], targets);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.path, `/lists/racks/Racks (${racks.length}).json`);
    assert.deepEqual(
      itemsOf(document).map(({ id }) => id),
      racks.map(({ id }) => id),
    );
    return document;
  };

  before('unlock the connection', async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-lists-'));
    answers.dialogs(agree);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  beforeEach('agree to every plan', () => answers.dialogs(agree));
  afterEach('put everything back', async () => {
    await closeTabs();
    answers.restore();
  });
  after('remove the files', () => rm(folder, { recursive: true, force: true }));

  it('holds every record of the type, and saves nothing when nothing was edited', async () => {
    await makeRacks('List A');
    await vscode.commands.executeCommand('netsensor.editRecords', type('racks'));
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.deepEqual(
      itemsOf(document).map(({ id }) => id),
      (await listRacks()).map(({ id }) => id),
    );
    await edit(document, items => items.map(item => ({ ...item, updated_at: 'later' })));
    assert.ok(await document.save());
    assert.deepEqual(writes(), []);
  });

  it('creates, updates and deletes after a plan, and shows what is stored', async () => {
    const racks = await makeRacks('List B1', 'List B2', 'List B3');
    const document = await openList(racks);
    await edit(document, ([first = {}, second = {}]) => [
      { ...first, width: 21 },
      second,
      { name: 'List B4', u_height: 10, width: 19 },
    ]);
    assert.ok(await document.save());
    const [plan] = answers.shown();
    assert.match(plan?.message ?? '', /Save 3 changes of racks on/);
    assert.match(
      plan?.detail ?? '',
      /To create: 1\n• List B4\nTo update: 1\n• List B1: width: 21 \(was 19\)\nTo delete: 1\n• List B3/,
    );
    assert.deepEqual(
      writes()
        .map(({ method }) => method)
        .sort(),
      ['DELETE', 'PATCH', 'POST'],
    );
    assert.equal(writes().find(({ method }) => method === 'PATCH')?.body, '{"rack":{"width":21}}');
    const stored = (await listRacks()).filter(({ name }) => name.startsWith('List B'));
    assert.deepEqual(
      stored.map(({ name, width }) => [name, width]),
      [
        ['List B1', 21],
        ['List B2', 19],
        ['List B4', 19],
      ],
    );
    const shown = await eventually(() => {
      const goesOn = activeDocument();
      assert.deepEqual(
        itemsOf(goesOn).map(({ id, updated_at: time }) => [id, time]),
        stored.map(({ id, updated_at: time }) => [id, time]),
      );
      assert.match(goesOn.uri.path, /Racks \(3\)\.json$/);
      // What a window that comes back reads is what its address names.
      assert.equal(goesOn.uri.query, `ids=${stored.map(({ id }) => id).join(',')}`);
      return goesOn;
    });
    assert.equal(shown.isDirty, false);
    await eventually(() => assert.ok(document.isClosed));
  });

  it('keeps its tab when it is saved without another record', async () => {
    const document = await openList(await makeRacks('List O1', 'List O2'));
    await edit(document, items => items.map(item => ({ ...item, width: 23 })));
    assert.ok(await document.save());
    await eventually(() => assert.ok(!document.isDirty));
    assert.equal(activeDocument(), document);
  });

  it('sends nothing without an answer to the plan, and keeps the edit', async () => {
    const document = await openList(await makeRacks('List C'));
    answers.dialogs(() => undefined);
    await edit(document, items => items.map(item => ({ ...item, width: 23 })));
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    assert.deepEqual(writes(), []);
  });

  it('has not failed when its plan is given up, and is saved when it is agreed to', async () => {
    const [rack] = (await makeRacks('List L')) as [StoredRack];
    const document = await openList([rack]);
    await edit(document, items => items.map(item => ({ ...item, width: 23 })));
    const edited = document.getText();
    answers.dialogs(() => undefined);
    const before = (await codeLenses(document.uri)).length;
    await vscode.commands.executeCommand('netsensor.saveDocument');
    assert.deepEqual([document.isDirty, document.getText()], [true, edited]);
    assert.equal(
      (await codeLenses(document.uri)).length,
      before,
      'nothing above the document says that it failed',
    );
    assert.deepEqual(writes(), []);
    answers.dialogs(agree);
    await vscode.commands.executeCommand('netsensor.saveDocument');
    assert.equal(document.isDirty, false);
    assert.deepEqual(
      writes().map(({ method, url }) => [method, url.split('?')[0]]),
      [['PATCH', `/api/v1/inventory/racks/${rack.id}`]],
    );
  });

  it('names what its manager emptied besides, and puts that back by Undo', async () => {
    const { manager, proxy } = extension();
    const roles = [
      await createRecord(manager, 'rack_roles', { name: 'List N1', description: 'one' }),
      await createRecord(manager, 'rack_roles', { name: 'List N2', description: 'two' }),
    ];
    const targets = roles.map(({ id, name }) => ({
      ...type('rack_roles'),
      kind: 'record',
      recordId: id,
      name,
    }));
    await vscode.commands.executeCommand('netsensor.editRecords', targets[0], targets);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    let writes = 0;
    proxy.onArrival = async ({ method, url }) => {
      const role = roles.find(({ id }) => url.includes(`/rack_roles/${id}`));
      if (!role || method !== 'PATCH' || (writes += 1) > roles.length) return;
      await changeRecord(manager, 'rack_roles', role.id, { description: null });
    };
    const asked = answers.dialogs(({ buttons }) => buttons.find(button => ['Save', 'Undo'].includes(button)));
    await edit(document, items => items.map(item => ({ ...item, color: '00ff00' })));
    assert.ok(await document.save());
    const stored = async () =>
      Promise.all(
        roles.map(async ({ id }) => (await readRecord(manager, 'rack_roles', id))?.['description']),
      );
    await eventually(async () => assert.deepEqual(await stored(), ['one', 'two']));
    assert.match(
      asked.find(({ buttons }) => buttons.includes('Undo'))?.message ?? '',
      /description of List N1: null \(was "one"\), description of List N2: null \(was "two"\)\.$/,
    );
    await eventually(() => assert.ok(!document.isDirty && document.getText().includes('"two"')));
  });

  it('leaves what is typed while it is saved an edit, and says what was stored', async () => {
    const racks = (await makeRacks('List M1', 'List M2')) as [StoredRack, StoredRack];
    const document = await openList(racks);
    await edit(document, ([first = {}, second = {}]) => [{ ...first, width: 23 }, second]);
    extension().proxy.onArrival = async ({ method }) => {
      if (method === 'PATCH' && !document.getText().includes('typed'))
        await replaceText(document, 'List M2', 'List M2 typed');
    };
    const asked = answers.dialogs(agree);
    const status = noteStatus();
    answers.later(status.restore);
    await vscode.commands.executeCommand('netsensor.saveDocument');
    assert.deepEqual([asked.length, document.isDirty], [1, true]);
    await eventually(() => assert.match(status.told.join(), /1 saved/));
    assert.match(document.getText(), /"List M2 typed"/);
    await vscode.commands.executeCommand('netsensor.saveDocument');
    assert.deepEqual([asked.length, document.isDirty], [2, false]);
    assert.deepEqual(
      writes().map(({ url, body }) => [url.split('?')[0], JSON.parse(body)]),
      [
        [`/api/v1/inventory/racks/${racks[0].id}`, { rack: { width: 23 } }],
        [`/api/v1/inventory/racks/${racks[1].id}`, { rack: { name: 'List M2 typed' } }],
      ],
    );
  });

  it('is an edit again when an undo leads back to what it showed before a save that was typed into', async () => {
    const [rack] = (await makeRacks('List P1')) as [StoredRack];
    const document = await openList([rack]);
    const before = document.getText();
    await edit(document, items => items.map(item => ({ ...item, width: 23 })));
    extension().proxy.onArrival = async ({ method }) => {
      if (method === 'PATCH' && !document.getText().includes('typed'))
        await replaceText(document, 'List P1', 'typed List P1');
    };
    await vscode.commands.executeCommand('netsensor.saveDocument');
    assert.ok(document.isDirty && document.getText().includes('typed'));
    const { version } = document;
    let undone = 0;
    for (; undone < 5 && document.getText() !== before; undone += 1)
      await vscode.commands.executeCommand('undo');
    // It is clean for a moment, until it was marked by two edits that leave its text as it is.
    await eventually(() => assert.ok(document.version >= version + undone + 2));
    assert.deepEqual([document.isDirty, document.getText()], [true, before]);
    await vscode.commands.executeCommand('netsensor.saveDocument');
    assert.equal((await listRacks()).find(({ id }) => id === rack.id)?.width, 19);
  });

  it('says at the record what cannot be sent, and sends nothing', async () => {
    const document = await openList(await makeRacks('List D1', 'List D2'));
    await edit(document, ([first = {}, second = {}]) => [first, { ...second, width: 'wide', color: 'red' }]);
    await eventually(() => {
      const marks = problems(document).map(
        ({ range, message }) => [document.getText(range), message] as const,
      );
      const isMarked = (text: string, words: string) =>
        marks.some(([marked, message]) => marked === text && message.includes(words));
      assert.ok(isMarked('"wide"', 'width must be a whole number'));
      assert.ok(isMarked('"red"', 'color is not a field of this type'));
    });
    assert.equal(await document.save(), false);
    assert.deepEqual(writes(), []);
  });

  it('keeps what someone else changed in other fields, and asks about the same field', async () => {
    const [first, second] = (await makeRacks('List E1', 'List E2')) as [StoredRack, StoredRack];
    const document = await openList([first, second]);
    await edit(document, items => items.map(item => ({ ...item, width: 23 })));
    await changeRack(extension().manager, first.id, { u_height: 7 });
    await changeRack(extension().manager, second.id, { width: 10 });
    assert.equal(await document.save(), false);
    assert.match(
      answers.shown()[0]?.detail ?? '',
      /“?List E2”?: width is 23 here and now 10 on the manager \(it was 19\)/,
    );
    assert.deepEqual(writes(), []);
    answers.dialogs(({ buttons }) => buttons.find(button => ['Keep mine', 'Save'].includes(button)));
    assert.ok(await document.save());
    const stored = (await listRacks()).filter(({ name }) => name.startsWith('List E'));
    assert.deepEqual(
      stored.map(({ u_height: height, width }) => [height, width]),
      [
        [7, 23],
        [42, 23],
      ],
    );
  });

  it('shows what others changed and deleted once its type is read again; with changes it keeps them until it is saved', async () => {
    const { manager } = extension();
    const [first, second, third] = await makeRacks('Seen 1', 'Seen 2', 'Seen 3');
    assert.ok(first && second && third);
    const document = await openList([first, second, third]);
    await changeRack(manager, first.id, { width: 21 });
    await deleteRecord(manager, 'racks', third.id);
    await vscode.commands.executeCommand('netsensor.refresh');
    await eventually(() =>
      assert.deepEqual(
        itemsOf(document).map(({ id, width }) => [id, width]),
        [
          [first.id, 21],
          [second.id, 19],
        ],
      ),
    );
    assert.equal(document.isDirty, false);
    await edit(document, items => items.map(item => ({ ...item, u_height: 9 })));
    const edited = document.getText();
    await changeRack(manager, second.id, { width: 23 });
    await vscode.commands.executeCommand('netsensor.refresh');
    assert.equal(document.getText(), edited);
    assert.ok(await document.save());
    await eventually(() =>
      assert.deepEqual(
        itemsOf(document).map(({ width, u_height: height }) => [width, height]),
        [
          [21, 9],
          [23, 9],
        ],
      ),
    );
  });

  it('leaves exactly what failed as edits, with the reason at its record, and a second save sends only that', async () => {
    const racks = await makeRacks('List F1', 'List F2', 'List F3');
    const document = await openList(racks);
    await edit(document, items => [
      ...items.map(item => ({ ...item, width: 23 })),
      { name: 'List F4', u_height: 10, width: 19 },
    ]);
    const { proxy } = extension();
    proxy.fault = { type: 'answer', status: 409, body: { query: false, error: 'Rack is being moved' } };
    proxy.faultMethod = 'PATCH';
    proxy.faultPath = new RegExp(`/racks/${racks[1]?.id}\\b`);
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    const marks = problems(document);
    assert.equal(marks.length, 1);
    assert.match(marks[0]?.message ?? '', /Not saved\. .* conflict\. .*Rack is being moved/);
    const line = document
      .getText()
      .split('\n')
      .findIndex(text => text.includes('List F2'));
    assert.ok(Math.abs((marks[0]?.range.start.line ?? 0) - line) <= 2, 'the mark is at the record');
    const wrong = { query: false, error: 'Width is too large, Name is odd' };
    proxy.fault = { type: 'answer', status: 422, body: wrong };
    assert.equal(await document.save(), false);
    const [mark] = problems(document);
    assert.equal(document.getText(mark?.range), '23', 'the mark is at the field that the manager names');
    assert.equal(typeof itemsOf(document).at(-1)?.id, 'number', 'the created record has its id');
    await proxy.heal();
    assert.ok(await document.save());
    assert.deepEqual(
      writes().map(({ method, url }) => `${method} ${url.split('?')[0]}`),
      [`PATCH /api/v1/inventory/racks/${racks[1]?.id}`],
    );
    assert.deepEqual(
      (await listRacks()).filter(({ name }) => name.startsWith('List F')).map(({ width }) => width),
      [23, 23, 23, 19],
    );
    assert.deepEqual(problems(document), []);
  });

  it('keeps what is typed while a part is refused, and knows what it has created when it is saved again', async () => {
    const racks = await makeRacks('List K1', 'List K2');
    const document = await openList(racks);
    await edit(document, items => [
      ...items.map(item => ({ ...item, width: 23 })),
      { name: 'List K3', u_height: 10, width: 19 },
    ]);
    const { proxy } = extension();
    proxy.fault = { type: 'answer', status: 409, body: { query: false, error: 'Rack is being moved' } };
    proxy.faultMethod = 'PATCH';
    const typed = 'List K2 typed';
    // The list stood behind its plan: its editor is another one by now. Several are sent at once, and one types in the first.
    let typing: Promise<void> | undefined;
    proxy.onArrival = ({ method }) =>
      method === 'PATCH' ? (typing ??= replaceText(document, 'List K2', typed)) : undefined;
    assert.equal(await document.save(), false);
    assert.deepEqual(
      itemsOf(document).map(({ name, width, id }) => [name, width, typeof id]),
      [
        ['List K1', 23, 'number'],
        [typed, 23, 'number'],
        ['List K3', 19, 'undefined'],
      ],
    );
    await proxy.heal();
    const asked = answers.dialogs(dialog => agree(dialog) ?? dialog.buttons[0]);
    assert.ok(await document.save());
    assert.ok(!asked.some(({ buttons }) => buttons.includes('Use those')), 'it knows what it has created');
    assert.deepEqual(
      (await listRacks())
        .filter(({ name }) => name.startsWith('List K'))
        .map(({ name, width }) => [name, width]),
      [
        ['List K1', 23],
        [typed, 23],
        ['List K3', 19],
      ],
    );
  });

  it('never creates a record twice when the answer to a create is lost', async () => {
    const document = await openList(await makeRacks('List G1'));
    await edit(document, items => [...items, { name: 'List G2', u_height: 10, width: 19 }]);
    extension().proxy.fault = { type: 'reset' };
    extension().proxy.faultMethod = 'POST';
    assert.ok(await document.save());
    assert.equal((await listRacks()).filter(({ name }) => name === 'List G2').length, 1);
    assert.equal(itemsOf(document).length, 2);
  });

  it('asks before a record is created once more whose create was lost, after a revert too', async () => {
    const { proxy } = extension();
    const document = await openList(await makeRacks('List L1'));
    const add = () => edit(document, items => [...items, { name: 'List L2', u_height: 10, width: 19 }]);
    await add();
    proxy.fault = { type: 'reset', operation: 'skipped' };
    proxy.faultMethod = 'POST';
    assert.equal(await document.save(), false);
    await proxy.heal();
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await eventually(() => assert.ok(!document.isDirty));
    await add();
    proxy.seen.length = 0;
    const shown = answers.dialogs(agree);
    assert.equal(await document.save(), false);
    assert.match(
      shown.map(({ message }) => message).join(),
      /An earlier save may have created these already/,
    );
    assert.deepEqual(writes(), []);
  });

  it('asks for the password of a new account key, and shows it nowhere', async () => {
    const manager = extension().manager;
    await vscode.commands.executeCommand('netsensor.editRecords', type('account_keys'));
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    await edit(document, items => [...items, { name: 'List key', username: 'admin' }]);
    const inputs = answerInputs(['s3cret-of-list']);
    answers.later(inputs.restore);
    assert.ok(await document.save());
    assert.match(inputs.asked[0] ?? '', /password.*List key.*\(password\)/);
    const answer = (await askManager(manager, '/api/v1/inventory/account_keys')) as { account_keys: Item[] };
    const stored = answer.account_keys.find(({ name }) => name === 'List key');
    assert.equal(stored?.password, 's3cret-of-list');
    assert.doesNotMatch(document.getText(), /s3cret-of-list/);
  });

  it('writes records to CSV and JSON, and puts an edited file into the list as an edit', async () => {
    const racks = await makeRacks('=cmd|List H1', 'List H2');
    const file = join(folder, 'racks.csv');
    const { showSaveDialog, showOpenDialog } = vscode.window;
    Object.assign(vscode.window, {
      showSaveDialog: () => Promise.resolve(vscode.Uri.file(file)),
      showOpenDialog: () => Promise.resolve([vscode.Uri.file(file)]),
    });
    answers.later(() => Object.assign(vscode.window, { showSaveDialog, showOpenDialog }));
    const targets = racks.map(target);
    await vscode.commands.executeCommand('netsensor.exportRecords', targets[0], targets);
    const text = await readFile(file, 'utf8');
    assert.match(text, /^id,name,u_height,width,/);
    assert.match(text, /,'=cmd\|List H1,42,19,/);
    await vscode.commands.executeCommand('netsensor.exportRecords', targets[1], [targets[1]]);
    const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? '', /^\d+,List H2,42,19,/);
    await writeFile(file, `${text.replace('List H2,42,19', 'List H2,30,19')},List H3,5,10\n`);
    await vscode.commands.executeCommand('netsensor.importRecords', type('racks'));
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isDirty);
    assert.deepEqual(writes(), []);
    assert.ok(await document.save());
    assert.deepEqual(
      (await listRacks())
        .filter(({ name }) => name.includes('List H'))
        .map(rack => [rack.name, rack.u_height]),
      [
        ['=cmd|List H1', 42],
        ['List H2', 30],
        ['List H3', 5],
      ],
    );
  });
});
