import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { RecordList } from '../../../src/model/inventory/recordList.js';
import type { RecordFields } from '../../../src/model/inventory/recordText.js';
import type { OperationServices } from '../../../src/operations/operationServices.js';
import type { PlanDocuments } from '../../../src/operations/planDocuments.js';
import { tableColumns } from '../../../src/model/tables/tableColumns.js';

/** What VS Code is asked, and what is answered: the label of an entry or a button, or a text. */
const asked = vi.hoisted(() => ({ answers: [] as string[], shown: [] as string[][], said: [] as string[] }));

vi.mock('vscode', async () => ({
  ...(await import('../explorer/vscodeOfExplorer.js')),
  QuickPickItemKind: { Separator: -1 },
  ProgressLocation: { Notification: 15 },
  window: {
    showQuickPick: async (items: readonly { label: string }[]) => {
      asked.shown.push(items.map(({ label }) => label));
      const answer = asked.answers.shift();
      return items.find(({ label }) => label === answer);
    },
    showInputBox: async () => asked.answers.shift(),
    showInformationMessage: async (message: string) => void asked.said.push(message),
    showWarningMessage: async (message: string, { detail = '' }, ...buttons: string[]) => {
      asked.said.push(`${message} ${detail}`);
      const answer = asked.answers.shift();
      return buttons.find(button => button === answer);
    },
    withProgress: (_options: object, task: (progress: object, token: object) => unknown) =>
      task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
  },
}));
vi.mock('../../../src/operations/backups.js', () => ({
  writeBackup: async () => 'file:///backup',
  offerBackup: async () => undefined,
}));
const { ArrangedTable } = await import('../../../src/tables/arrangedTable.js');
const { writeRecord } = await import('../../../src/operations/lists/writeRecord.js');

const place = { connectionId: 'lab', type: 'racks', list: 'netsensor://lab/lists/racks/Racks.json' } as const;
const columns = tableColumns('racks', [{ id: 1, name: 'Rack 1', extra: 'x' }]);
const shown = (...fields: string[]) => ({ fields, columns });

type Parts = ConstructorParameters<typeof ArrangedTable>[0];

/** Answers the question above a plan by its row. */
const answerAbove: PlanDocuments['showWhile'] = (_, ask) =>
  ask({
    closed: { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) },
    choose: async ({ title, rows }) => {
      asked.said.push(title);
      const answer = asked.answers.shift();
      return rows.find(({ label }) => label === answer);
    },
  });

/** A manager with table configurations, and a table of its racks. */
class Played {
  isLocked = false;
  readonly sent: (readonly [string, RecordFields])[] = [];
  private readonly state = new Map<string, unknown>();
  private readonly list = () =>
    new RecordList('table_configs', this.configs, { readAt: 0, remainder: { unread: [] } });
  private readonly parts: Parts;
  readonly table: InstanceType<typeof ArrangedTable>;

  constructor(private configs: InventoryRecord[] = []) {
    const connections = {
      get: (id: string) => (id === 'gone' ? undefined : { id: 'lab', name: 'Lab', isLocked: this.isLocked }),
    };
    const lists = { get: () => this.list(), read: async () => this.list() };
    const workspaceState = {
      get: (key: string) => this.state.get(key),
      update: async (key: string, value: unknown) => void this.state.set(key, value),
    };
    const client = {
      listRecords: async () => ({ rows: this.configs, unread: [] }),
      getRecord: async (_type: string, id: number) => this.configs.find(record => record.id === id),
      createRecord: async (_type: string, fields: RecordFields) => this.store('create', { id: 9, ...fields }),
      updateRecord: async (_type: string, id: number, { changes }: { changes: RecordFields }) =>
        this.store('update', { ...this.configs.find(record => record.id === id), ...changes, id }, changes),
    };
    const operations = {
      connections: { ...connections, client: async () => client },
      nameOf: () => () => undefined,
      recordsChanged: async () => undefined,
      journal: { run: (_started: object, work: () => unknown) => work() },
      planDocuments: async () => ({ showWhile: answerAbove }),
      backupFolder: { log: console },
    } as unknown as OperationServices;
    this.parts = {
      connections,
      lists,
      workspaceState,
      writeRecord: (at: Parameters<typeof writeRecord>[1], record: Parameters<typeof writeRecord>[2]) =>
        writeRecord(operations, at, record),
    } as unknown as Parts;
    this.table = this.tableOf(place.list);
  }

  /** The table of another list, or a new tab of the same. */
  tableOf(list: string): InstanceType<typeof ArrangedTable> {
    return new ArrangedTable(this.parts, { ...place, list });
  }

  private store(kind: string, record: InventoryRecord, fields: RecordFields = record): InventoryRecord {
    this.sent.push([kind, fields]);
    this.configs = [...this.configs.filter(({ id }) => id !== record.id), record];
    return record;
  }
}

const config = (id: number, name: string, more: object = {}): InventoryRecord => ({
  id,
  name,
  inventory_type: 'DcimRack',
  column_order: 'name;u_height',
  enabled: true,
  shared: false,
  ...more,
});

beforeEach(() => {
  asked.answers = [];
  asked.shown = [];
  asked.said = [];
});

describe('the layout of a table', () => {
  it('is one’s own before a shared one, and another one once it is chosen', async () => {
    const played = new Played([config(1, 'Theirs', { shared: true }), config(2, 'Mine')]);
    expect(played.table.current).toMatchObject({ name: 'Mine', fields: ['name', 'u_height'] });
    asked.answers = ['Theirs'];
    await played.table.choose(shown('id'));
    expect(asked.shown[0]).toEqual([
      'Yours',
      'Mine',
      'Shared',
      'Theirs',
      'All columns',
      'As in documents',
      '',
      'Save Layout…',
    ]);
    expect(played.table.current.name).toBe('Theirs');
    asked.answers = ['As in documents'];
    await played.table.choose(shown('id'));
    expect(played.table.current.fields).toBeUndefined();
  });

  it('is saved as a table configuration once its plan is agreed to, and is chosen then', async () => {
    const played = new Played();
    asked.answers = ['Save Layout…', ' Heights ', 'For all users', 'Save'];
    await played.table.choose(shown('u_height', 'name'));
    const fields = {
      name: 'Heights',
      inventory_type: 'DcimRack',
      column_order: 'u_height;name',
      enabled: true,
      shared: true,
    };
    expect(played.sent).toMatchObject([['create', fields]]);
    expect(asked.said[0]).toContain('Save 1 change');
    expect(played.table.current).toMatchObject({ name: 'Heights', from: 'shared' });
    asked.answers = ['Save Layout…', 'Heights', 'For all users', 'Leave it as it is'];
    await expect(played.table.choose(shown('name'))).rejects.toThrow();
    expect(played.sent.length).toBe(1);
  });

  it('changes the columns alone of a table configuration that is called so', async () => {
    const played = new Played([config(2, 'Mine', { column_order: 'name;theirs' })]);
    asked.answers = ['Save Layout…', 'mine', 'For you', 'Save'];
    await played.table.choose(shown('id', 'name'));
    expect(played.sent).toEqual([['update', { column_order: 'id;name;theirs' }]]);
  });

  it('is kept in the workspace where the connection is read-only, which is said, and forgotten there', async () => {
    const played = new Played([config(2, 'Mine')]);
    played.isLocked = true;
    asked.answers = ['Save Layout…', 'Here'];
    await played.table.choose(shown('name'));
    expect(asked.said).toEqual(['The connection is read-only, so the layout is kept in this workspace.']);
    expect(played.table.current).toMatchObject({ from: 'workspace', fields: ['name'] });
    asked.answers = ['Forget the layout Here'];
    await played.table.choose(shown('name'));
    expect(played.table.current.name).toBe('Mine');
    expect(played.sent).toEqual([]);
  });
});

it('is looked at as it was last, a list like no other, of which the last thirty are remembered', async () => {
  const played = new Played();
  const settings = { sort: { column: 'name', isDescending: true }, search: 'row 1' };
  await played.table.keepSettings(settings);
  expect(played.tableOf(place.list).settings).toEqual(settings);
  expect(played.tableOf('other').settings).toEqual({});
  for (let list = 0; list < 29; list += 1) await played.tableOf(`list ${list}`).keepSettings({});
  expect(played.table.settings).toEqual(settings);
  await played.tableOf('last').keepSettings({});
  expect(played.table.settings).toEqual({});
});

it('is not remembered of a connection that was deleted', async () => {
  const played = new Played();
  const gone = played.tableOf('netsensor://gone/lists/racks/Racks.json');
  await gone.keepSettings({ search: 'secret word' });
  await played.table.keepSettings({});
  expect(gone.settings).toEqual({});
});
