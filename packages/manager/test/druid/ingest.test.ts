import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/host/temporaryFolder.js';
import type { Behaviour, TakenTask } from './fakeCluster.js';
import { useIngest } from './useIngest.js';

describe('loading rows into a cluster', () => {
  const { load, cluster } = useIngest([
    { at: '2026-11-17T23:59Z', campus: 'Lisbon', client_mac: 'aa', sum_bytes: 5 },
    { at: '2026-11-18T00:01Z', campus: 'a "b"\n\u0001ü', sum_bytes: 2 ** 53 },
  ]);
  const spec = (task: TakenTask | undefined) => task?.spec ?? expect.fail();

  it('sends each row as it is, without what it has no value for', async () => {
    const { tasks, said } = await load();
    expect(tasks).toHaveLength(1);
    const { dataSchema, ioConfig } = spec(tasks[0]);
    expect(dataSchema.dataSource).toBe('rb_flow');
    // Rows that the cluster has and does not serve yet stay.
    expect(ioConfig).toMatchObject({ appendToExisting: true, dropExisting: false });
    const rows = ioConfig.inputSource.data.split('\n').map(line => JSON.parse(line) as unknown);
    const none = { events: 0, sum_pkts: 0, sum_rssi: 0 };
    expect(rows).toEqual([
      { __ms: Date.UTC(2026, 10, 17, 23, 59), campus: 'Lisbon', client_mac: 'aa', ...none, sum_bytes: 5 },
      { __ms: Date.UTC(2026, 10, 18, 0, 1), campus: 'a "b"\n\u0001ü', ...none, sum_bytes: 2 ** 53 },
    ]);
    expect(dataSchema.metricsSpec).toContainEqual(
      expect.objectContaining({ type: 'hyperUnique', name: 'clients' }),
    );
    expect(said[0]).toBe('Loading 2 rows into rb_flow, in one task...');
    expect(said.at(-1)).toMatch(/^The cluster has 2 rows after \d+ s\.$/);
  });

  it('covers hours that only the cluster has, so that nothing old stays', async () => {
    const boundary = ['2026-11-10T12:00:00.000Z', '2026-11-20T00:00:00.000Z'] as const;
    const { tasks, said } = await load({ behaviour: { boundary }, mayReplace: true });
    expect(spec(tasks[0]).dataSchema.granularitySpec).toMatchObject({
      segmentGranularity: 'HOUR',
      intervals: ['2026-11-10T12:00:00.000Z/2026-11-20T01:00:00.000Z'],
    });
    expect(spec(tasks[0]).ioConfig.appendToExisting).toBe(false);
    expect(said[0]).toContain('in place of all that it holds');
  });

  it('replaces nothing unless it may', async () => {
    const boundary = ['2026-11-10T12:00:00.000Z', '2026-11-20T00:00:00.000Z'] as const;
    await expect(load({ behaviour: { boundary } })).rejects.toThrow(
      /^The cluster has rows already in rb_flow \(2026-11-10 12:00 to .*; leave --ingest out to use them, add --replace to replace them, or/,
    );
    expect(cluster().tasks).toEqual([]);
  });

  it('puts rows into files where the cluster sees a folder, and takes them away', async () => {
    const folder = await temporaryFolder('ingest');
    let texts: string[] = [];
    const folderOf = (task: TakenTask) => task.spec.ioConfig.inputSource.baseDir;
    const behaviour = {
      taken: (task: TakenTask) => {
        const files = readdirSync(folderOf(task)).map(name => join(folderOf(task), name));
        texts = files.map(file => gunzipSync(readFileSync(file)).toString());
        // The rows are counted by their text.
        Object.assign(task.spec.ioConfig.inputSource, { data: texts.join('\n') });
      },
    };
    const { tasks } = await load({ behaviour, folder: folder.path });
    expect(texts.join('\n').split('\n')).toHaveLength(2);
    expect(readdirSync(folder.path)).toEqual([]);
    expect(tasks).toHaveLength(1);
    folder.remove();
  });

  it('lets every user read the files and come to them, though what the manager makes is its own', async () => {
    const folder = await temporaryFolder('ingest');
    const modes: Record<string, number> = {};
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    const behaviour = {
      taken: ({ spec: { ioConfig } }: TakenTask) => {
        const { baseDir } = ioConfig.inputSource;
        const made = { rows: baseDir, folder: dirname(baseDir), above: dirname(dirname(baseDir)) };
        for (const [name, path] of Object.entries(made)) modes[name] = modeOf(path);
        for (const name of readdirSync(baseDir)) modes['file'] = modeOf(join(baseDir, name));
        Object.assign(ioConfig.inputSource, { data: 'a\nb' });
      },
    };
    // As `main.ts` does.
    const before = process.umask(0o077);
    try {
      await load({ behaviour, folder: join(folder.path, 'shared', 'rows') });
    } finally {
      process.umask(before);
    }
    expect(modes).toEqual({ rows: 0o755, folder: 0o755, above: 0o755, file: 0o644 });
    expect(modeOf(folder.path)).toBe(0o700);
    folder.remove();
  });

  it('ends the tasks that run when it is stopped', async () => {
    const stopping = new AbortController();
    const behaviour = { status: { statusCode: 'RUNNING' }, looked: () => stopping.abort() };
    const stopped = load({ behaviour }, stopping);
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(cluster().shutDown).toEqual(cluster().tasks.map(({ id }) => id));
    expect(cluster().shutDown).toHaveLength(1);
  });

  it('ends a task that may have been taken although the answer was none', async () => {
    await expect(load({ behaviour: { refusal: { status: 200, body: 'hello' } } })).rejects.toThrow();
    expect(cluster().shutDown).toEqual(cluster().tasks.map(({ id }) => id));
    expect(cluster().shutDown).toHaveLength(1);
  });

  it.each<[string, Behaviour, RegExp]>([
    [
      'a task that fails',
      { status: { statusCode: 'FAILED', errorMsg: 'No space left\nat …' } },
      /^rb_flow: a task of the cluster failed \(No space left\); its log has the name netsensor_rb_flow_[-0-9a-f]+\.$/,
    ],
    [
      'a router that passes nothing on',
      { refusal: { status: 404 } },
      /passes nothing on to the overlord; name it with --druid-overlord/,
    ],
    [
      'an overlord that does not lead',
      { refusal: { status: 307, headers: { location: 'http://other:8090/druid/indexer/v1/task' } } },
      /is not the overlord that leads; give --druid-overlord http:\/\/other:8090\.$/,
    ],
    [
      'wrong credentials',
      { refusal: { status: 401 } },
      /^The overlord refuses the task: The Druid cluster at \S+ refuses the manager: user and password/,
    ],
    [
      'a reason of the cluster',
      { refusal: { status: 400, body: { error: 'No such extension' } } },
      /^The overlord refuses the task: No such extension\.$/,
    ],
    [
      'something else',
      { refusal: { status: 200, body: 'hello' } },
      /does not answer as an overlord of Druid/,
    ],
  ])('says in one sentence what is wrong: %s', async (_what, behaviour, sentence) => {
    await expect(load({ behaviour })).rejects.toThrow(sentence);
  });

  it('says that an overlord cannot be reached, and how to name it', async () => {
    await expect(load({ overlord: 'http://127.0.0.1:1' })).rejects.toThrow(
      /^The overlord cannot be asked: http:\/\/127\.0\.0\.1:1 takes no connections; name it with/,
    );
  });
});
