import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { judge, readExpectations } from '../../../src/model/results/expectations.js';
import { parseNotebook } from '../../../src/model/notebook/readNotebook.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { runCli } from './runCli.js';

type Query = Readonly<Record<string, unknown>>;
let server: Server;
let url: string;
let root: string;
const asked: Query[] = [];
let answer: (query: Query, response: ServerResponse) => void;

const rowsOf = (rows: readonly object[]) =>
  rows.map(result => ({ version: 'v1', timestamp: '2026-11-28T00:00:00.000Z', event: result }));
const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const hosts = [
  { host: 'web', events: 900 },
  { host: 'mail\u001b[31m', events: 20 },
];

beforeAll(async () => {
  server = createServer((request, response) => void answerTo(request, response));
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const query = JSON.parse(Buffer.concat(chunks).toString()) as Query;
    asked.push(query);
    answer(query, response);
  };
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  answer = (_, response) => json(response, { query: true, data: rowsOf(hosts) });
  root = mkdtempSync(join(tmpdir(), 'netsensor-queries-'));
  return () => rmSync(root, { recursive: true });
});

const environment = () => ({ NETSENSOR_URL: url, NETSENSOR_API_KEY: 'the-key' });
const run = (...args: readonly string[]) => runCli(['-C', root, 'query', ...args], environment());
const groupBy = (more: object = {}) => ({
  queryType: 'groupBy',
  dataSource: 'rb_flow',
  granularity: 'all',
  dimensions: ['host'],
  aggregations: [{ type: 'longSum', name: 'events', fieldName: 'events' }],
  ...more,
});
const cell = (fields: object, query: object = groupBy()) => ({
  kind: 'query',
  ...fields,
  text: JSON.stringify(query),
});
const write = (name: string, value: unknown) =>
  writeFileSync(join(root, name), typeof value === 'string' ? value : JSON.stringify(value));
const notebook = (cells: readonly object[], more: object = {}) =>
  write('report.dqnb', { version: 1, timeZone: 'UTC', ...more, cells });

describe('query', () => {
  it('runs the query of a file and prints its rows as a table, CSV, JSON or Markdown', async () => {
    write('top.json', groupBy());
    const table = await run('top.json');
    expect(table).toMatchObject({ code: 0, errors: '' });
    expect(table.output).toMatch(/groupBy host by events · 127\.0\.0\.1/);
    expect(table.output).toMatch(/^timestamp {2,}host +events$/m);
    expect(table.output).toMatch(/web +900$/m);
    expect(table.output).not.toContain('\u001b');
    expect((await run('top.json', '--format', 'csv')).output.split(/\r?\n/)[0]).toBe('timestamp,host,events');
    expect(JSON.parse((await run('top.json', '--format', 'json')).output)).toMatchObject(hosts);
    expect((await run('top.json', '--format', 'markdown')).output).toContain('| web | 900 |');
    expect(await run('top.json', '--format', 'xml')).toMatchObject({ code: 1 });
    expect(asked).toHaveLength(4);
  });

  it('fills in variables, ranges and the results of other cells as a notebook does', async () => {
    const filter = (value: string) => ({ filter: { type: 'selector', dimension: 'host', value } });
    notebook(
      [
        { kind: 'markdown', text: '# Hosts' },
        cell({ name: 'top' }),
        cell({ name: 'of top', timeRange: 'last hour' }, groupBy(filter('${top.host}'))),
        cell({}, groupBy({ ...filter('${site}'), context: { most: '${most}' }, granularity: '${auto}' })),
      ],
      {
        timeRange: '2026-11-01/2026-11-02',
        variables: { site: { value: 'Cologne' }, most: { type: 'number' } },
      },
    );
    expect(await run('report.dqnb', '--cell', '3')).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('--var most='),
    });
    expect(asked).toEqual([]);
    const given = ['--var', 'most=5', '--var', 'site=Bonn', '--var', 'site=Ulm'];
    expect(await run('report.dqnb', '--cell', '3', ...given)).toMatchObject({ code: 0 });
    expect(asked.pop()).toMatchObject({
      intervals: ['2026-11-01/2026-11-02'],
      context: { most: 5 },
      granularity: { type: 'period', period: 'PT10M' },
      filter: { type: 'or', fields: [{ value: 'Bonn' }, { value: 'Ulm' }] },
    });
    const used = await run(
      'report.dqnb',
      '--cell',
      'of top',
      '--range',
      '2026-11-05/2026-11-06',
      '--format',
      'json',
    );
    expect(used.code).toBe(0);
    expect(asked.map(({ intervals }) => intervals)).toEqual([
      ['2026-11-05/2026-11-06'],
      ['2026-11-05/2026-11-06'],
    ]);
    expect(asked[1]).toMatchObject({
      filter: { type: 'or', fields: [{ value: 'web' }, { value: hosts[1]?.host }] },
    });
    expect(JSON.parse(used.output)).toHaveLength(2);
  });

  it('refuses what it cannot read before anything is asked', async () => {
    notebook([cell({ name: 'top' })]);
    write('text.json', '{"queryType": ');
    write('number.json', '7');
    const refused: [readonly string[], RegExp][] = [
      [['none.json'], /none\.json/],
      [['text.json'], /Line 1/],
      [['number.json'], /no query/],
      [['report.dqnb', '--cell', 'nope'], /top/],
      [['report.dqnb', '--var', 'site=1'], /No query/],
      [['report.dqnb', '--var', 'site'], /--var site=Cologne/],
      [['report.dqnb', '--range', 'some day'], /last 7 days/],
    ];
    for (const [args, words] of refused)
      expect(await run(...args)).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(words) });
    notebook([cell({ expect: 'events about 7' })]);
    expect(await run('report.dqnb')).toMatchObject({ code: 1, errors: expect.stringContaining('"expect"') });
    notebook([cell({}), cell({})]);
    expect(await run('report.dqnb', '--format', 'csv')).toMatchObject({ code: 1 });
    expect(asked).toEqual([]);
  });

  it('writes the page that the editor exports, with charts, texts and what failed', async () => {
    notebook([
      { kind: 'markdown', text: '# Morning report' },
      cell({ name: 'Hosts <b>' }),
      cell({ name: 'broken' }, groupBy({ dataSource: 'nope' })),
      cell(
        { name: 'after' },
        groupBy({ filter: { type: 'selector', dimension: 'host', value: '${broken.host}' } }),
      ),
    ]);
    answer = (query, response) =>
      query['dataSource'] === 'nope'
        ? json(response, { error: 'no such source' }, 400)
        : json(response, { query: true, data: rowsOf(hosts) });
    expect(await run('report.dqnb', '--format', 'html', '-o', 'report.html')).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringMatching(/broken: .*no such source[^]*after: .*broken/),
    });
    const page = readFileSync(join(root, 'report.html'), 'utf8');
    expect(page).toContain('<h1>Morning report</h1>');
    expect(page).toContain('Hosts &#60;b&#62;');
    expect(page).toContain('no such source');
    expect(page).toContain('web');
    expect(page).not.toMatch(/<script|the-key/);
    const list = await run('report.dqnb', '--format', 'json');
    expect(JSON.parse(list.output)).toMatchObject([{ number: 1, name: 'Hosts <b>', rows: hosts }]);
  });

  it('leaves the last report where it is when a query fails', async () => {
    write('top.json', groupBy());
    const report = () => readFileSync(join(root, 'report.json'), 'utf8');
    const ask = () => run('top.json', '--format', 'json', '-o', 'report.json');
    answer = (_, response) => json(response, { error: 'gone' }, 404);
    expect(await ask()).toMatchObject({ code: 1 });
    expect(report).toThrow('ENOENT');
    answer = (_, response) => json(response, { query: true, data: rowsOf(hosts) });
    expect(await ask()).toMatchObject({ code: 0 });
    const last = report();
    answer = (_, response) => json(response, { error: 'gone' }, 404);
    expect(await ask()).toMatchObject({
      code: 1,
      errors: expect.stringContaining('report.json stays as it was'),
    });
    expect(report()).toBe(last);
  });

  it('ends with 2 and names the query whose answer is not as it expects', async () => {
    notebook([
      cell({ name: 'load', expect: ['events < 1000', 'rows > 0'] }),
      cell({ expect: 'events > 100' }),
    ]);
    expect(await run('report.dqnb')).toMatchObject({
      code: 2,
      errors: 'query 2: expected events > 100, and it is 20 (2 rows).',
    });
    notebook([cell({ name: 'load', expect: 'events < 1000' })]);
    expect(await run('report.dqnb')).toMatchObject({ code: 0, errors: '' });
    answer = (_, response) => json(response, { query: true, data: [...rowsOf(hosts), 7] });
    expect(await run('report.dqnb')).toMatchObject({ code: 2, errors: expect.stringContaining('not whole') });
    notebook([cell({ name: 'load', expect: 'flows < 1000' })]);
    expect(await run('report.dqnb')).toMatchObject({ code: 1, errors: expect.stringContaining('no column') });
  });

  it('takes the query back from the manager at Ctrl+C, as a program, and ends with 5', async () => {
    write('top.json', groupBy());
    let gone: Promise<unknown> | undefined;
    const arrived = new Promise<void>(resolve => {
      answer = (_, response) => {
        gone = once(response, 'close');
        resolve();
      };
    });
    const program = spawn(process.execPath, ['out/cli/netsensor.js', '-C', root, 'query', 'top.json'], {
      env: { PATH: process.env['PATH'], ...environment() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    program.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    await arrived;
    program.kill('SIGINT');
    const [code] = (await once(program, 'close')) as [number];
    await gone;
    expect({ code, output: Buffer.concat(output).toString() }).toEqual({ code: 5, output: '' });
  });
});

describe('an expectation', () => {
  const table = (values: readonly (number | string | null)[]) => ({
    columns: [{ name: 'my events', kind: 'value' as const, values }],
    rowCount: values.length,
    totalRows: values.length,
  });

  it.each([
    ['my events < 10', [1, 9], 'met'],
    ['my events<=9', [1, 9], 'met'],
    ['my events != 3', [1, 3], 'unmet'],
    ['my events = -1.5', [-1.5], 'met'],
    ['my events > 1', ['9007199254740993'], 'met'],
    ['my events >= 0', [1, null], 'unmet'],
    ['my events >= 0', ['NaN'], 'unmet'],
    ['my events < 10', [], 'met'],
    ['my events > 10', [], 'unmet'],
    ['rows = 2', [1, 9], 'met'],
    ['rows > 0', [], 'unmet'],
    ['flows > 0', [1], 'unknown'],
  ] as const)('%s of %j is %s', (expectation, values, outcome) => {
    expect(judge(expectation, table(values)).outcome).toBe(outcome);
  });

  it.each(['events', '< 10', 'events < ten', 'events ~ 1', '', 7, { events: 1 }, ['rows > 0', 'x']])(
    'is not %j',
    stored => expect(readExpectations(stored)).toBeUndefined(),
  );

  it('stays in the file of its notebook, beside the other fields of its cell', () => {
    const text = JSON.stringify({
      version: 1,
      cells: [{ kind: 'query', text: '{}', expect: 'rows > 0', name: 'a' }],
    });
    expect(printNotebook(parseNotebook(text))).toMatch(/"name": "a",\s+"expect": "rows > 0",\s+"text"/);
  });
});
