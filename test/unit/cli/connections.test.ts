import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configurationFolder } from '../../../src/cli/managerSource.js';
import { StoredRecords } from '../changes/folders/storedRecords.js';
import { runCli } from './runCli.js';
import { useServedRecords } from './useServedRecords.js';

const rack = { id: 1, name: 'Rack 1', u_height: 42, width: 19 };
let records: StoredRecords;
let root: string;
let home: string;
const asked: string[] = [];

const served = useServedRecords(() => records);
beforeAll(() => {
  served.server.on('request', ({ url: path }: { url: string }) => asked.push(path));
});
beforeEach(() => {
  records = new StoredRecords(new Map([['racks', [rack]]]));
  asked.length = 0;
  root = mkdtempSync(join(tmpdir(), 'netsensor-folder-'));
  home = mkdtempSync(join(tmpdir(), 'netsensor-home-'));
  mkdirSync(join(home, 'netsensor'));
  return () => [root, home].forEach(folder => rmSync(folder, { recursive: true }));
});

/** Writes the user's own file, and a key beside it that nobody else may read. */
const connect = (connections: Readonly<Record<string, object>>, key = 'the-key-of-the-lab\n') => {
  writeFileSync(join(home, 'netsensor', 'connections.json'), JSON.stringify({ connections }));
  writeFileSync(join(home, 'netsensor', 'lab.key'), key, { mode: 0o600 });
};
const settings = (value: object) => writeFileSync(join(root, 'netsensor.json'), JSON.stringify(value));
const run = async (given: string, environment: Readonly<Record<string, string>> = {}) => {
  const ended = await runCli(['-C', root, ...given.split(' ')], { XDG_CONFIG_HOME: home, ...environment });
  expect(ended.output + ended.errors).not.toContain('the-key-of');
  return ended;
};
const lab = () => ({ address: served.url, key_file: 'lab.key' });

it('takes address and key of a connection from the own file of the user', async () => {
  connect({ lab: lab() });
  expect(await run('pull --connection lab')).toMatchObject({ code: 0, errors: '' });
  expect(asked[0]).toContain('the-key-of-the-lab');
  expect(readFileSync(join(root, 'inventory/racks/rack-1.json'), 'utf8')).toContain('Rack 1');
});

it('writes where the environment or the own file of the user says so, and nowhere else', async () => {
  connect({ lab: lab() });
  await run('pull --connection lab');
  const path = join(root, 'inventory/racks/rack-1.json');
  const lower = (to: number) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"u_height": \d+/, `"u_height": ${to}`));
  lower(24);
  settings({ connection: 'lab' });
  const refused = await run('apply --connection lab');
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('writable') });
  expect(records.seen).toEqual([]);
  const environment = { NETSENSOR_WRITE: '1' };
  expect(await run('apply --connection lab', environment)).toMatchObject({ code: 0 });
  connect({ lab: { ...lab(), writable: true } });
  lower(10);
  expect(await run('apply --connection lab')).toMatchObject({ code: 0 });
  expect(records.lists.get('racks')?.[0]).toMatchObject({ u_height: 10 });
});

it('writes nothing unasked to a connection that only the folder names, whichever host it says', async () => {
  connect({ prod: { ...lab(), writable: true } });
  expect(await run('pull --connection prod')).toMatchObject({ code: 0 });
  const fields = { name: 'Of the pull request', u_height: 1, width: 19 };
  writeFileSync(join(root, 'inventory/racks/new.json'), JSON.stringify(fields));
  for (const host of [undefined, new URL(served.url).host]) {
    settings({ connection: 'prod', host });
    expect(await run('plan -o plan.json')).toMatchObject({ code: 0 });
    for (const command of ['apply', 'apply --yes', 'apply plan.json'])
      expect(await run(command)).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/netsensor\.json.*--connection prod/),
      });
  }
  expect(records.seen).toEqual([]);
  const questions: string[] = [];
  const ask = (question: string) => Promise.resolve(questions.push(question) > 0);
  const environment = { XDG_CONFIG_HOME: home };
  expect(await runCli(['-C', root, 'apply'], environment, { ask })).toMatchObject({
    code: 0,
  });
  expect(questions).toEqual([expect.stringContaining(new URL(served.url).host)]);
  expect(records.seen).toHaveLength(1);
});

it('lets a folder name the connection, which the environment and the option go before', async () => {
  connect({ lab: lab(), other: { address: 'https://other.example.net', key_file: 'lab.key' } });
  settings({ connection: 'lab' });
  expect(await run('plan')).toMatchObject({ code: 0, errors: '' });
  settings({ connection: 'other', host: 'other.example.net' });
  const environment = { NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'key' };
  expect(await run('plan', environment)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('NETSENSOR_URL leads to'),
  });
  expect(await run('plan --connection lab', environment)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('the connection lab leads to'),
  });
  expect(await run('init --connection nope')).toMatchObject({ code: 1 });
  rmSync(join(root, 'netsensor.json'));
  await run('init --connection lab');
  expect(JSON.parse(readFileSync(join(root, 'netsensor.json'), 'utf8'))).toEqual({
    connection: 'lab',
    host: new URL(served.url).host,
  });
});

it('sends no byte to another host than the folder is for, whatever a pull request makes of netsensor.json', async () => {
  let connections = 0;
  const elsewhere = createServer(() => (connections += 1));
  await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  connect({ lab: lab() });
  settings({ connection: 'lab', host });
  for (const command of ['pull', 'plan', 'apply', 'drift'])
    expect(await run(command, { NETSENSOR_WRITE: '1' })).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Nothing was sent'),
    });
  settings({ connection: 'lab', address: `http://${host}` });
  expect(await run('pull')).toMatchObject({ code: 1, errors: expect.stringContaining('netsensor.json') });
  expect([connections, asked.length]).toEqual([0, 0]);
  await new Promise(resolve => elsewhere.close(resolve));
});

it.skipIf(process.platform === 'win32')('warns of a key that others can read', async () => {
  connect({ lab: lab() });
  chmodSync(join(home, 'netsensor', 'lab.key'), 0o644);
  expect(await run('plan --connection lab')).toMatchObject({
    code: 0,
    errors: expect.stringContaining('lab.key'),
  });
});

it('says what is wrong with the own file of the user, and asks nobody', async () => {
  expect(await run('plan --connection lab')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('"key_file"'),
  });
  expect(await run('plan')).toMatchObject({ code: 1, errors: expect.stringContaining('--connection') });
  connect({ lab: lab() }, '\n');
  expect(await run('plan --connection lab')).toMatchObject({ errors: expect.stringContaining('key_file') });
  connect({ lab: { ...lab(), address: 'ftp://host' } });
  expect(await run('plan --connection lab')).toMatchObject({ errors: expect.stringContaining('address') });
  connect({ lab: { ...lab(), ca_file: 'none.pem' } });
  expect(await run('plan --connection lab')).toMatchObject({ errors: expect.stringContaining('ca_file') });
  connect({ lab: { ...lab(), key: 'in-the-file' } });
  expect(await run('plan --connection lab')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('connections.lab'),
  });
  connect({ lab: lab() });
  expect(await run('plan --connection constructor')).toMatchObject({
    errors: expect.stringContaining('lab'),
  });
  expect(await run('plan --api-key secret')).toMatchObject({ code: 1 });
  expect(asked).toEqual([]);
});

it('trusts the authorities of a connection, and without them sends no key to whom it does not know', async () => {
  const made = await generate([{ name: 'commonName', value: 'lab' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const paths: string[] = [];
  const secure = createTlsServer({ key: made.private, cert: made.cert }, (request, answer) => {
    paths.push(request.url ?? '');
    answer.end('[]');
  });
  await new Promise<void>(resolve => secure.listen(0, '127.0.0.1', resolve));
  const address = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  writeFileSync(join(home, 'netsensor', 'lab-ca.pem'), made.cert);
  connect({ lab: { ...lab(), address } });
  expect(await run('plan --connection lab')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/certificate/i),
  });
  expect(paths).toEqual([]);
  for (const trusted of [{ ca_file: 'lab-ca.pem' }, { certificate_file: 'lab-ca.pem' }]) {
    connect({ lab: { ...lab(), address, ...trusted } });
    expect(await run('plan --connection lab')).toMatchObject({ code: 0, errors: '' });
  }
  expect(paths).toHaveLength(28);
  secure.closeAllConnections();
  secure.close();
});

describe('the folder of the user’s own settings', () => {
  it.each([
    ['linux', { HOME: '/home/ann' }, '/home/ann/.config/netsensor'],
    ['linux', { HOME: '/home/ann', XDG_CONFIG_HOME: '/etc/ann' }, '/etc/ann/netsensor'],
    ['linux', { HOME: '/home/ann', XDG_CONFIG_HOME: 'relative' }, '/home/ann/.config/netsensor'],
    ['darwin', { HOME: '/Users/ann' }, '/Users/ann/Library/Application Support/netsensor'],
    ['win32', { APPDATA: '/Roaming' }, '/Roaming/netsensor'],
  ] as const)('is the usual one on %s with %o', (platform, environment, folder) => {
    expect(configurationFolder(environment, platform).replaceAll('\\', '/')).toBe(folder);
  });
});
