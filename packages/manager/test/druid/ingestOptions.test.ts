import { describe, expect, it } from 'vitest';
import { parseCli } from '../../src/cli/cliOptions.js';

const cluster = ['--druid', 'http://router:8888'];

describe('the options about loading rows into a cluster', () => {
  it('load generated rows, or a file', () => {
    const line = '--ingest --replace --druid-overlord http://overlord:8090/ --ingest-folder /rows';
    const request = parseCli([...cluster, ...line.split(' '), '--load', 'rb_flow=flows.csv']);
    expect(request).toMatchObject({
      kind: 'run',
      options: {
        ingest: { mayReplace: true, overlord: 'http://overlord:8090', folder: '/rows' },
        loads: [{ source: 'rb_flow', file: 'flows.csv' }],
      },
    });
  });

  it('replace nothing unless they say so, and ask the router', () => {
    const nothing = { mayReplace: false, overlord: undefined, folder: undefined };
    expect(parseCli([...cluster, '--ingest'])).toMatchObject({ options: { ingest: nothing } });
  });

  it.each([
    [['--ingest'], /^--ingest loads rows into a cluster, but --druid names none\./],
    [[...cluster, '--replace'], /^--replace is about --ingest, which is not there\./],
    [[...cluster, '--ingest', '--druid-overlord', 'here'], /^--druid-overlord must be an address/],
    [
      [...cluster, '--load', 'rb_flow=a.csv'],
      /^--load fills the data here, .*; add --ingest to load it there/,
    ],
  ])('%j is refused with one sentence', (args, sentence) => {
    expect(parseCli(args)).toMatchObject({ kind: 'problem', sentence: expect.stringMatching(sentence) });
  });
});
