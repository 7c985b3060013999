import { describe, expect, it } from 'vitest';
import { parseCli } from '../../../src/localManager/cliOptions.js';

describe('the command line of the local manager', () => {
  it('has defaults for everything', () => {
    expect(parseCli([])).toEqual({
      kind: 'run',
      options: { json: false, port: 0, data: '.manager-data', fresh: false, seed: undefined, log: false },
    });
  });

  it('reads all options', () => {
    expect(parseCli('--json --port 8080 --data /tmp/x --fresh --seed 42 --log'.split(' '))).toEqual({
      kind: 'run',
      options: { json: true, port: 8080, data: '/tmp/x', fresh: true, seed: 42, log: true },
    });
  });

  it.each([
    [['--help'], 'help'],
    [['-h', '--port', 'x'], 'help'],
    [['--version'], 'version'],
  ])('%j asks for %s', (args, kind) => {
    expect(parseCli(args)).toEqual({ kind });
  });

  it.each([
    [['--port', 'x'], /^--port must be a whole number from 0 to 65535, not "x"/],
    [['--port', '65536'], /^--port must be/],
    [['--port', '-1'], /--port/],
    [['--seed', '1.5'], /^--seed must be/],
    [['--data', ''], /^--data needs a folder/],
    [['--prot', '1'], /^Unknown option '--prot'/],
    [['8080'], /^Unexpected argument '8080'/],
    [['--json=yes'], /--json/],
  ])('%j is refused with one sentence', (args, sentence) => {
    const request = parseCli(args);
    expect(request).toMatchObject({ kind: 'problem', sentence: expect.stringMatching(sentence) });
    expect((request as { sentence: string }).sentence).not.toContain('\n');
  });
});
