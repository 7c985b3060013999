import { describe, expect, it } from 'vitest';
import { helpText, parseCli, sharedOptions } from '../src/cli/cliOptions.js';
import { readOptions, writeOptions } from '../src/commandLine.js';

const defaults = {
  json: false,
  port: 0,
  data: '.manager-data',
  fresh: false,
  seed: undefined,
  history: undefined,
  threads: undefined,
  log: false,
  dialect: 'manager',
  tls: false,
  faults: undefined,
  scale: undefined,
  tree: undefined,
  inventory: undefined,
  loads: [],
};

describe('the command line of the local manager', () => {
  it('has defaults for everything', () => {
    expect(parseCli([])).toMatchObject({ kind: 'run', options: defaults });
  });

  it('reads all options', () => {
    const line =
      '--json --port 8080 --data /tmp/x --fresh --seed=42 --history 2 --threads 3 --log --dialect rails --tls self-signed --faults f.json --scale medium --tree t.json --inventory records --load rb_flow=a.csv --load rb_event=e.csv --time-column rb_event=when';
    expect(parseCli(line.split(' '))).toMatchObject({
      kind: 'run',
      options: {
        json: true,
        port: 8080,
        data: '/tmp/x',
        fresh: true,
        seed: 42,
        history: 120,
        threads: 3,
        log: true,
        dialect: 'rails',
        tls: true,
        faults: 'f.json',
        scale: 'medium',
        tree: 't.json',
        inventory: 'records',
        loads: [
          { source: 'rb_flow', file: 'a.csv', timeColumn: undefined },
          { source: 'rb_event', file: 'e.csv', timeColumn: 'when' },
        ],
      },
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
    [['--port', '-1'], /^--port must be a whole number/],
    [['--port=-1'], /^--port must be a whole number/],
    [['--port'], /^--port needs a value/],
    [['--port', '--json'], /^--port needs a value/],
    [['--port', '1', '--port', '2'], /^--port is given twice/],
    [['--json', '--json'], /^--json is given twice/],
    [['--seed', '1.5'], /^--seed must be/],
    [['--history', 'week'], /^--history must be a whole number from 0 to 8784, not "week"/],
    [['--threads', '0'], /^--threads must be a whole number from 1 to 128, not "0"/],
    [['--threads', '129'], /^--threads must be/],
    [['--data', ''], /^--data needs a value: --data <folder>/],
    [['--prot', '1'], /^Unknown option --prot\./],
    [['-x'], /^Unknown option -x\./],
    [['8080'], /^"8080" is not an option/],
    [['--', '--json'], /^"--json" is not an option/],
    [['--json=yes'], /^--json takes no value, not "yes"/],
    [['--toString'], /^Unknown option --toString/],
    [['--scale', 'huge'], /^--scale must be one of small, medium, large, not "huge"/],
    [['--dialect', 'latin'], /^--dialect must be one of manager, rails, newest, data, results, not "latin"/],
    [['--druid-era', '9'], /^--druid-era must be one of 0\.8, 28, 31, not "9"/],
    [['--tls', 'yes'], /^--tls must be self-signed, not "yes"/],
    ...[
      'http://box.example',
      'box.example:80',
      'ann@box.example',
      'box/x',
      '*.example',
      'fd00::1',
      'a b',
    ].map((name): [string[], RegExp] => [
      ['--host-name', name],
      /^--host-name must be a name such as manager\.example/,
    ]),
  ])('%j is refused with one sentence', (args, sentence) => {
    const request = parseCli(args);
    expect(request).toMatchObject({ kind: 'problem', sentence: expect.stringMatching(sentence) });
    expect((request as { sentence: string }).sentence).not.toContain('\n');
    expect((request as { sentence: string }).sentence).toMatch(/ \(--help lists the options\)$/);
  });

  it('reads names as browsers send them', () => {
    const names = ['Box.Example.', '10.0.0.5', '[FD00:0::1]', 'b\u00fccher.example'];
    const request = parseCli(names.flatMap(name => ['--host-name', name]));
    const hostNames = ['box.example', '10.0.0.5', '[fd00::1]', 'xn--bcher-kva.example'];
    expect(request).toMatchObject({ kind: 'run', options: { hostNames } });
  });

  it('explains every option in its help, in lines that fit', () => {
    const text = helpText('netsensor-manager');
    for (const [name, { help }] of Object.entries(sharedOptions)) {
      expect(text).toMatch(new RegExp(`^ .*--${name}\\b.*`, 'm'));
      expect(text).toContain(help);
    }
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(120);
  });

  it('writes options as it reads them', () => {
    const args = ['--fresh', '--seed=7', '--data=-odd name=x', '--tls=self-signed'];
    expect(writeOptions(readOptions(sharedOptions, args))).toEqual(args);
  });
});
