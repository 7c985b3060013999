import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { FaultyProxy, type Fault, type SeenRequest } from '../../../packages/manager/test/faultyProxy.js';
import { pullFolder } from '../../../src/model/asCode/pullFolder.js';
import { isDeep } from '../../support/depth.js';
import { isWrite } from '../../support/requestFailures.js';
import { serveRecords } from '../../support/serveRecords.js';
import { StoredRecords } from '../changes/folders/storedRecords.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';
import type { Ended } from './runCli.js';

const begun = () =>
  new StoredRecords(
    new Map<InventoryType, InventoryRecord[]>([
      ['racks', [1, 2].map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 }))],
      ['rack_reservations', [{ id: 1, rack_id: 1, units: '1,2', description: null }]],
      ['contact_groups', [{ id: 1, name: 'Madrid', parent_id: null }]],
      ['tags', [1, 2].map(id => ({ id, name: `Tag ${id}`, slug: `tag-${id}`, color: 'aa1409' }))],
    ]),
  );

const edits = {
  'inventory/racks/rack-1.json': { name: 'Core A', u_height: 24, width: 19 },
  'inventory/racks/new.json': { name: 'New', u_height: 1, width: 19 },
  'inventory/rack_reservations/rack-1-1-2.json': { rack_id: '@racks/New', units: '1,2', description: null },
  'inventory/rack_reservations/new.json': { rack_id: '@racks/Core A', units: '3' },
  'inventory/contact_groups/europe.json': { name: 'Europe', parent_id: '@contact_groups/Madrid' },
  'inventory/contact_groups/west.json': { name: 'West', parent_id: '@contact_groups/Madrid/Europe' },
  'inventory/account_keys/new.json': { name: 'Switches', username: 'netops', password: 'env:NEW_PASSWORD' },
  'inventory/tags/tag-2.json': undefined,
};
const environment = { ...writing, NEW_PASSWORD: 'geheim' };

/** What a manager has, its own numbers apart, secrets as they are stored. */
const contentOf = (records: StoredRecords) => ({
  files: Object.fromEntries(
    [...pullFolder({ files: new Map(), base: undefined, manager: records.keyed }).files].sort(),
  ),
  passwords: records.lists.get('account_keys')?.map(({ name, password }) => [name, password]),
});

const lost = 'a network that ends';
const skipped: Fault = { type: 'reset', operation: 'skipped' };
/** Ways in which a request fails; what was asked is done before, where it says so. */
const failures: Readonly<Record<string, { readonly fault: Fault; readonly lasts?: true }>> = {
  'a connection that is cut before': { fault: skipped },
  'a connection that is cut after': { fault: { type: 'reset', operation: 'done' } },
  'status 500': { fault: { type: 'status', status: 500 } },
  'status 500 after': { fault: { type: 'status', status: 500, operation: 'done' } },
  'status 429': { fault: { type: 'status', status: 429, retryAfter: 0 } },
  'no answer in time': { fault: { type: 'silence', operation: 'done' } },
  'an answer without a body': { fault: { type: 'emptyBody' } },
  'an answer that is no JSON': { fault: { type: 'malformedJson' } },
  'a page in place of the answer': { fault: { type: 'page', operation: 'done' } },
  'a key that ends': { fault: { type: 'status', status: 401 }, lasts: true },
  [lost]: { fault: { type: 'reset', operation: 'done' }, lasts: true },
};

describe('an apply of which one request fails', () => {
  let records: StoredRecords;
  let server: Server;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    const served = await serveRecords(() => records);
    server = served.server;
    proxy = new FaultyProxy(served.url);
    await proxy.start();
    return async () => {
      await proxy.stop();
      server.close();
    };
  });

  /** A folder that was pulled, and edited since. */
  const prepared = async (): Promise<CliFolder> => {
    await proxy.heal();
    records = begun();
    const folder = cliFolder(() => ({ NETSENSOR_URL: proxy.url, NETSENSOR_API_KEY: 'the-key' }));
    await folder.run('pull');
    folder.write(edits);
    proxy.seen.length = 0;
    return folder;
  };
  const apply = (folder: CliFolder, options = ''): Promise<Ended> =>
    folder.run(`${options}apply --prune --max-deletes 100`, { environment });

  /** What is sent where nothing fails, and what the manager has then. */
  const undisturbed = async () => {
    const folder = await prepared();
    expect(await apply(folder)).toMatchObject({ code: 0, errors: '' });
    const requests = [...proxy.seen];
    folder.remove();
    expect(requests.filter(isWrite)).toHaveLength(8);
    return { requests, done: contentOf(records) };
  };
  /** Applies once more, after which nothing is left to do. */
  const endsAs = async (done: unknown, folder: CliFolder, said: string) => {
    await proxy.heal();
    const second = await apply(folder);
    const whole = `${said}\nthen ${second.output} ${second.errors}`;
    expect([second.code, second.errors], whole).toEqual([0, '']);
    expect(contentOf(records), whole).toEqual(done);
    expect(await folder.run('plan --detailed-exitcode', { environment }), whole).toMatchObject({ code: 0 });
    expect(await folder.run('drift'), whole).toMatchObject({ code: 0 });
    expect(folder.all() + second.output + said).not.toMatch(/geheim|the-key/);
    folder.remove();
  };
  /** Applies in a process of its own. */
  const applyInProcess = ({ root }: CliFolder) => {
    const args = ['out/cli/netsensor.js', '-C', root, 'apply', '--prune', '--max-deletes', '100'];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment, NETSENSOR_URL: proxy.url, NETSENSOR_API_KEY: 'the-key' },
    });
    const output = text(child.stdout);
    const ended = once(child, 'close').then(async ([code]) => ({
      code: code as number | null,
      output: await output,
    }));
    return { child, ended };
  };
  /**
   * Applies in a process that is killed at one of its requests: before the manager gets it, or once it has done it, and always
   * before anything is answered. @returns undefined where it came to its end with fewer requests
   */
  const killedAt = async (index: number, when: 'before' | 'after') => {
    const folder = await prepared();
    const { child, ended } = applyInProcess(folder);
    const kill = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      if (when === 'before') Object.assign(proxy, { fault: skipped, faultLasts: true });
    };
    proxy[when === 'before' ? 'onArrival' : 'onAnswer'] = request =>
      request === proxy.seen[index] ? kill() : undefined;
    const { code } = await ended;
    if (proxy.seen.length > index) return { folder, code, request: proxy.seen[index]! };
    expect(code).toBe(0);
    folder.remove();
    return undefined;
  };

  it('ends with a second run where an undisturbed one does', async () => {
    const { requests, done } = await undisturbed();
    for (const [name, index] of casesOf(requests)) {
      const { fault, lasts = false } = failures[name]!;
      const folder = await prepared();
      Object.assign(proxy, { fault, faultAfter: index, faultLasts: lasts });
      const first = await apply(folder, 'type' in fault && fault.type === 'silence' ? '--timeout 0.5 ' : '');
      const said = `${titleOf(name, index, requests)}: ${first.code} ${first.output} ${first.errors}`;
      expect([0, 1, 4], said).toContain(first.code);
      if (first.code === 0) expect(contentOf(records), said).toEqual(done);
      else expect(first.output + first.errors, said).toMatch(/[a-z]{3,} .*[.?]/);
      await endsAs(done, folder, said);
    }
  });

  it('killed at a request ends with a second run where an undisturbed one does', async () => {
    const { requests, done } = await undisturbed();
    const endsAsKilled = async (index: number, when: 'before' | 'after') => {
      const killed = await killedAt(index, when);
      if (!killed) return undefined;
      const { folder, code, request } = killed;
      const said = `killed ${when} request ${index}, ${request.method} ${request.url.split('?')[0]}`;
      expect(code, said).toBeNull();
      await endsAs(done, folder, said);
      return request;
    };
    if (!isDeep) {
      const writes = requests.flatMap((request, index) => (isWrite(request) ? [index] : []));
      expect(await endsAsKilled(writes[4]!, 'after')).toBeDefined();
      expect(await endsAsKilled(writes[6]!, 'before')).toBeDefined();
      return;
    }
    let writes = 0;
    for (let index = 0, request; (request = await endsAsKilled(index, 'before')); index += 1) {
      if (!isWrite(request)) continue;
      writes += 1;
      expect(await endsAsKilled(index, 'after')).toBeDefined();
    }
    expect(writes).toBe(8);
  });

  it('that is cancelled ends what is under way, says what was done, and can be made again', async () => {
    const { requests, done } = await undisturbed();
    const index = requests.findIndex(isWrite) + 4;
    const folder = await prepared();
    const { child, ended } = applyInProcess(folder);
    const cancel = async () => {
      child.kill('SIGINT');
      await once(child.stderr, 'data');
    };
    proxy.onArrival = request => (request === proxy.seen[index] ? cancel() : undefined);
    const { code, output } = await ended;
    const written = proxy.seen.filter(isWrite).length;
    expect(written).toBeLessThan(8);
    expect({ code, output }).toEqual({
      code: 5,
      output: expect.stringMatching(
        new RegExp(`Not sent\\.[^]*\\b${written} of 7 records written\\. 0 of 1 record deleted\\.`),
      ),
    });
    await endsAs(done, folder, output);
  });
});

const titleOf = (name: string, index: number, requests: readonly SeenRequest[]): string =>
  `${name} at request ${index}, ${requests[index]?.method} ${requests[index]?.url.split('?')[0]}`;

/** Where a run goes for depth, all failures of all writes and three of each read, else three of a write each. */
function casesOf(requests: readonly SeenRequest[]): (readonly [name: string, index: number])[] {
  const writes = requests.flatMap((request, index) => (isWrite(request) ? [index] : []));
  if (!isDeep) return sample.map((name, at) => [name, writes[3 * at]!]);
  const names = Object.keys(failures);
  const isTried = (at: number, index: number) =>
    names[at] === lost ? index % 9 === 0 : writes.includes(index) || (at + index) % 4 === 0;
  return names.flatMap((name, at) =>
    requests.flatMap((_, index) => (isTried(at, index) ? [[name, index] as const] : [])),
  );
}

const sample = ['a connection that is cut after', 'an answer that is no JSON', 'a key that ends'];
