import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { askInTerminal } from '../../../src/cli/askInTerminal.js';
import { terminalWords } from '../../../src/cli/terminalWords.js';

const answered = (typed: string, ending = new AbortController()) => {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const answer = askInTerminal('Write? ', { input, output, ending });
  if (typed === '') input.end();
  else input.write(typed);
  return answer;
};

it.each([
  ['y\n', true],
  [' Yes \n', true],
  ['n\n', false],
  ['\n', false],
  ['', false],
  ['\u0004', false],
  ['\u0003', false],
])('takes %j for %s', async (typed, isYes) => {
  expect(await answered(typed)).toBe(isYes);
});

it('ends the run with Ctrl+C', async () => {
  const ending = new AbortController();
  expect(await answered('\u0003', ending)).toBe(false);
  expect(ending.signal.aborted).toBe(true);
});

it('advises an option where the editor has a setting', () => {
  const error = new ApiError({ reason: 'timeout', method: 'GET', path: '/' });
  expect(terminalWords(error)).toBe('The manager took too long to answer. Try again, or raise --timeout.');
});
