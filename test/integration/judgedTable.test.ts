import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ShownDialog } from '../support/answerDialogs.js';
import { someOf } from '../support/depth.js';
import { activeDocument, closeTabs, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord, deleteRecord, listRecords } from '../support/inventory.js';
import { playTable, type PlayedTable } from '../support/playedTable.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

type Fields = Readonly<Record<string, unknown>>;

/** A cell that is changed: what is typed into it, and what that is in the text. */
type Cell = readonly [at: number, field: string, typed: string, value: unknown];

/** What is done to some records of a type. */
interface Judged {
  readonly type: InventoryType;
  readonly records: readonly Fields[];
  readonly cells: readonly Cell[];
  /** Lines from a sheet, over these fields from the first record on. */
  readonly sheet?: { readonly fields: readonly string[]; readonly lines: readonly (readonly string[])[] };
  /** What somebody else changes meanwhile; `isBoth` where the same cell is changed here. */
  readonly foreign?: { readonly at: number; readonly changes: Fields; readonly isBoth: boolean };
  /** The record that the manager does not take at first. */
  readonly refused?: number;
}

const some = (count: number, make: (number: number) => Fields): Fields[] =>
  Array.from({ length: count }, (_, at) => make(at + 1));

const secret = 'judged secret';

/** Thirty cells changed by hand and ten from a sheet. */
const judged = (panels: readonly number[], group: number): readonly Judged[] => [
  {
    type: 'racks',
    records: some(6, number => ({ name: `Judged rack ${number}`, u_height: 42, width: 19 })),
    cells: [
      ...[21, 23, 21, 10].map((width, at): Cell => [at, 'width', String(width), width]),
      ...[2, 3, 4, 5].map((at): Cell => [at, 'u_height', ` ${30 + at} `, 30 + at]),
      [5, 'name', 'Judged rack six', 'Judged rack six'],
    ],
    foreign: { at: 1, changes: { width: 10, u_height: 12 }, isBoth: true },
    refused: 3,
  },
  {
    type: 'power_feeds',
    records: some(5, number => ({ name: `Judged feed ${number}`, power_panel_id: panels[0], voltage: 230 })),
    cells: [
      ...[0, 2, 4].map((at): Cell => [at, 'power_panel_id', 'judged PANEL 2', panels[1]]),
      [1, 'power_panel_id', `#${panels[1]}`, panels[1]],
      [0, 'voltage', '', null],
      [1, 'voltage', '400', 400],
      [2, 'amperage', '16', 16],
      [3, 'max_utilization', '80', 80],
    ],
    foreign: { at: 3, changes: { voltage: 110 }, isBoth: false },
  },
  {
    type: 'wireless_lans',
    records: some(4, number => ({ ssid: `Judged ${number}`, wireless_lan_group_id: group })),
    cells: [
      ...[0, 1, 2].map((at): Cell => [at, 'description', `"${at}" ]},{ ü`, `"${at}" ]},{ ü`]),
      [2, 'ssid', 'Judged\tthree', 'Judged\tthree'],
      [3, 'vlan_id', '7', 7],
    ],
  },
  {
    type: 'contacts',
    records: some(5, number => ({ name: `Judged contact ${number}`, company: 'Own' })),
    cells: [
      [0, 'company', 'Other', 'Other'],
      [1, 'company', 'Other', 'Other'],
      [2, 'job_title', 'Judge', 'Judge'],
    ],
    sheet: {
      fields: ['email', 'phone'],
      lines: [0, 1, 2, 3, 4].map(at => [`judge${at}@example.org`, `+49 30 ${at}`]),
    },
  },
  {
    type: 'account_keys',
    records: some(3, number => ({ name: `Judged key ${number}`, username: 'root', password: secret })),
    cells: [
      ...[0, 1, 2].map((at): Cell => [at, 'username', `judge ${at}`, `judge ${at}`]),
      [0, 'key_type', 'ssh_key', 'ssh_key'],
      [2, 'description', 'Judged', 'Judged'],
    ],
  },
];

const problemsOf = ({ uri }: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(uri).map(({ message }) => message);

describe('what is done in a table', function () {
  this.timeout(600_000);
  const extension = useExtension();
  const answers = stubAnswers();
  const agree = ({ buttons }: ShownDialog) =>
    buttons.find(button => ['Save', 'Unlock', 'Keep mine'].includes(button));

  before('unlock the connection', async () => {
    answers.dialogs(agree);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  afterEach('put everything back', async () => {
    await closeTabs();
    answers.restore();
  });

  /** What a record is to be once all is saved, by its place: nothing else is sent of it. */
  const editsOf = ({ cells, sheet }: Judged): ReadonlyMap<number, Fields> => {
    const edits = new Map<number, Fields>();
    const put = (at: number, field: string, value: unknown) =>
      edits.set(at, { ...edits.get(at), [field]: value });
    for (const [at, field, , value] of cells) put(at, field, value);
    sheet?.lines.forEach((line, at) => line.forEach((value, index) => put(at, sheet.fields[index]!, value)));
    return edits;
  };

  const editTable = async (page: PlayedTable, { cells, sheet, records }: Judged) => {
    for (const [at, field, typed] of cells) {
      const done = await page.act({ kind: 'set', at, field, typed });
      assert.equal(done.sentence, undefined);
    }
    if (!sheet) return;
    const text = sheet.lines.map(line => line.join('\t')).join('\r\n');
    const rows = records.map((_, at) => at);
    const fields = [...sheet.fields];
    await page.act({ kind: 'paste', text, rows, fields, selected: { rows: 1, columns: 1 } });
  };

  const editText = async (document: vscode.TextDocument, what: Judged) => {
    const edits = editsOf(what);
    const items = JSON.parse(document.getText()) as Fields[];
    const edited = items.map((item, at) => ({ ...item, ...edits.get(at) }));
    await replaceText(document, document.getText(), `${JSON.stringify(edited, null, 2)}\n`);
  };

  const decideInTable = async (page: PlayedTable, { foreign }: Judged) => {
    if (!foreign) return;
    await vscode.commands.executeCommand('netsensor.refresh');
    if (!foreign.isBoth)
      return eventually(() =>
        assert.deepEqual(page.rows[foreign.at]?.fields, {
          ...page.rows[foreign.at]?.fields,
          ...foreign.changes,
        }),
      );
    const conflicts = await eventually(() => {
      const { conflicts: found = [] } = page.last('conflicts') ?? {};
      assert.ok(found.length > 0);
      return found;
    });
    const cells = conflicts.map(({ at, field }) => ({ at, field }));
    assert.deepEqual(cells, [{ at: foreign.at, field: 'width' }]);
    assert.equal((await page.act({ kind: 'decide', side: 'mine', cells })).sentence, undefined);
  };

  /** Makes the records, edits and saves them, and tells what was shown and sent of it. */
  const saved = async (what: Judged, as: 'table' | 'text') => {
    const { manager, proxy, tables } = extension();
    const { type, records, foreign, refused } = what;
    const ids: number[] = [];
    for (const fields of records) ids.push((await createRecord(manager, type, fields)).id);
    const target = (id: number) => ({ kind: 'record', connectionId: 'environment', type, recordId: id });
    const targets = ids.map(id => ({ ...target(id), name: String(id) }));
    await vscode.commands.executeCommand('netsensor.editRecords', targets[0], targets);
    const document = activeDocument();
    const page = as === 'table' ? await playTable(tables, document) : undefined;
    // What is typed for a record by its name is meant once the names are there.
    if (type === 'power_feeds' && page)
      await eventually(() =>
        assert.ok(page.told.some(each => each.type === 'names' && each.of === 'power_panels')),
      );
    if (page) await editTable(page, what);
    else await editText(document, what);
    if (foreign) await changeRecord(manager, type, ids[foreign.at]!, foreign.changes);
    if (page) await decideInTable(page, what);
    const shown = answers.dialogs(agree);
    proxy.seen.length = 0;
    if (refused !== undefined) {
      proxy.fault = { type: 'answer', status: 422, body: { query: false, error: 'Not now' } };
      proxy.faultMethod = 'PATCH';
      proxy.faultPath = new RegExp(`/${type}/${ids[refused]}\\b`);
      assert.equal(await document.save(), false);
      proxy.fault = undefined;
      // It stands at its record, and the table says it there.
      if (page) await eventually(() => assert.equal(page.last('problems')?.problems[0]?.at, refused));
    }
    const isSaved = await document.save();
    assert.ok(
      isSaved,
      `${as} of ${type}: ${JSON.stringify([document.isDirty, document.getText(), shown, problemsOf(document), proxy.seen])}`,
    );
    const sent = proxy.writes
      .map(({ method, url, body }) => {
        const id = Number(/\/(\d+)\b/.exec(url.replace('/v1/', '/'))?.[1]);
        return { method, at: ids.indexOf(id), body };
      })
      // Several are under way at once; the plan has their order.
      .toSorted((one, other) => one.at - other.at);
    const all = await listRecords(manager, type);
    const stored = ids.map(id => all.find(record => record.id === id));
    if (page) assert.doesNotMatch(JSON.stringify(page.told), new RegExp(secret));
    page?.close();
    await closeTabs();
    for (const id of ids) await deleteRecord(manager, type, id);
    const plans = shown.filter(({ message }) => message.startsWith('Save'));
    return { sent, stored: stored as Fields[], plans };
  };

  it('is planned, sent and stored as the same edits of the text are, byte for byte, each change once', async () => {
    const { manager } = extension();
    const panels: number[] = [];
    for (const name of ['Judged panel 1', 'Judged panel 2'])
      panels.push((await createRecord(manager, 'power_panels', { name })).id);
    const { id: group } = await createRecord(manager, 'wireless_lan_groups', { name: 'Judged group' });
    await vscode.commands.executeCommand('netsensor.refresh');
    const all = judged(panels, group);
    assert.equal(all.flatMap(({ cells }) => cells).length, 30);
    assert.equal(all.flatMap(({ sheet }) => sheet?.lines.flat() ?? []).length, 10);
    for (const what of someOf(all, 1)) {
      const inTable = await saved(what, 'table');
      const inText = await saved(what, 'text');
      assert.deepEqual(inTable.sent, inText.sent);
      assert.deepEqual(inTable.plans, inText.plans);
      const { key } = inventoryType(what.type);
      const edits = editsOf(what);
      const tries = [...edits.keys(), ...(what.refused === undefined ? [] : [what.refused])];
      assert.deepEqual(inTable.sent.map(({ at }) => at).toSorted(), tries.toSorted());
      for (const { method, at, body } of inTable.sent) {
        assert.equal(method, 'PATCH');
        assert.deepEqual(JSON.parse(body), { [key]: edits.get(at) });
      }
      const { foreign } = what;
      for (const [at, record] of inTable.stored.entries()) {
        const theirs = foreign?.at === at ? foreign.changes : {};
        const expected = { ...what.records[at], ...theirs, ...edits.get(at) };
        for (const [field, value] of Object.entries(expected))
          if (field !== 'password') assert.deepEqual([at, field, record[field] ?? null], [at, field, value]);
      }
    }
  });
});
