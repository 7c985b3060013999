import { expect, it } from 'vitest';
import { escapedIcons, isolated, plainLabel, quoted } from '../../../src/ui/plainLabel.js';

it.each([
  ['[Sign in](command:x)', '[Sign in] (command:x)'],
  ['one\r\n\u0007two', 'one two'],
  ['x'.repeat(60), `${'x'.repeat(40)}…`],
  ['\u{1F4E1}'.repeat(41), `${'\u{1F4E1}'.repeat(40)}…`],
  ['\u05D0\u05D1', '\u2068\u05D0\u05D1\u2069'],
])('a name in a sentence is one line without links that turns nothing around: %j', (name, shown) => {
  expect(quoted(name)).toBe(shown);
});

it('a name in a list is cut, and draws no icon', () => {
  expect(plainLabel(`$(trash) ${'x'.repeat(60)}`)).toBe(`\\$(trash) ${'x'.repeat(31)}…`);
  expect(escapedIcons('$(a) $(b)')).toBe('\\$(a) \\$(b)');
  expect(isolated('plain')).toBe('plain');
});
