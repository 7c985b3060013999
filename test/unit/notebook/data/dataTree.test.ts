import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import type { Connection, Connections } from '../../../../src/connections/connection.js';
import type { QueryRow } from '../../../../src/model/query/queryResult.js';
import type { DataScope } from '../../../../src/notebook/data/dataQuestions.js';
import { partOf, type DataRow } from '../../../../src/notebook/data/dataRows.js';
import { DataTree } from '../../../../src/notebook/data/dataTree.js';
import { LiveValues } from '../../../../src/notebook/variables/liveValues.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';
import { SignedOutError } from '../../../../src/words/sentenceErrors.js';

const timestamp = '2026-11-20T08:00:00Z';

/** A manager that answers when it is told to, and the view on it. */
function openTree() {
  const asked: {
    query: { dimension?: string; aggregations: { name: string }[]; filter?: unknown; intervals: string[] };
    signal: AbortSignal;
    answer: (...rows: readonly QueryRow['values'][]) => void;
    refuse: (error: unknown) => void;
  }[] = [];
  const runQuery = (query: never, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('Aborted')));
      const answer = (...rows: readonly QueryRow['values'][]) =>
        resolve({ rows: rows.map(values => ({ timestamp, values })) });
      asked.push({ query, signal, answer, refuse: reject });
    });
  const office = { id: 'office', name: 'Office', source: 'saved' } as Connection;
  const state = {
    scope: { connectionId: 'office', range: 'last hour', zone: 'UTC' } as DataScope | undefined,
    isSignedOut: false,
    changes: 0,
  };
  const connectionsChanged = new Emitter<void>();
  const connections = {
    onDidChange: connectionsChanged.event,
    all: [office],
    get: () => office,
    client: async () => {
      if (state.isSignedOut) throw new SignedOutError('Enter the API key' as never, 'lab');
      return { runQuery };
    },
  } as unknown as Connections;
  const tree = new DataTree({
    connections,
    values: new LiveValues(connections),
    scope: () => state.scope,
    whileAsking: work => work(),
  });
  tree.onDidChange(() => (state.changes += 1));
  const rowAt = (...path: readonly string[]): DataRow => {
    let rows = tree.below(undefined);
    let found: DataRow | undefined;
    for (const label of path) {
      found = rows.find(row => String(tree.look(row).label) === label);
      if (!found) throw new Error(`No ${label} in ${rows.map(row => tree.look(row).label).join(', ')}`);
      rows = tree.below(found);
    }
    return found!;
  };
  /** What is said below a row: label and description. */
  const said = (...path: readonly string[]) =>
    tree.below(rowAt(...path)).map(row => {
      const { label, description } = tree.look(row);
      return description ? `${label} | ${description}` : label;
    });
  const opened = async (row: DataRow) => {
    const before = asked.length;
    const done = tree.open(row);
    await vi.waitFor(() => expect(asked).toHaveLength(before + 1));
    return { ...asked[before]!, done };
  };
  return { tree, asked, state, rowAt, said, opened, connectionsChanged };
}

describe('the view on the data', () => {
  afterEach(() => void vi.useRealTimers());

  it('shows sources with their metrics and dimensions, and asks nothing for it', () => {
    const { asked, said } = openTree();
    const rows = said('rb_monitor');
    expect(rows.slice(0, 6)).toEqual([
      'Show which dimensions have values',
      'events | Result of the monitored item in the interval.',
      'min | Minimum of the monitored parameter.',
      'max | Maximum of the monitored parameter.',
      'rows | Number of stored rows. Rows are rolled up: one may stand for several events.',
      'sum_value | Sum of sum_value.',
    ]);
    expect(rows).toContain('monitor | What is measured: cpu, memory, load_1, disk, latency, fan and others.');
    expect(said('rb_monitor', 'monitor')).toEqual(['Show the most frequent values']);
    expect(asked).toEqual([]);
  });

  it('asks once which dimensions of a source have values, and on demand which ever had', async () => {
    const { tree, asked, said, rowAt, opened } = openTree();
    const first = await opened(rowAt('rb_monitor'));
    expect(said('rb_monitor')[0]).toBe('Asking which dimensions have values…');
    await tree.open(rowAt('rb_monitor'));
    expect(first.query.aggregations).toHaveLength(24);
    first.answer({ rows: 200, monitor: 200, sensor_name: 199, instance: 1, unit: 0 });
    await first.done;
    const rows = said('rb_monitor');
    const shares = rows.filter(text => /in .* rows/.test(text)).map(text => text.replace(/ · .*/, ''));
    expect(shares).toEqual([
      'instance | in 0.5% of the rows',
      'monitor | in all rows',
      'sensor_name | in 99% of the rows',
    ]);
    expect(rows.at(-1)).toBe('Empty: 20 | Without a value in last hour');
    expect(said('rb_monitor', 'Empty: 20')[0]).toBe('Look for them in the data of all times');
    await tree.open(rowAt('rb_monitor', 'Empty: 20'));
    await tree.open(rowAt('rb_monitor'));
    expect(asked).toHaveLength(1);

    const done = tree.ask(rowAt('rb_monitor', 'Empty: 20', 'Look for them in the data of all times'));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.query.aggregations.map(({ name }) => name)).not.toContain('monitor');
    expect(asked[1]?.query.filter).toHaveProperty('fields.length', 20);
    asked[1]?.answer({ rows: 3, campus: 3 });
    await done;
    const empty = said('rb_monitor', 'Empty: 20');
    expect(empty.filter(text => text.startsWith('campus |'))[0]).toContain('filled at other times · ');
    expect(empty.filter(text => text.includes('never filled'))).toHaveLength(19);
  });

  it('shows the values of a dimension with their rows, and rows without one, each as a filter', async () => {
    const { said, rowAt, tree, opened } = openTree();
    const first = await opened(rowAt('rb_flow'));
    first.answer({ rows: 12, host: 10 });
    await first.done;
    const { query, answer, done } = await opened(rowAt('rb_flow', 'host'));
    expect(query).toMatchObject({ queryType: 'topN', dimension: 'host', threshold: 100 });
    answer({ host: 'a.com', rows: 9 }, { host: 'b.com', rows: 1 });
    await done;
    expect(said('rb_flow', 'host')).toEqual(['a.com | 9 rows', 'b.com | 1 row', 'no value | 2 rows']);
    const parts = tree.below(rowAt('rb_flow', 'host')).map(row => partOf(row));
    const shared = { kind: 'filter', dataSource: 'rb_flow', dimension: 'host' };
    expect(parts).toEqual(['a.com', 'b.com', null].map(value => ({ ...shared, value })));
  });

  it('marks what is of another range, and asks for the new one when somebody wants it', async () => {
    const { said, rowAt, tree, state, asked, opened } = openTree();
    const first = await opened(rowAt('rb_flow', 'host'));
    first.answer({ host: 'a.com', rows: 9 });
    await first.done;
    state.scope = { ...state.scope!, range: 'today' };
    expect(said('rb_flow', 'host')).toEqual(['From last hour, before the last change', 'a.com | 9 rows']);
    expect(asked).toHaveLength(1);
    const again = tree.ask(rowAt('rb_flow', 'host', 'From last hour, before the last change'));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(said('rb_flow', 'host')).toContain('From last hour, before the last change');
    asked[1]?.answer({ host: 'b.com', rows: 1 });
    await again;
    expect(said('rb_flow', 'host')).toEqual(['b.com | 1 row']);
  });

  it('asks again when a row is opened whose answer is older than five minutes', async () => {
    const { tree, rowAt, opened, asked } = openTree();
    const first = await opened(rowAt('rb_flow'));
    first.answer({ rows: 12, host: 10 });
    await first.done;
    await tree.open(rowAt('rb_flow'));
    expect(asked).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] });
    await opened(rowAt('rb_flow'));
  });

  it('says of an answer that stands for more than five minutes when it was asked, and asks by itself no more', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const { said, rowAt, opened, asked, state } = openTree();
    const first = await opened(rowAt('rb_flow', 'host'));
    first.answer({ host: 'a.com', rows: 9 });
    await first.done;
    const changes = state.changes;
    vi.advanceTimersByTime(4 * 60_000);
    expect([said('rb_flow', 'host'), state.changes]).toEqual([['a.com | 9 rows'], changes]);
    vi.advanceTimersByTime(61_000);
    expect([state.changes, asked.length]).toEqual([changes + 1, 1]);
    expect(said('rb_flow', 'host')).toEqual([expect.stringMatching(/^As of \d+:\d\d/), 'a.com | 9 rows']);
  });

  it('leaves a question about more than 30 days to a click', async () => {
    const { tree, asked, state, rowAt, said } = openTree();
    state.scope = { ...state.scope!, range: 'last 45 days' };
    await tree.open(rowAt('rb_flow'));
    expect(asked).toEqual([]);
    void tree.ask(rowAt('rb_flow', 'Show which dimensions have values'));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(said('rb_flow')[0]).toBe('Asking which dimensions have values…');
  });

  it('gives up what is cancelled', async () => {
    const { tree, rowAt, said, opened } = openTree();
    const { signal, done } = await opened(rowAt('rb_flow'));
    tree.cancel(rowAt('rb_flow', 'Asking which dimensions have values…'));
    expect(signal.aborted).toBe(true);
    await done;
    expect(said('rb_flow')[0]).toBe('Show which dimensions have values');
  });

  it('says why it has no answer, keeps the last one, and tries again', async () => {
    const { tree, rowAt, said, opened, asked } = openTree();
    const first = await opened(rowAt('rb_flow', 'host'));
    first.answer({ host: 'a.com', rows: 9 });
    await first.done;
    const again = tree.ask(rowAt('rb_flow', 'host'));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    const error = { reason: 'server', status: 500, method: 'POST', path: '/api/data' } as const;
    asked[1]?.refuse(new ApiError(error));
    await again;
    const failed = 'The manager failed with status 500.';
    expect(said('rb_flow', 'host')).toEqual([`${failed} | Select to try again`, 'a.com | 9 rows']);
    const { command } = tree.look(rowAt('rb_flow', 'host', failed));
    void tree.ask(command!.arguments[0] as DataRow);
    await vi.waitFor(() => expect(asked).toHaveLength(3));
  });

  it.each([
    [{ reason: 'timeout' }, 'workbench.action.openSettings', ['netsensor.requestTimeout']],
    [{ reason: 'unreachable', stage: 'proxy' }, 'workbench.action.openSettings', ['http.proxy']],
    [{ reason: 'unreachable', stage: 'dns' }, 'netsensor.addManager', []],
    [{ reason: 'tls' }, 'netsensor.trustCertificate', [{ connectionId: 'office' }]],
  ] as const)('leads to what helps against %o', async (failure, command, given) => {
    const { tree, rowAt, opened } = openTree();
    const { refuse, done } = await opened(rowAt('rb_flow'));
    refuse(new ApiError({ ...failure, method: 'POST', path: '/api/data' }));
    await done;
    const [row] = tree.below(rowAt('rb_flow'));
    expect(tree.look(row!).command).toEqual({ command, arguments: given });
  });

  it('leads to the key where it is missing, and to a connection where none is chosen', async () => {
    const { tree, rowAt, said, state, opened, connectionsChanged } = openTree();
    state.isSignedOut = true;
    await tree.open(rowAt('rb_flow'));
    expect(said('rb_flow')[0]).toBe('Enter the API key | Select to enter an API key');
    const { command } = tree.look(rowAt('rb_flow', 'Enter the API key'));
    expect(command).toEqual({ command: 'netsensor.signIn', arguments: [{ connectionId: 'office' }] });
    state.isSignedOut = false;
    connectionsChanged.fire();
    expect(said('rb_flow')[0]).toBe('Show which dimensions have values');
    const { signal } = await opened(rowAt('rb_flow'));
    tree.dispose();
    expect(signal.aborted).toBe(true);
    state.scope = undefined;
    expect(said('rb_event')[0]).toBe('Choose a connection');
  });
});
