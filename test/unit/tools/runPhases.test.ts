import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../tools/phases/phase.js';
import { runPhases } from '../../../tools/phases/runPhases.js';
import { selectPhases } from '../../../tools/phases/selectPhases.js';
import type { Scope } from '../../host/scope.js';
import type { SuiteReport } from '../../support/suiteReport.js';

const green = { passed: 2, failed: 0, skipped: 0 };
const nothing = { passed: 0, failed: 0, skipped: 0 };
const phase = (name: string, report: SuiteReport | Error): Phase => ({
  name,
  title: `Tests called ${name}`,
  run: () => (report instanceof Error ? Promise.reject(report) : Promise.resolve(report)),
});
const flaky = (...suites: string[]): SuiteReport => ({
  ...green,
  flaky: suites.map(suite => ({ suite, title: `${suite} opens`, reason: `${suite} was slow` })),
});

async function run(phases: readonly Phase[], selection: { grep?: string; changed?: boolean } = {}) {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(...text.split('\n'));
  const exitCode = await runPhases([phases], { scope: {} as Scope, print, ...selection });
  return { exitCode, text: lines.join('\n'), last: lines.at(-1) };
}

describe('the run of all phases', () => {
  it('adds up what all phases counted, in its last line', async () => {
    const failing = { passed: 3, failed: 1, skipped: 0 };
    const phases = [phase('unit', green), phase('lint', green), phase('window', failing)];
    expect(await run(phases)).toMatchObject({ exitCode: 1, last: '7 passed, 1 failed' });
  });

  it('says in that line what was skipped, only then', async () => {
    expect((await run([phase('unit', { ...green, skipped: 4 })])).last).toBe('2 passed, 0 failed, 4 skipped');
  });

  it('goes on when a phase breaks, and fails', async () => {
    const { exitCode, last, text } = await run([phase('unit', new Error('no disk')), phase('lint', green)]);
    expect([exitCode, last]).toEqual([1, '2 passed, 1 failed']);
    expect(text).toContain('no disk');
  });

  it('fails when a phase ran nothing, unless tests were selected and others ran', async () => {
    const phases = [phase('unit', nothing), phase('window', green)];
    expect((await run(phases)).last).toBe('2 passed, 1 failed');
    expect(await run(phases, { grep: 'tree' })).toMatchObject({ exitCode: 0, last: '2 passed, 0 failed' });
    expect((await run([phase('unit', nothing)], { grep: 'tree' })).exitCode).toBe(1);
  });

  it('is content with a phase that says why it was left out, beside others, and says so at the end', async () => {
    const phases = [phase('druid', { ...nothing, leftOut: 'There is no Java.' }), phase('unit', green)];
    const { text, ...ended } = await run(phases);
    expect(ended).toEqual({ exitCode: 0, last: '2 passed, 0 failed' });
    expect(text.slice(text.indexOf('phase '))).toContain('\nLeft out: druid. There is no Java.\n');
    expect((await run(phases.slice(0, 1))).exitCode).toBe(1);
  });

  it('is content when nothing has changed', async () => {
    expect(await run([phase('unit', nothing)], { changed: true })).toMatchObject({
      exitCode: 0,
      last: '0 passed, 0 failed',
    });
  });

  it('names again at the end what failed and why, whatever kind of phase it was', async () => {
    const failure = { suite: 'rack', title: 'rack opens', reason: 'It was slow.\n    at here' };
    const { text } = await run([
      phase('window', { ...green, failed: 1, failures: [failure] }),
      phase('lint', { ...nothing, failed: 1 }),
      phase('unit', new Error('no disk')),
    ]);
    const atTheEnd = text.slice(text.indexOf('phase '));
    expect(atTheEnd).toContain('Failed in window: rack opens\n  It was slow.\n');
    expect(atTheEnd).toContain('Failed in lint: Tests called lint\n');
    expect(atTheEnd).toMatch(/Failed in unit: Tests called unit\n {2}Error: no disk/);
  });

  it('begins a stage when the one before has ended, with three of its chosen phases, and a next one when one has ended', async () => {
    const order: string[] = [];
    const begins = new EventEmitter();
    const lastBegins = once(begins, 'notebook');
    const noted = (name: string, ended: Promise<unknown> = Promise.resolve()): Phase => ({
      ...phase(name, green),
      run: async () => {
        order.push(`${name} begins`);
        begins.emit(name);
        await ended;
        order.push(`${name} ends`);
        return green;
      },
    });
    const stages = [
      [noted('unit')],
      [
        noted('window', lastBegins),
        noted('integration'),
        noted('visuals', lastBegins),
        noted('lint'),
        noted('notebook'),
      ],
    ];
    const chosen = selectPhases(stages, 'unit,window,integration,visuals,notebook');
    await runPhases(chosen, { scope: {} as Scope, print: () => undefined });
    expect(order.slice(0, 2)).toEqual(['unit begins', 'unit ends']);
    const beginning = ['window begins', 'integration begins', 'visuals begins', 'integration ends'];
    expect(order.slice(2, 7)).toEqual([...beginning, 'notebook begins']);
    expect(order.join()).not.toContain('lint');
    expect(() => selectPhases(stages, 'units')).toThrow('unit, window, integration, visuals, lint, notebook');
  });

  it('tells which lines are whose, and what each phase took', async () => {
    const { text } = await run([phase('unit', green), phase('window', green)]);
    expect(text).toMatch(/^unit {3}│ ── Tests called unit$/m);
    expect(text).toMatch(/^window {7}2 +\d+\.\d$/m);
  });

  it('lists the slowest tests of all phases', async () => {
    const slowest = [{ title: 'opens', seconds: 3 }];
    const { text } = await run([
      phase('unit', { ...green, slowest }),
      phase('window', { ...green, slowest: [{ title: 'closes', seconds: 12.34 }] }),
    ]);
    expect(text).toMatch(/12\.3 s {2}window: closes\n +3\.0 s {2}unit: opens/);
  });

  it('names what was flaky with what failed first, and passes with two such suites', async () => {
    const { exitCode, last, text } = await run([phase('window', flaky('tree', 'rack'))]);
    expect([exitCode, last]).toEqual([0, '2 passed, 0 failed']);
    expect(text).toMatch(/Flaky.*: tree opens\n {2}tree was slow/);
  });

  it('fails with more than two flaky suites, wherever they are', async () => {
    const phases = [phase('window', flaky('tree', 'rack')), phase('integration', flaky('save'))];
    expect(await run(phases)).toMatchObject({ exitCode: 1, last: '4 passed, 3 failed' });
  });
});
