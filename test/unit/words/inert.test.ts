import * as l10n from '@vscode/l10n';
import { describe, expect, it } from 'vitest';
import { inert, joined, quoted, shown, unlinked, type Inert } from '../../../src/words/inert.js';
import { bareAddresses, hostileTexts, liveParts } from '../../support/hostileTexts.js';

describe('words from outside', () => {
  it.each(hostileTexts)('hold nothing that VS Code makes live: %j', text => {
    for (const made of [inert(text), quoted(text), shown`before ${inert(text)} after`]) {
      expect(liveParts(made)).toEqual([]);
      expect([...liveParts(unlinked(made)), ...bareAddresses(unlinked(made))]).toEqual([]);
    }
  });

  it('look the same, but for what cannot be seen', () => {
    const text = '[Sign in](command:x) <a href="y"> $(trash) https://z me@host';
    expect(inert(text).replaceAll('\u2060', '')).toBe(text);
    expect(unlinked(inert(text)).replaceAll('\u2060', '')).toBe(text);
    expect(inert('https://manager www.x.example me@host')).toBe('https://manager www.x.example me@host');
    expect(inert('It was refused: 1 < 2, a:b, f(x)[1], 100 $, @ home')).toBe(
      'It was refused: 1 < 2, a:b, f(x)[1], 100 $, @ home',
    );
  });

  it('are one line with an end', () => {
    expect(inert(`a${'\u00A0\u3000'.repeat(300)}b`)).toBe('a b');
    expect(inert(' one\r\n\u0007two\u2028three ')).toBe('one two three');
    expect(inert('x'.repeat(50_000))).toBe(`${'x'.repeat(600)}…`);
    expect(inert(' '.repeat(50_000) + 'x')).toBe('…');
    expect(quoted('x'.repeat(60))).toBe(`${'x'.repeat(40)}…`);
    expect(quoted('\u{1F4E1}'.repeat(41))).toBe(`${'\u{1F4E1}'.repeat(40)}…`);
    expect(inert('\u{1F468}\u200D\u{1F469}')).toBe('\u{1F468}\u200D\u{1F469}');
  });

  it('turn nothing around that stands beside them', () => {
    expect(inert('\u05D0\u05D1')).toBe('\u2068\u05D0\u05D1\u2069');
    expect(inert('a\u202Eb')).toBe('a b');
  });

  it('stay so in a list', () => {
    expect(joined([inert('a'), '', undefined, inert('b')], ' · ')).toBe('a · b');
  });
});

/** Never run: the compiler refuses words from outside wherever inert text is wanted. */
export const refused = (outside: string): Inert[] => [
  // @ts-expect-error -- It is no sentence of ours.
  outside,
  // @ts-expect-error -- Nobody made it inert.
  l10n.t('The manager said: {0}', outside),
  // @ts-expect-error -- A sentence stands in the code.
  l10n.t(outside),
  // @ts-expect-error -- So does all of it.
  l10n.t(`The manager said: ${outside}`),
];
