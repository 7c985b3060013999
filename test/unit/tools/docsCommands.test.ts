import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCli } from '../../../packages/manager/src/cli/cliOptions.js';
import { parseStart } from '../../../tools/starting/startOptions.js';
import { runCli } from '../cli/runCli.js';

const page = readFileSync('docs/druid.md', 'utf8');
const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);
const argumentsOf = (command: string, start: string) => command.slice(start.length).split(' ');
const manager = 'npm run manager -- ';
const start = 'npm start -- ';

describe('the commands of docs/druid.md', () => {
  it('are commands that there are', () => {
    expect(commands.length).toBeGreaterThan(5);
    const known = (command: string) =>
      command === 'npm run druid' || [manager, start].some(each => command.startsWith(each));
    expect(commands.filter(command => !known(command))).toEqual([]);
  });

  it.each(commands.filter(command => command.startsWith(manager)))('%s is understood', command => {
    expect(parseCli(argumentsOf(command, manager))).toMatchObject({ kind: 'run' });
  });

  it.each(commands.filter(command => command.startsWith(start)))('%s is understood', command => {
    expect(parseStart(argumentsOf(command, start))?.manager.druid?.addresses).toHaveLength(1);
  });

  it('and its other options are options', () => {
    const named = [...page.matchAll(/--([a-z][\w-]*)/g)].map(([, name]) => `--${name}`);
    const unknown = named.filter(name => {
      const request = parseCli([name]);
      return request.kind === 'problem' && request.sentence.startsWith('Unknown option');
    });
    expect(unknown).toEqual([]);
  });
});

describe('the commands of docs/as-code.md', () => {
  const blocks = [...readFileSync('docs/as-code.md', 'utf8').matchAll(/```sh\n(.*?)```/gs)];
  const lines = blocks.flatMap(([, block = '']) => block.trim().split('\n'));
  const ours = lines.flatMap(
    line => /^(?:NETSENSOR_WRITE=1 )?(?:npm run -s netsensor --|netsensor) (.*)$/.exec(line)?.[1] ?? [],
  );

  it('are commands that there are', () => {
    expect(ours.length).toBeGreaterThan(5);
    expect(
      lines.filter(
        line => !/^(?:NETSENSOR_WRITE=1 )?(?:npm run -s )?netsensor |^git |^export NETSENSOR_/.test(line),
      ),
    ).toEqual([]);
  });

  it.each(ours)('netsensor %s is understood', async command => {
    const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    // Of several that are not there the first is named.
    expect((await runCli([...args, '--not-there'], {})).errors).toContain("unknown option '--not-there'");
  });
});
