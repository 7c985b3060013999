import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hunt } from '../../../tools/phases/hunt.js';
import type { Phase } from '../../../tools/phases/phase.js';
import type { Scope } from '../../host/scope.js';

describe('hunting a test that fails now and then', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-hunt-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A phase whose runs end so, one after the other; each failure leaves its number in a file. */
  const phaseOf = (name: string, runs: readonly ('passed' | 'failed' | 'nothing')[]) => {
    const asked: (string | undefined)[] = [];
    const phase: Phase = {
      name,
      title: name,
      run: async ({ grep }) => {
        asked.push(grep);
        const ended = runs[asked.length - 1];
        if (ended === 'failed') {
          await mkdir(join(folder, 'left'), { recursive: true });
          await writeFile(join(folder, 'left', 'log.txt'), `run ${asked.length}`);
        }
        const count = (wanted: typeof ended) => (ended === wanted ? 1 : 0);
        return { passed: count('passed'), failed: count('failed'), skipped: 0 };
      },
    };
    return { phase, asked };
  };
  const hunted = async (phases: readonly Phase[], times: number) => {
    const lines: string[] = [];
    const wanted = { title: 'saves (twice)', times, left: join(folder, 'left'), kept: join(folder, 'kept') };
    const print = (line: string): void => void lines.push(line);
    const exitCode = await hunt(phases, wanted, { scope: {} as Scope, print });
    return { exitCode, last: lines.at(-1)?.trim() };
  };

  it('runs it as often as asked, where it was found', async () => {
    const unit = phaseOf('unit', ['nothing', 'nothing', 'nothing']);
    const window = phaseOf('window', ['passed', 'passed', 'passed']);
    const ended = await hunted([unit.phase, window.phase], 3);
    expect(ended).toEqual({ exitCode: 0, last: '3 passed, 0 failed' });
    expect([unit.asked.length, window.asked.length]).toEqual([1, 3]);
    expect(new RegExp(window.asked[0]!).test('a rack saves (twice)')).toBe(true);
  });

  it('keeps what the first failure left, and counts the others', async () => {
    const { phase } = phaseOf('window', ['passed', 'failed', 'passed', 'failed']);
    expect(await hunted([phase], 4)).toEqual({ exitCode: 1, last: '2 passed, 2 failed' });
    expect(await readFile(join(folder, 'kept', 'log.txt'), 'utf8')).toBe('run 2');
  });

  it('says so when no test has that title', async () => {
    const { phase } = phaseOf('unit', ['nothing']);
    await expect(hunted([phase], 2)).rejects.toThrow('No test has “saves (twice)” in its title');
    expect(existsSync(join(folder, 'kept'))).toBe(false);
  });
});
