import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCli } from './runCli.js';

const help = async (...args: readonly string[]): Promise<string> => {
  const { code, output, errors } = await runCli([...args, '--help'], {});
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output;
};
const examplesOf = (text: string): string => text.slice(text.indexOf('Examples:'));
const main = await help();
const listed = main.slice(main.indexOf('Commands:'), main.indexOf('Examples:'));
const commands = [...listed.matchAll(/^ {2}(\w+)/gm)]
  .map(([, name = '']) => name)
  .filter(name => name !== 'help');

/** The command lines of a text, of which one line may hold two. */
const linesIn = (text: string): string[] =>
  text
    .split(/\n|&&|\|/)
    .filter(line => line.includes('netsensor '))
    .map(line => line.slice(line.indexOf('netsensor ')).trim());

describe('the help', () => {
  it('knows the commands', () => {
    expect(commands).toEqual(expect.arrayContaining(['init', 'pull', 'plan', 'apply', 'drift', 'validate']));
  });

  it.each(commands)('of %s has examples, whose options are there', async command => {
    const text = await help(command);
    const lines = linesIn(examplesOf(text));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(line.split(' ')).toContain(command);
      for (const [option] of line.matchAll(/(?<= |^)--?[a-zA-Z][\w-]*/g))
        expect(text + main).toContain(option);
    }
  });

  it('says what exit codes mean', async () => {
    expect(await help()).toMatch(/Exit codes: 0 .* 1 .* 2 .* 4 .* 5 /);
  });

  it('is all in the documentation: every command has its line there', () => {
    const documentation = readFileSync('docs/as-code.md', 'utf8');
    expect(commands.filter(name => !documentation.includes(`| \`${name}\``))).toEqual([]);
  });

  it.each(['--version', '-V'])('%s says the version of the package alone', async option => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runCli([option], {})).toEqual({ code: 0, output: version, errors: '' });
    expect(main).toContain('-V, --version');
  });

  it('says what is wrong on the side of errors, also of a command', async () => {
    const { code, output, errors } = await runCli(['plan', '--nope'], {});
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain('--nope');
  });
});
