import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCli } from './runCli.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'netsensor-init-'));
  return () => rmSync(root, { recursive: true });
});

const init = (folder = '.') => runCli(['-C', join(root, folder), 'init'], {});
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Job {
  readonly if?: string;
  readonly permissions?: object;
  readonly concurrency?: object;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly env?: object;
    readonly with?: object;
  }[];
}
interface GitHub {
  readonly on: object;
  readonly permissions: object;
  readonly defaults: { readonly run: { readonly 'working-directory': string } };
  readonly jobs: Readonly<Record<string, Job>>;
}
interface GitLabJob {
  readonly rules: readonly { readonly if: string }[];
  readonly script: readonly string[];
  readonly resource_group?: string;
  readonly variables?: object;
}

const github = (folder = '') => parse(read(join(folder, 'pipelines/github.yml'))) as GitHub;
const gitlab = (folder = '') =>
  parse(read(join(folder, 'pipelines/gitlab.yml'))) as Readonly<Record<string, GitLabJob>>;
const linesOf = ({ jobs }: GitHub, job: string) => jobs[job]!.steps.flatMap(({ run = [] }) => run);

describe('the pipelines that init writes', () => {
  it('are a plan as a comment, an apply of one at a time, and a nightly look for drift', async () => {
    expect(await init()).toMatchObject({ code: 0, errors: '' });
    const { on, permissions, jobs } = github();
    expect(on).toMatchObject({
      pull_request: null,
      push: { branches: ['main'] },
      schedule: [{ cron: expect.any(String) }],
    });
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.keys(jobs)).toEqual(['plan', 'apply', 'drift']);
    expect(linesOf(github(), 'plan').join('\n')).toMatch(
      /validate\nnetsensor plan --format markdown > [^]*gh pr comment .*--body-file/,
    );
    expect(jobs['plan']).toMatchObject({ permissions: { 'pull-requests': 'write', contents: 'read' } });
    expect(jobs['plan']!.if).toContain('head.repo.full_name == github.repository');
    expect(jobs['apply']).toMatchObject({
      if: "github.event_name == 'push'",
      concurrency: { group: 'netsensor-apply', 'cancel-in-progress': false },
    });
    expect(linesOf(github(), 'drift')).toContain('netsensor drift');
    for (const { steps } of Object.values(jobs))
      expect(steps[0]).toMatchObject({ uses: 'actions/checkout@v4', with: { 'fetch-depth': 0 } });
    const { plan, apply, drift, variables } = gitlab();
    expect(plan?.rules[0]?.if).toContain('merge_request_event');
    expect(plan?.script.at(-1)).toContain('body@/tmp/plan.md');
    expect(apply).toMatchObject({ resource_group: 'netsensor-apply', variables: { NETSENSOR_WRITE: '1' } });
    expect(apply?.rules[0]?.if).toContain('$CI_DEFAULT_BRANCH');
    expect(drift?.rules[0]?.if).toContain('schedule');
    expect(variables).toMatchObject({ GIT_DEPTH: 0 });
  });

  it('give the right to write and the key to nothing but what needs it', async () => {
    await init();
    for (const [name, { steps }] of Object.entries(github().jobs))
      for (const { run = '', env = {} } of steps) {
        const isOfManager = /netsensor (plan|apply|drift)/.test(run);
        expect('NETSENSOR_API_KEY' in env, run).toBe(isOfManager);
        expect('NETSENSOR_WRITE' in env, run).toBe(name === 'apply' && isOfManager);
      }
    expect(
      Object.entries(gitlab())
        .filter(([, job]) => 'NETSENSOR_WRITE' in (job.variables ?? {}))
        .map(([name]) => name),
    ).toEqual(['apply']);
  });

  it('name commands and options that are there', async () => {
    await init();
    const scripts = [
      ...Object.keys(github().jobs).flatMap(job => linesOf(github(), job)),
      ...Object.values(gitlab()).flatMap(({ script = [] }) => script),
      read('pipelines/pre-commit').split('\n').at(-2)!,
    ];
    const lines = scripts
      .filter(line => line.startsWith('netsensor '))
      .map(line => line.split(/ [>|] /)[0]!.trim());
    expect(lines).toHaveLength(9);
    for (const line of lines) {
      const args = line
        .split(' ')
        .slice(1)
        .map(arg => arg.replaceAll('"', ''));
      // Of several that are not there the first is named.
      const asked = await runCli([...args, '--not-there'], {});
      expect(asked.errors, line).toContain("unknown option '--not-there'");
    }
  });

  it('work in the folder that they are written to, also below the top of a repository', async () => {
    execFileSync('git', ['init', '-q', root]);
    await init('my sites/inventory');
    const folder = 'my sites/inventory';
    expect(github(folder).defaults.run['working-directory']).toBe(folder);
    expect(JSON.stringify(github(folder))).toContain(`"path":"${folder}/.netsensor/backups"`);
    expect(read(`${folder}/pipelines/gitlab.yml`)).toContain(`cd "${folder}"`);
    expect(read(`${folder}/pipelines/pre-commit`)).toContain(`-C "${folder}" validate`);
    await init();
    expect(github().defaults.run['working-directory']).toBe('.');
  });

  it('overwrite nothing', async () => {
    mkdirSync(join(root, 'pipelines'));
    writeFileSync(join(root, 'pipelines/github.yml'), 'mine');
    writeFileSync(join(root, 'netsensor.json'), '{"host": "mine"}');
    const { output } = await init();
    expect(read('pipelines/github.yml')).toBe('mine');
    expect(read('netsensor.json')).toContain('mine');
    expect(output).toContain('pipelines/github.yml was there and stays as it is.');
    const first = read('pipelines/gitlab.yml');
    const again = await init();
    expect(again.output).toMatch(/^0 files written/);
    expect(read('pipelines/gitlab.yml')).toBe(first);
  });
});

describe.skipIf(process.platform === 'win32')('the hook that init writes', () => {
  it('holds up a commit until the files are right', async () => {
    execFileSync('git', ['init', '-q', root]);
    await init('inventory');
    const hook = join(root, '.git/hooks/pre-commit');
    writeFileSync(hook, read('inventory/pipelines/pre-commit'));
    expect(statSync(join(root, 'inventory/pipelines/pre-commit')).mode & 0o100).toBe(0o100);
    chmodSync(hook, 0o755);
    const bin = join(root, '.git/bin');
    mkdirSync(bin);
    await expect(promisify(execFile)(hook, { cwd: root, env: { PATH: bin } })).rejects.toThrow(
      /have its package installed/,
    );
    writeFileSync(
      join(bin, 'netsensor'),
      `#!/bin/sh\nexec "${process.execPath}" "${join(process.cwd(), 'out/cli/netsensor.js')}" "$@"\n`,
      {
        mode: 0o755,
      },
    );
    const commit = () =>
      promisify(execFile)(
        'git',
        ['-C', root, '-c', 'user.name=N', '-c', 'user.email=n@e', 'commit', '-qm', 'x'],
        {
          env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
        },
      );
    mkdirSync(join(root, 'inventory/inventory/racks'), { recursive: true });
    const rack = join(root, 'inventory/inventory/racks/a.json');
    writeFileSync(rack, '{"name": "A", "u_height": "tall"}');
    execFileSync('git', ['-C', root, 'add', '-A']);
    await expect(commit()).rejects.toThrow(/inventory\/racks\/a\.json/);
    writeFileSync(rack, '{"name": "A", "u_height": 42, "width": 19}');
    execFileSync('git', ['-C', root, 'add', '-A']);
    await commit();
    const subjects = () => execFileSync('git', ['-C', root, 'log', '--format=%s']).toString();
    expect(subjects()).toBe('x\n');
    // What is staged counts, not what stands in the folder.
    writeFileSync(rack, '{"name": "A", "u_height": "tall"}');
    execFileSync('git', ['-C', root, 'add', '-A']);
    writeFileSync(rack, '{"name": "A", "u_height": 42, "width": 19}');
    await expect(commit()).rejects.toThrow(/inventory\/racks\/a\.json/);
    expect(subjects()).toBe('x\n');
  });
});
