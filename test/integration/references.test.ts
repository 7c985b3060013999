import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { answerDialogs } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import { activeDocument, closeTabs, fieldsOf, openDocument, setFields } from '../support/editDocument.js';
import { inert } from '../../src/words/inert.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord, deleteRecord, type StoredRecord } from '../support/inventory.js';
import { useAddedConnection } from '../support/useAddedConnection.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

const hostile = '$(trash) <img src=x onerror=alert(1)> [x](command:x) \u202eabc';

describe('references between inventory records', function () {
  this.timeout(60_000);
  const extension = useExtension();
  let rack: StoredRecord;
  let number = 0;

  const create = (type: InventoryType, fields: Record<string, unknown>) =>
    createRecord(extension().manager, type, fields);
  const uriOf = (type: InventoryType, { id }: StoredRecord) =>
    vscode.Uri.parse(`netsensor://environment/inventory/${type}/x.${id}.json`);
  const open = (type: InventoryType, record: StoredRecord) => openDocument(uriOf(type, record));
  const whole = (document: vscode.TextDocument) => new vscode.Range(0, 0, document.lineCount, 0);
  const placeOf = (document: vscode.TextDocument, text: string) => {
    const offset = document.getText().indexOf(text);
    assert.ok(offset >= 0, `${text} in ${document.getText()}`);
    return document.positionAt(offset + text.length);
  };
  const hints = async (document: vscode.TextDocument) => {
    const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      document.uri,
      whole(document),
    );
    return found.map(({ label }) => String(label));
  };
  const problems = (document: vscode.TextDocument) =>
    vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === 'netsensor')
      .map(({ message }) => message);
  const hover = async (document: vscode.TextDocument, text: string) => {
    const found = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      placeOf(document, text),
    );
    return found
      .flatMap(({ contents }) => contents.map(content => (content as vscode.MarkdownString).value))
      .join('\n');
  };
  const completed = async (document: vscode.TextDocument, position: vscode.Position) => {
    const { items, isIncomplete } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    return { items: items.filter(({ sortText }) => sortText?.startsWith('!')), isIncomplete };
  };
  const completions = async (document: vscode.TextDocument, position: vscode.Position) =>
    (await completed(document, position)).items;
  const links = (document: vscode.TextDocument) =>
    vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri, 100);

  before('unlock the connection', () => unlock('environment'));
  beforeEach('a rack of its own, and nothing known', async () => {
    number += 1;
    rack = await create('racks', { name: `Referred rack ${number}`, u_height: 10, width: 19 });
    await vscode.commands.executeCommand('netsensor.refresh');
  });
  afterEach('close editors', closeTabs);

  describe('the name behind an id', () => {
    const cases: readonly [InventoryType, string, InventoryType, (id: number) => Record<string, unknown>][] =
      [
        ['racks', 'name', 'rack_reservations', id => ({ rack_id: id, units: '1' })],
        ['power_panels', 'name', 'power_feeds', id => ({ name: 'Feed', power_panel_id: id })],
        [
          'wireless_lan_groups',
          'name',
          'wireless_lans',
          id => ({ ssid: 'Guests', wireless_lan_group_id: id }),
        ],
        ['contact_groups', 'name', 'contact_groups', id => ({ name: 'Team', parent_id: id })],
      ];
    for (const [targetType, nameField, type, fields] of cases) {
      it(`is shown beside it, on hover and as a link: ${type} → ${targetType}`, async () => {
        const name = `Target ${number} of ${type}`;
        const target =
          targetType === 'racks'
            ? rack
            : await create(targetType, { [nameField]: name, ...(targetType === 'power_panels' && {}) });
        const shown = String(target[nameField]);
        const record = fields(target.id);
        const document = await open(
          type,
          await create(type, {
            ...record,
            ...(record['name'] !== undefined && { name: `Referrer ${number}` }),
          }),
        );
        await eventually(async () => assert.ok((await hints(document)).includes(shown)));
        const [field] = Object.keys(record).filter(key => key.endsWith('_id'));
        assert.ok((await hover(document, `"${field}": `)).includes(shown.split(' ')[0] ?? '?'));
        const found = await links(document);
        assert.deepEqual(
          found.map(({ target: to }) => to?.path),
          [`/inventory/${targetType}/${shown}.${target.id}.json`],
        );
      });
    }

    it('is plain text, whatever it is', async () => {
      const target = await create('power_panels', { name: `${hostile} ${number}` });
      const document = await open(
        'power_feeds',
        await create('power_feeds', { name: 'F', power_panel_id: target.id }),
      );
      await eventually(async () =>
        assert.ok((await hints(document)).some(label => label.includes(inert('<img')))),
      );
      assert.doesNotMatch(await hover(document, '"power_panel_id": '), /(?<!\\)\]\(/);
    });

    it('follows a change of the record in the same window', async () => {
      const document = await open(
        'rack_reservations',
        await create('rack_reservations', { rack_id: rack.id, units: '1' }),
      );
      await eventually(async () => assert.ok((await hints(document)).includes(String(rack['name']))));
      const other = await open('racks', rack);
      await setFields(other, { name: `Renamed rack ${number}` });
      assert.ok(await other.save());
      await eventually(async () => assert.ok((await hints(document)).includes(`Renamed rack ${number}`)));
    });

    it('is asked for once, however often it is shown', async () => {
      const reservation = await create('rack_reservations', { rack_id: rack.id, units: '1' });
      const document = await open('rack_reservations', reservation);
      await Promise.all([hints(document), hints(document), links(document)]);
      await eventually(async () => assert.ok((await hints(document)).includes(String(rack['name']))));
      const lists = extension().proxy.seen.filter(({ url }) => url.startsWith('/api/v1/inventory/racks?'));
      assert.equal(lists.length, 1);
    });

    it('stays known while the manager is stopped', async () => {
      const document = await open(
        'rack_reservations',
        await create('rack_reservations', { rack_id: rack.id, units: '1' }),
      );
      await eventually(async () => assert.deepEqual(await hints(document), [rack['name']]));
      const { proxy } = extension();
      proxy.faultPath = /\/racks\?/;
      proxy.fault = { type: 'answer', status: 500, body: {} };
      await vscode.commands.executeCommand('netsensor.refresh');
      assert.deepEqual(await hints(document), [rack['name']]);
    });

    it('is a marked guess where the contract does not describe the number', async () => {
      const panel = await create('power_panels', { name: `Panel ${number}` });
      const fields = { name: 'F', power_panel_id: panel.id, power_feed_status_id: 2 };
      const document = await open('power_feeds', await create('power_feeds', fields));
      await eventually(async () =>
        assert.deepEqual(await hints(document), [panel['name'], 'active (probably)']),
      );
      assert.match(await hover(document, '"power_feed_status_id": '), /Probably/);
    });
  });

  describe('a name that was not read yet', () => {
    const connection = useAddedConnection(() => ({
      url: extension().proxy.url,
      apiKey: extension().manager.apiKey,
    }));

    it('is quietly not known while the manager is stopped, and known afterwards', async () => {
      const { id } = await create('rack_reservations', { rack_id: rack.id, units: '1' });
      const { proxy } = extension();
      proxy.faultPath = /\/racks\?/;
      proxy.fault = { type: 'reset', operation: 'skipped' };
      const document = await openDocument(
        vscode.Uri.parse(`netsensor://${connection()}/inventory/rack_reservations/x.${id}.json`),
      );
      await eventually(async () => assert.deepEqual(await hints(document), ['name not known']), 20_000);
      assert.deepEqual(problems(document), []);
      await proxy.heal();
      const { now } = Date;
      const patience = 10_001;
      Object.assign(Date, { now: () => now() + patience });
      try {
        await eventually(async () => assert.deepEqual(await hints(document), [String(rack['name'])]));
      } finally {
        Object.assign(Date, { now });
      }
    });
  });

  describe('completion', () => {
    it('offers the records by name and writes the number', async () => {
      const document = await open(
        'rack_reservations',
        await create('rack_reservations', { rack_id: rack.id, units: '1' }),
      );
      const items = await completions(document, placeOf(document, `"rack_id": ${rack.id}`));
      assert.deepEqual([items[0]?.label, items[0]?.insertText], [rack['name'], String(rack.id)]);
      assert.match(items[0]?.detail ?? '', new RegExp(`^#${rack.id} `));
    });

    it('finds a record by what is typed in place of the number', async () => {
      const document = await open(
        'rack_reservations',
        await create('rack_reservations', { rack_id: rack.id, units: '1' }),
      );
      const edit = new vscode.WorkspaceEdit();
      const end = placeOf(document, `"rack_id": ${rack.id}`);
      const typed = `ferred rack ${number}`;
      edit.replace(document.uri, new vscode.Range(placeOf(document, '"rack_id": '), end), typed);
      assert.ok(await vscode.workspace.applyEdit(edit));
      const items = await completions(document, placeOf(document, typed));
      assert.deepEqual(items.map(({ insertText }) => insertText)[0], String(rack.id));
    });
  });

  describe('names of types and columns', () => {
    const layout = (fields: object) =>
      create('table_configs', {
        name: `Layout ${number}`,
        inventory_type: 'DcimRack',
        column_order: 'name',
        ...fields,
      });
    const labels = async (document: vscode.TextDocument, after: string) =>
      (await completions(document, placeOf(document, after))).map(({ label }) => label);

    it('are offered, and nothing besides', async () => {
      const document = await open('table_configs', await layout({ column_order: 'name;width' }));
      const types = await labels(document, '"inventory_type": "');
      assert.deepEqual([types.length, types[0], types[1]], [14, 'DcimRack', 'RackRole']);
      assert.deepEqual(await labels(document, '"column_order": "name;'), [
        'id',
        'u_height',
        'width',
        'created_at',
        'updated_at',
      ]);
      const tag = { name: `Tag ${number}`, color: 'ff8000', allowed_object_types: ['DcimRack'] };
      const tagged = await open('tags', await create('tags', tag));
      assert.deepEqual(await labels(tagged, '"Dcim'), ['DcimRack']);
    });

    it('are warned of when there are none such', async () => {
      const document = await open('table_configs', await layout({ column_order: 'name;heigth' }));
      const sentence = 'Racks have no such field: heigth. Names stand with semicolons between.';
      await eventually(() => assert.deepEqual(problems(document), [sentence]));
      const [warning] = vscode.languages.getDiagnostics(document.uri);
      assert.equal(warning?.severity, vscode.DiagnosticSeverity.Warning);
      await setFields(document, { inventory_type: 'DcimCable' });
      await eventually(() =>
        assert.deepEqual(problems(document), ['No type of the inventory is called so: DcimCable.']),
      );
    });
  });

  describe('problems', () => {
    it('name an id that points nowhere, until it points somewhere', async () => {
      const document = await open(
        'rack_reservations',
        await create('rack_reservations', { rack_id: rack.id, units: '1' }),
      );
      await setFields(document, { rack_id: 999_999 });
      await eventually(() =>
        assert.deepEqual(problems(document), ['Rack #999999 does not exist on the manager.']),
      );
      assert.deepEqual((await links(document)).length, 0);
      await setFields(document, { rack_id: rack.id });
      await eventually(() => assert.deepEqual(problems(document), []));
    });

    it('name a group that would stand below itself', async () => {
      for (const type of ['contact_groups', 'wireless_lan_groups'] as const) {
        const top = await create(type, { name: `Top ${number} ${type}` });
        const below = await create(type, { name: `Below ${number} ${type}`, parent_id: top.id });
        const document = await open(type, top);
        await setFields(document, { parent_id: below.id });
        const ring = `Top ${number} ${type} → Below ${number} ${type} → Top ${number} ${type}`;
        await eventually(() =>
          assert.deepEqual(problems(document), [`A record cannot stand below itself: ${ring}.`]),
        );
        await closeTabs();
      }
    });

    it('name units that the rack does not have, or that are reserved already', async () => {
      await create('rack_reservations', { rack_id: rack.id, units: '4,5', description: 'Firewall' });
      const second = await create('rack_reservations', { rack_id: rack.id, units: '1' });
      await vscode.commands.executeCommand('netsensor.refresh');
      const document = await open('rack_reservations', second);
      await setFields(document, { units: '5,6,6,11' });
      await eventually(() =>
        assert.deepEqual(problems(document), [
          'Named more than once: 6.',
          'The rack has 10 units, not 11.',
          'Reserved already: 5 (by reservation U4–5 Firewall).',
        ]),
      );
    });

    it('name reservations above the top of a rack', async () => {
      await create('rack_reservations', { rack_id: rack.id, units: '9,10' });
      await vscode.commands.executeCommand('netsensor.refresh');
      const document = await open('racks', rack);
      await setFields(document, { u_height: 9 });
      const sentence = 'Units up to 10 of this rack are reserved (by reservation U9–10).';
      await eventually(() => assert.deepEqual(problems(document), [sentence]));
    });
  });

  describe('colours', () => {
    for (const type of ['tags', 'rack_roles'] as const) {
      it(`have a swatch and a picker that writes no #: ${type}`, async () => {
        const document = await open(
          type,
          await create(type, { name: `Coloured ${number}`, color: 'ff8000' }),
        );
        const [found] = await vscode.commands.executeCommand<vscode.ColorInformation[]>(
          'vscode.executeDocumentColorProvider',
          document.uri,
        );
        assert.ok(found);
        assert.equal(document.getText(found.range), 'ff8000');
        assert.deepEqual([found.color.red, found.color.blue], [1, 0]);
        const offered = await vscode.commands.executeCommand<vscode.ColorPresentation[]>(
          'vscode.executeColorPresentationProvider',
          new vscode.Color(0, 0.5, 1, 1),
          { uri: document.uri, range: found.range },
        );
        // VS Code adds notations of its own, such as #0080ff, to those that are asked for like this.
        assert.ok(offered.some(({ label }) => label === '0080ff'));
      });
    }

    it('are told to have no #, with a fix', async () => {
      const document = await open('tags', await create('tags', { name: `Hash ${number}`, color: 'ff8000' }));
      await setFields(document, { color: '#aa1409' });
      await eventually(() =>
        assert.deepEqual(problems(document), ['Write the colour without the leading #.']),
      );
      const [problem] = vscode.languages.getDiagnostics(document.uri).filter(({ code }) => code === 'hash');
      assert.ok(problem);
      const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        problem.range,
      );
      const fix = fixes.find(({ title }) => title === 'Remove the #');
      assert.ok(fix?.edit);
      assert.ok(await vscode.workspace.applyEdit(fix.edit));
      assert.equal(fieldsOf(document)['color'], 'aa1409');
      await eventually(() => assert.deepEqual(problems(document), []));
    });
  });

  describe('finding what uses a record', () => {
    const findUses = async (target: unknown, answer: string | undefined) => {
      const inputs = answerInputs([answer]);
      const dialogs = answerDialogs(() => undefined);
      try {
        await vscode.commands.executeCommand('netsensor.findUses', target);
        return { asked: inputs.asked, said: dialogs.shown.map(({ message }) => message) };
      } finally {
        inputs.restore();
        dialogs.restore();
      }
    };

    it('opens the record that is chosen', async () => {
      const reservation = await create('rack_reservations', { rack_id: rack.id, units: '7,8' });
      await findUses(uriOf('racks', rack), `${rack.name} U7–8`);
      await eventually(() => assert.equal(fieldsOf(activeDocument())['id'], reservation.id));
    });

    it('says when nothing does', async () => {
      const { asked, said } = await findUses(uriOf('racks', rack), undefined);
      assert.deepEqual(asked, []);
      assert.match(said.join(), /^No record uses /);
    });

    it('says why when the manager does not answer', async () => {
      await extension().proxy.stop();
      const { asked, said } = await findUses(uriOf('racks', rack), undefined);
      assert.deepEqual(asked, []);
      assert.match(said.join(), /cannot be reached|cut before/);
    });
  });

  it('stay quick with 5,000 records in a type', async () => {
    const reservation = await create('rack_reservations', { rack_id: rack.id, units: '1' });
    const racks = Array.from({ length: 5_000 }, (_, index) => ({ id: index + 1, name: `Many ${index + 1}` }));
    const { proxy } = extension();
    proxy.faultPath = /\/racks\?/;
    proxy.fault = { type: 'answer', status: 200, body: { query: true, racks } };
    await vscode.commands.executeCommand('netsensor.refresh');
    const document = await open('rack_reservations', reservation);
    await eventually(async () => assert.deepEqual(await hints(document), [`Many ${rack.id}`]));
    const { items, isIncomplete } = await completed(document, placeOf(document, `"rack_id": ${rack.id}`));
    assert.equal(items.length, 100);
    assert.ok(isIncomplete, 'what is typed on must look in all of them again');
    assert.equal(items[0]?.insertText, String(rack.id));
  });

  describe('open documents', () => {
    it('show what changed elsewhere once the list is read again', async () => {
      const group = await create('contact_groups', { name: `Followed ${number}`, parent_id: null });
      const child = await create('contact_groups', { name: `Child ${number}`, parent_id: group.id });
      const document = await open('contact_groups', child);
      await eventually(async () => assert.deepEqual(await hints(document), [group['name']]));
      await changeRecord(extension().manager, 'contact_groups', child.id, {
        description: 'Changed elsewhere',
      });
      await vscode.commands.executeCommand('netsensor.refresh');
      await eventually(() => assert.equal(fieldsOf(document)['description'], 'Changed elsewhere'));
      assert.equal(document.isDirty, false);
    });

    it('say that their record is gone', async () => {
      const group = await create('contact_groups', { name: `Doomed parent ${number}` });
      const child = await create('contact_groups', { name: `Doomed ${number}`, parent_id: group.id });
      const document = await open('contact_groups', child);
      await eventually(async () => assert.deepEqual(await hints(document), [group['name']]));
      await deleteRecord(extension().manager, 'contact_groups', child.id);
      await vscode.commands.executeCommand('netsensor.refresh');
      await eventually(() => assert.rejects(async () => vscode.workspace.fs.stat(document.uri)));
    });
  });
});
