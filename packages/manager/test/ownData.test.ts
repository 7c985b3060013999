import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { Database } from '../src/store/database.js';
import { createStores } from '../src/managerStore.js';
import { prepareLoad } from '../src/ownData/loadFile.js';
import { dataSourceNames, type DataSource } from 'netsensor-contract/query/dataSources';
import { eras } from '../src/dataQuery/eras.js';
import { queryEngine, runQuery } from '../src/dataQuery/runQuery.js';
import { present, startTestManager, type Json, type TestManager } from './testManager.js';

describe("data of one's own", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-own-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const save = async (name: string, content: string | Buffer): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const request = (file: string, source: DataSource = 'rb_flow', timeColumn?: string) => ({
    source,
    file,
    timeColumn,
  });

  /** One into which files are loaded, each in place of those before it; to start one takes longer than a file. */
  let loading: TestManager;
  beforeAll(async () => {
    loading = await startTestManager();
  });
  afterAll(() => loading.stop());

  /** What was said when a file was loaded, and the answers to queries about everything in it. */
  const load = async (file: string, source: DataSource = 'rb_flow', timeColumn?: string) => {
    const said: string[] = [];
    const loads = [request(file, source, timeColumn)];
    const stores = await createStores(loading.database, {
      now: () => present,
      loads,
      progress: text => said.push(text),
    });
    const engine = queryEngine(stores, eras['0.8']);
    const caller = stores.users.administrator();
    const ask = async (asked: object): Promise<Json[]> => {
      const body = {
        dataSource: source,
        queryType: 'groupBy',
        granularity: 'all',
        intervals: ['1990-01-01/2100-01-01'],
        dimensions: [],
        aggregations: [sum('longSum', 'events')],
        ...asked,
      };
      return JSON.parse(await runQuery(engine, { body, caller }, new AbortController().signal)) as Json[];
    };
    const events = async (asked: object): Promise<Json[]> => (await ask(asked)).map(row => row.event);
    return { sql: loading.sql, ask, events, said: said.join('\n') };
  };
  const sum = (type: string, fieldName: string) => ({ type, name: fieldName, fieldName });

  const flows = `time,Application ID Name,bytes,pkts,lan_ip,site,latency
2026-11-01T10:00:05Z,https,100,2,10.0.0.1,north,1.5
2026-11-01T10:00:45Z,https,50,1,10.0.0.1,north,1.5
2026-11-01 10:01:00,dns,,1,10.0.0.2,,20
1793527320,dns,7,1,10.0.0.2,south,
`;

  it('says that traffic is generated only while a source is without a file', async () => {
    const file = await save('any.csv', 'time,events\n2026-11-01T10:00:05Z,1\n');
    const sentences = async (sources: readonly DataSource[]) => {
      const said: string[] = [];
      const loads = sources.map(source => request(file, source));
      await startTestManager({ loads, history: 1, progress: text => said.push(text) });
      return said.filter(text => /^Generating|history/.test(text));
    };
    expect(await sentences(dataSourceNames.slice(1))).toEqual([
      expect.stringMatching(/a network and .* of traffic/),
    ]);
    expect(await sentences(dataSourceNames)).toEqual([
      'No traffic is generated, so --history counts for nothing: all four data sources are those of files.',
      'Generating a network...',
    ]);
  });

  it('maps columns to time, dimensions, metrics and extra ones, and says so', async () => {
    const manager = await load(await save('flows.csv', flows));
    expect(manager.said).toContain('Loaded rb_flow from');
    expect(manager.said).toMatch(/4 rows, rolled up to 3\./);
    expect(manager.said).toMatch(/time +time \(2026-11-01 10:00 to 2026-11-01 10:02 UTC\)/);
    expect(manager.said).toMatch(/dimensions +Application ID Name as application_id_name, lan_ip/);
    expect(manager.said).toMatch(
      /metrics +bytes as sum_bytes, pkts as sum_pkts, events 1 per row, sum_rssi 0/,
    );
    expect(manager.said).toMatch(/extra +site, latency \(also as number\)/);
    const rows = await manager.events({
      dimensions: ['application_id_name', 'site'],
      aggregations: ['events', 'sum_bytes', 'sum_pkts'].map(name => sum('longSum', name)),
    });
    expect(rows).toEqual([
      { application_id_name: 'dns', site: null, events: 1, sum_bytes: 0, sum_pkts: 1 },
      { application_id_name: 'dns', site: 'south', events: 1, sum_bytes: 7, sum_pkts: 1 },
      { application_id_name: 'https', site: 'north', events: 2, sum_bytes: 150, sum_pkts: 3 },
    ]);
  });

  it('aggregates a numeric extra column by its name and groups by it as text', async () => {
    const manager = await load(await save('flows.csv', flows));
    const aggregations = [
      sum('doubleSum', 'latency'),
      { type: 'min', name: 'low', fieldName: 'latency' },
      { type: 'max', name: 'high', fieldName: 'latency' },
    ];
    expect(await manager.events({ aggregations })).toEqual([{ latency: 23, low: 1.5, high: 20 }]);
    expect(await manager.events({ dimensions: ['latency'] })).toEqual([
      { latency: null, events: 1 },
      { latency: '1.5', events: 2 },
      { latency: '20', events: 1 },
    ]);
    const filter = { type: 'regex', dimension: 'site', pattern: '^n' };
    expect(await manager.events({ filter })).toEqual([{ events: 2 }]);
  });

  it('keeps hostile and repeated column names apart', async () => {
    const header = `timestamp,b,k,d0,a0,"x"";DROP TABLE rb_flow;--",Foo,foo,foo,,timestamp2,count(*),l0,__proto__,constructor`;
    const cells = '2026-01-01,1,2,3,4,5,6,7,8,9,10,11,12,13,14';
    const manager = await load(await save('hostile.csv', `${header}\n${cells}\n`));
    const dimensions = [
      'b',
      'k',
      'd0',
      'a0',
      `x";DROP TABLE rb_flow;--`,
      'Foo',
      'foo',
      'foo_2',
      'column_10',
      'timestamp2',
      'count(*)',
      'l0',
      '__proto__',
      'constructor',
    ];
    const [row] = await manager.ask({
      granularity: 'day',
      intervals: ['2026-01-01/2026-01-02'],
      dimensions,
      aggregations: dimensions.map((name, index) => ({ ...sum('longSum', name), name: `sum${index}` })),
    });
    for (const [index, name] of dimensions.entries()) {
      const value = Number(Object.entries(row.event).find(([key]) => key === name)?.[1]);
      expect([name, value, row.event[`sum${index}`]]).toEqual([name, index + 1, index + 1]);
    }
  });

  it.each([
    ['flows.tsv', 'ts\tsrc\n2026-01-01\t10.0.0.1\n2026-01-02\t\n'],
    ['semicolons.csv', 'ts;src\n2026-01-01;10.0.0.1\n2026-01-02;\n'],
    ['marked.csv.gz', gzipSync('\ufeffts,src\r\n2026-01-01,10.0.0.1\r\n2026-01-02,\r\n')],
    ['lines.ndjson', '{"ts":"2026-01-01","src":"10.0.0.1"}\n{"ts":"2026-01-02"}\n'],
    ['array.json', '[{"ts":1767225600,"src":"10.0.0.1"},\n {"src":null,"ts":1767312000000}]'],
    ['array.json.gz', gzipSync('[{"ts":1767225600000000,"src":"10.0.0.1"},{"ts":"2026-01-02T02:00+02:00"}]')],
    ['ends.csv', 'ts;src;;\r\n2026-01-01;10.0.0.1;;\r\n;;;\r\n2026-01-02\r\n\r\n'],
    ['said.csv', 'sep=;\nTS ; src\n2026-01-01; 10.0.0.1\n"\'2026-01-02";\n'],
    ['guarded.csv', `ts|src\r'2026-01-01|="10.0.0.1"\r2026-01-02|\r`],
    ['unicode.csv', Buffer.from('\ufeffts\tsrc\r\n2026-01-01\t10.0.0.1\r\n2026-01-02\t\r\n', 'utf16le')],
    ['odd [name]*?.csv', 'ts,src\n2026-01-01,10.0.0.1\n2026-01-02,\n'],
  ])('reads %s', async (name, content) => {
    const manager = await load(await save(name, content), 'rb_event');
    expect(await manager.ask({ granularity: 'day', dimensions: ['src'] })).toEqual([
      { version: 'v1', timestamp: '2026-01-01T00:00:00.000Z', event: { src: '10.0.0.1', events: 1 } },
      { version: 'v1', timestamp: '2026-01-02T00:00:00.000Z', event: { src: null, events: 1 } },
    ]);
  });

  it('reads Parquet with times of its own', async () => {
    const path = join(folder, 'states.parquet');
    const writer = await Database.openFileReader(folder);
    await writer.write(session =>
      session.run(
        `COPY (SELECT TIMESTAMPTZ '2026-01-01 10:00:00+02' AS "Time", 'on' AS status, 3::UTINYINT AS sum_value) TO '${path}'`,
      ),
    );
    await writer.close();
    const manager = await load(path, 'rb_state');
    expect(
      await manager.ask({
        granularity: 'hour',
        dimensions: ['status'],
        aggregations: [sum('doubleSum', 'sum_value')],
      }),
    ).toEqual([
      { version: 'v1', timestamp: '2026-01-01T08:00:00.000Z', event: { status: 'on', sum_value: 3 } },
    ]);
  });

  it('takes what a monitor measured from its value', async () => {
    const manager = await load(
      await save('values.csv', 'ts,monitor,value\n2026-01-01T00:00,cpu,5.5\n2026-01-01T00:00,cpu,7\n'),
      'rb_monitor',
    );
    const aggregations = ['min_value', 'max_value'].map(name => sum(name.slice(0, 3), name));
    expect(await manager.events({ aggregations: [...aggregations, sum('doubleSum', 'sum_value')] })).toEqual([
      { min_value: 5.5, max_value: 7, sum_value: 12.5 },
    ]);
  });

  it('reads commas as points where cells are not parted by them, and thousands nowhere', async () => {
    const text = 'ts;monitor;value;events\n2026-01-01;cpu;5,5;2,0\n2026-01-01;cpu;1,125;3,00\n';
    const manager = await load(await save('commas.csv', text), 'rb_monitor');
    const aggregations = [sum('longSum', 'events'), sum('doubleSum', 'sum_value')];
    expect(await manager.events({ aggregations })).toEqual([{ events: 5, sum_value: 6.625 }]);
  });

  it('counts the events that a row names, and one for a row that names none', async () => {
    const counted = 'ts,events\n2026-01-01T00:00,5\n2026-01-01T00:00,\n2026-01-01T00:00,\n';
    const manager = await load(await save('counted.csv', counted));
    expect(await manager.events({})).toEqual([{ events: 7 }]);
  });

  it('keeps the whole numbers that 64 bits hold to their last digit', async () => {
    const numbers = [
      '9223372036854775807',
      '-9223372036854775808',
      '9007199254740993',
      '-9007199254740993.0',
      '1e18',
    ];
    const rows = numbers.map((number, at) => `2026-01-01T00:0${at},${at},${number},${number}`);
    const file = await save('longest.csv', `ts,src,bytes,own\n${rows.join('\n')}\n`);
    const manager = await load(file);
    const sums = await manager.events({ dimensions: ['src'], aggregations: [sum('longSum', 'sum_bytes')] });
    expect(sums.map(({ sum_bytes }) => String(sum_bytes))).toEqual(
      numbers.map(number => String(Number(number))),
    );
    const stored = await manager.sql('SELECT sum_bytes::VARCHAR AS n FROM rb_flow ORDER BY "timestamp"');
    expect(stored.map(({ n }: Json) => n)).toEqual([
      ...numbers.slice(0, 3),
      '-9007199254740993',
      '1000000000000000000',
    ]);
  });

  it('takes the time from the column that was named', async () => {
    const file = await save('named.csv', 'timestamp,seen\nnever,2026-01-01\n');
    const manager = await load(file, 'rb_flow', 'Seen');
    expect(await manager.events({ dimensions: ['timestamp'] })).toEqual([{ timestamp: 'never', events: 1 }]);
  });

  it.each([
    [
      'bad.csv',
      'ts,bytes\n2026-01-01,1\n2026-01-01,12x\n2026-01-01,y\n',
      /row 3, column "bytes": "12x" is not a whole number/,
    ],
    ['half.csv', 'ts,bytes\n2026-01-01,1.5\n', /row 2, column "bytes": "1.5" is not a whole number/],
    ...['1e400', '1e19', '-9223372036854775809', '4611686018427387904.5', 'NaN', 'Infinity'].map(
      (text): [string, string, RegExp] => [
        'beyond.csv',
        `ts,bytes\n2026-01-01,${text}\n`,
        /row 2, column "bytes": ".*" is not a whole number/,
      ],
    ),
    [
      'marked.json',
      Buffer.from('\ufeff[{"ts":"2026-01-01"}]', 'utf16le'),
      /UTF-16 or UTF-32; save it as UTF-8/,
    ],
    ['unmarked.json', Buffer.from('[{"ts":"2026-01-01"}]', 'utf16le'), /UTF-16 or UTF-32; save it as UTF-8/],
    ['packed.json.gz', gzipSync(Buffer.from('[{"ts":"2026-01-01"}]', 'utf16le')), /UTF-16 or UTF-32/],
    ['broken.json.gz', Buffer.from('[{"ts":"2026-01-01"}]'), /the file cannot be read/],
    ['latin.json', Buffer.from('[{"ts":"2026-01-01","src":"\xff"}]', 'latin1'), /is not JSON/],
    ['marked32.csv', Buffer.from([0xff, 0xfe, 0, 0, 0x74, 0, 0, 0]), /./],
    ['huge.csv', 'ts,bytes\n2026-01-01,9223372036854775808\n', /row 2, column "bytes"/],
    [
      'when.csv',
      'ts,bytes\n2026-01-01,1\nyesterday,1\n',
      /row 3, column "ts": "yesterday" is not a time; use ISO 8601/,
    ],
    ['never.csv', 'ts,bytes\n2026-02-30,1\n', /row 2, column "ts": "2026-02-30" is not a time/],
    ['none.csv', 'ts,bytes\n,1\n', /row 2, column "ts": nothing is not a time/],
    ['behind.csv', 'ts,bytes\n\n2026-01-01,1\n,,\n2026-01-01,12x\n', /row 5, column "bytes": "12x"/],
    ['said.csv', 'sep=;\nts;bytes\n2026-01-01;1.5\n', /row 3, column "bytes": "1.5"/],
    ['thousands.csv', 'ts;bytes\n2026-01-01;1,000\n', /row 2, column "bytes": "1,000" is not a whole/],
    ['rounded.csv', 'ts;bytes\n2026-01-01;1,23E+12\n', /row 2, column "bytes": "1,23E\+12" is not/],
    ['after.csv', 'ts,src\n2026-01-01,"a"b\n', /row 2 has a cell that goes on after its closing quote/],
    ['unmarked.csv', Buffer.from('ts,src\n2026-01-01,\n', 'utf16le'), /row 1 is not UTF-8 text/],
    ['long.csv', 'ts,bytes\n2026-01-01,1,2\n', /row 2 has 3 columns, but the header has 2/],
    ['quote.csv', 'ts,src\n2026-01-01,"open\n', /row 2 opens a quote that is never closed/],
    ['latin.csv', Buffer.from('ts,src\n2026-01-01,\xff\n', 'latin1'), /row 2 is not UTF-8 text/],
    [
      'untimed.csv',
      'src,bytes\n10.0.0.1,1\n',
      /no column holds the time; name it with --time-column .*src, bytes/,
    ],
    ['empty.csv', '', /the file is empty/],
    ['header.csv', 'ts,bytes\n', /the file holds no rows/],
    ['broken.json', '[{"ts":1},\n{"ts":2 3}]', /record 2 is not JSON/],
    ['broken.ndjson', '{"ts":1}\n{"ts":}\n', /record 2 is not JSON/],
    ['number.json', '[{"ts":1},3]', /record 2 is not an object/],
    ['text.parquet', 'no parquet at all', /this is not a Parquet file/],
    ['table.xlsx', 'x', /the name must end in \.csv/],
  ])('names what is wrong in %s', async (name, content, sentence) => {
    const file = await save(name, content);
    const failed = prepareLoad(request(file)).then(
      () => 'loaded',
      (error: Error) => error.message,
    );
    expect(await failed).toMatch(sentence);
    expect(await failed).toContain(`--load rb_flow=${file}: `);
  });

  it('names a file that does not exist', async () => {
    await expect(prepareLoad(request(join(folder, 'gone.csv')))).rejects.toThrow(/there is no such file/);
  });

  it('keeps what was there when a file cannot be loaded, and the loaded rows at the next start', async () => {
    const manager = await startTestManager({ history: 30 });
    const { database } = manager;
    const count = async (table: string) =>
      (await manager.sql(`SELECT count(*)::INTEGER AS n FROM ${table}`))[0].n;
    const generated = await count('rb_flow');
    const bad = await save('late.csv', 'ts,bytes\n2026-01-01,1\n2026-01-01,x\n');
    const good = await save('good.csv', 'ts,src,own\n2026-01-01,10.0.0.1,1\n');
    const now = () => present;
    await expect(
      createStores(database, { now, loads: [request(good, 'rb_event'), request(bad)] }),
    ).rejects.toThrow(/row 3/);
    expect(await count('rb_flow')).toBe(generated);
    expect(await count('rb_event')).toBeGreaterThan(1);
    await createStores(database, { now, loads: [request(good, 'rb_event')] });
    expect([await count('rb_flow'), await count('rb_event')]).toEqual([generated, 1]);
    const later = () => present + 60 * 60_000;
    const stores = await createStores(database, { now: later });
    expect(await count('rb_event')).toBe(1);
    expect(await count('rb_flow')).toBeGreaterThan(generated);
    expect(stores.columns.rb_event.dimensions.has('own')).toBe(true);
    const app = createApp(stores, { failure: () => undefined });
    await app.close();
    await manager.stop();
  });
});
