import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import * as vscode from 'vscode';
import { Mime } from '../../../src/ids.js';
import type { ResultTable } from '../../../src/model/query/queryResult.js';
import { sampleNotebook } from '../../../src/model/notebook/sampleNotebook.js';
import { sampleClientMac, sampleDropboxAddresses } from 'netsensor-contract/query/sampleQueries';
import { sameEstimate } from '../../support/compareAnswers.js';
import { eventually } from '../../support/eventually.js';
import { askManager } from '../../support/manager.js';
import { sampleQuerySql, type SampleSql } from '../../support/sampleQuerySql.js';
import { useExtension } from '../../support/useExtension.js';
import { hoursOfTraffic } from '../../support/handedManager.js';
import { useNotebooks } from './notebookDocuments.js';

/** Some minutes ago, so that the last hour goes on after it, as it does while a test waits. */
const end = new Date(Math.floor(Date.now() / 60_000 - 5) * 60_000);
const start = new Date(end.getTime() - 24 * 3_600_000);

/** The first minute of the traffic that the queries find; history is filled backwards while the manager serves. */
const oldestMinute = Math.max(start.getTime(), end.getTime() - (hoursOfTraffic() * 60 - 10) * 60_000);
const oldest = {
  queryType: 'timeseries',
  dataSource: 'rb_flow',
  granularity: 'minute',
  intervals: [`${new Date(oldestMinute).toISOString()}/${new Date(oldestMinute + 60_000).toISOString()}`],
  aggregations: [{ type: 'count', name: 'rows' }],
  context: { skipEmptyBuckets: true },
};

describe('the sample queries, run from the notebook and asked in SQL', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  let copy = '';
  let database: DuckDBConnection;
  let tables: ResultTable[] = [];

  before('run the notebook, then open a copy of the database', async function () {
    this.timeout(180_000);
    await eventually(async () => {
      const rows = await askManager(extension().manager, '/api/data', { method: 'POST', body: oldest });
      assert.ok((rows as object[]).length > 0);
    }, 120_000);
    const notebook = await notebooks.open(
      sampleNotebook({ end: end.toISOString(), connection: 'environment' }),
    );
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    await vscode.commands.executeCommand('notebook.execute');
    tables = notebook
      .getCells()
      .filter(({ kind }) => kind === vscode.NotebookCellKind.Code)
      .map(({ outputs }) => {
        const data = outputs[0]?.items.find(({ mime }) => mime === Mime.result)?.data;
        return JSON.parse(new TextDecoder().decode(data)) as ResultTable;
      });
    copy = await copyDatabase(extension().manager.dataDir);
    const instance = await DuckDBInstance.create(join(copy, 'manager.analytics.duckdb'));
    database = await instance.connect();
  });
  after('remove the copy', async () => {
    database.closeSync();
    await rm(copy, { recursive: true, force: true });
  });

  const questions = sampleQuerySql({ clientMac: sampleClientMac, dropbox: sampleDropboxAddresses });
  questions.forEach((question, index) => {
    it(`gives the same rows for query ${index + 1}`, async () => {
      const expected = await ask(database, question);
      assert.ok(expected.length > 0);
      const shown = shownRows(tables[index], Object.keys(expected[0] ?? {}));
      assert.equal(shown.length, expected.length);
      expected.forEach((row, position) => assertSameRow(shown[position] ?? {}, row, question.estimated));
    });
  });
});

type Row = Readonly<Record<string, unknown>>;

/** The file and its write-ahead log together are what a crash would leave, which DuckDB opens without loss. */
async function copyDatabase(dataDir: string): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'netsensor-copy-'));
  const names = (await readdir(dataDir)).filter(name => /^manager\.analytics\.duckdb(\.wal)?$/.test(name));
  for (const name of names) await copyFile(join(dataDir, name), join(target, name));
  return target;
}

async function ask(database: DuckDBConnection, { sql, values = {} }: SampleSql): Promise<Row[]> {
  const plain = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '');
  const range = { start: plain(start), end: plain(end) };
  const used = Object.fromEntries(
    Object.entries({ ...range, ...values }).filter(([name]) => sql.includes(`$${name}`)),
  );
  const reader = await database.runAndReadAll(sql, used);
  return reader.getRowObjectsJS();
}

/** The rows of the notebook's table in the columns of the SQL answer; its time column is called `bucket` there. */
function shownRows(table: ResultTable | undefined, names: readonly string[]): Row[] {
  const column = (name: string) =>
    table?.columns.find(candidate => candidate.name === (name === 'bucket' ? 'timestamp' : name));
  return Array.from({ length: table?.rowCount ?? 0 }, (_, row) =>
    Object.fromEntries(names.map(name => [name, column(name)?.values[row]])),
  );
}

function assertSameRow(shown: Row, expected: Row, estimated: string | undefined): void {
  for (const [name, value] of Object.entries(expected)) {
    if (value instanceof Date) assert.equal(Date.parse(String(shown[name])), value.getTime());
    else if (name === estimated) {
      const isNear = sameEstimate(Number(shown[name]), Number(value), { least: 0.5, share: 0.02 });
      assert.ok(isNear, `${String(shown[name])} for ${String(value)}`);
    } else assert.equal(shown[name], value);
  }
}
