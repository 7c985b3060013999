import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseCli } from '../../src/cli/cliOptions.js';
import { runManager } from '../../src/cli/runManager.js';
import { startManager } from '../../src/cli/startManager.js';
import { useCluster } from './useCluster.js';

const optionsOf = (...args: string[]) => {
  const request = parseCli(args);
  if (request.kind !== 'run') throw new Error('sentence' in request ? request.sentence : request.kind);
  return request.options;
};

describe('a start on a cluster', { timeout: 20_000 }, () => {
  const { brokerWith } = useCluster();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-cluster-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  afterEach(() => void vi.useRealTimers());

  it('makes records and no rows; these come when there is no cluster any more', async () => {
    const { url } = await brokerWith();
    const start = async (...args: string[]) => {
      const said: string[] = [];
      const manager = await startManager({
        ...optionsOf('--data', folder, '--history', '1', '--threads', '1', ...args),
        faults: undefined,
        log: { failure: error => said.push(String(error)) },
        progress: sentence => said.push(sentence),
      });
      const [counted] = await manager.database.read(session =>
        session.rows<object>(
          'SELECT (SELECT count(*) > 100 FROM rb_flow) AS flows, (SELECT count(*) > 10 FROM sensors) AS sensors',
        ),
      );
      const response = await fetch(`${manager.url}/api/v1/inventory/racks?auth_token=${manager.apiKey}`);
      await manager.close();
      return { said, ...counted, status: response.status };
    };
    expect(await start('--druid', url)).toMatchObject({
      said: [
        expect.stringMatching(/^--history counts with --ingest/),
        'Generating a network...',
        expect.stringMatching(/^Druid 28/),
        expect.stringMatching(/^Data sources/),
      ],
      flows: false,
      sensors: true,
      status: 200,
    });
    expect((await start('--druid', url)).said).not.toContainEqual(expect.stringMatching(/traffic/));
    expect(await start()).toMatchObject({ flows: true, sensors: true, status: 200 });
  });

  it('that ends after the cluster was found leaves no connection to it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { url } = await brokerWith();
    const start = startManager({
      ...optionsOf('--data', folder, '--history', '1', '--threads', '1', '--druid', url),
      faults: 'nonsense' as never,
      log: { failure: () => undefined },
    });
    await expect(start).rejects.toThrow('received string');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [[], 'It also has \\u{1b}]0;x\\u{7}\\u{a}Ready\\u{9b}2J\\u{202e}, می\u200cشود;'],
    [['--druid-credentials', './e\u001b[2J.json'], './e\\u{1b}[2J.json cannot be read'],
    [['--\u001b[31mdruid'], 'Unknown option --\\u{1b}[31mdruid'],
  ])(
    'lets no word of a cluster, a file or an option do something to the terminal: %j',
    async (more, shown) => {
      const dataSources = ['rb_flow', '\u001b]0;x\u0007\nReady\u009b2J\u202e', 'می\u200cشود'];
      const { url } = await brokerWith({ dataSources });
      const own = ['--data', folder, '--history', '0', '--threads', '1', '--port', '0', '--druid', url];
      let said = '';
      const stopped = new EventTarget();
      await runManager({
        command: 'netsensor-manager',
        args: [...own, ...more],
        version: '1',
        out: () => stopped.dispatchEvent(new Event('ready')),
        err: text => void (said += text),
        stopped: once(stopped, 'ready'),
      });
      expect(said).toContain(shown);
      expect(said.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u);
    },
  );

  it('reads what the command line says of the cluster', () => {
    const args = '--druid http://a:8082/,https://b/druid/ --druid http://c --data-source rb_flow=f';
    const files = '--druid-ca ca.pem --druid-cert c.pem --druid-key k.pem --druid-credentials p.json';
    expect(optionsOf(...`${args} ${files}`.split(' ')).druid).toEqual({
      addresses: ['http://a:8082', 'https://b/druid', 'http://c'],
      dataSources: new Map([['rb_flow', 'f']]),
      ca: 'ca.pem',
      pair: { cert: 'c.pem', key: 'k.pem' },
      credentials: 'p.json',
    });
    expect(optionsOf().druid).toBeUndefined();
  });

  it.each([
    ['--druid broker', '--druid must be an address such as http://broker:8082, not "broker".'],
    ['--druid http://a/?b', 'must be an address'],
    ['--druid http://ann:söcret@a', '--druid takes no user and password in the address'],
    ['--druid ann:söcret@a:8888', '--druid takes no user and password in the address'],
    ['--druid http://ann:sö#söcret@a:8888', '--druid takes no user and password in the address'],
    ['--druid http://ann:8/söcret@a', '--druid takes no user and password in the address'],
    ['--druid http://ann:sö,söcret@a', '--druid takes no user and password in the address'],
    ['--druid http://ann:söcret,sö@a', '--druid takes no user and password in the address'],
    ['--druid-ca x', '--druid-ca is about a cluster, but --druid names none.'],
    ['--data-source rb_flow=x', '--data-source is about a cluster, but --druid names none.'],
    ['--druid http://a --druid-cert x', '--druid-cert and --druid-key go together; give both.'],
    ['--druid http://a --data-source flow=x', '--data-source names the data source "flow"; there are'],
    [
      '--druid http://a --load rb_flow=x',
      '--load fills the data here, but with --druid the cluster answers; add --ingest to load it there.',
    ],
  ])('refuses %s', (args, sentence) => {
    const start = () => optionsOf(...args.split(' '));
    expect(start).toThrow(sentence);
    expect(start).not.toThrow('söcret');
  });
});
