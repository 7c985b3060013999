import { describe, expect, it, vi } from 'vitest';
import { folded, twinKey } from 'netsensor-contract/text/folded';
import { sortedByName } from '../../../../src/model/text/nameOrder.js';

describe('text that is searched and sorted by', () => {
  it.each([
    ['case', 'RACK', 'rack'],
    ['accents', 'CÓRDOBA', 'cordoba'],
    ['how letters are composed', 'Co\u0301rdoba', 'C\u00f3rdoba'],
    ['a sharp s', 'STRASSE', 'Straße'],
    ['a capital sharp s', 'STRAẞE', 'straße'],
    ['both Turkish letters', 'İSTANBUL DIYARBAKIR', 'istanbul dıyarbakır'],
    ['a sigma at the end', 'ΟΔΟΣ', 'οδός'],
    ['full width', 'Ｒａｃｋ１２', 'rack12'],
    ['ligatures', 'oﬃce', 'OFFICE'],
    ['strokes', 'Łódź Đakovo Ørsted', 'lodz dakovo orsted'],
    ['letters of two', 'Ærø Œuvre', 'aero oeuvre'],
    ['points of Hebrew', 'שָׁלוֹם', 'שלום'],
    ['marks of Arabic', 'مُحَمَّد', 'محمد'],
    ['Russian ё', 'Алёна', 'АЛЕНА'],
    ['marks of direction and of no width', '\u202eRa\u200bck\ufeff', 'rack'],
    ['half width', 'ﾗｯｸ', 'ラック'],
  ])('does not tell %s apart', (_what, one, other) => {
    expect(folded(one)).toBe(folded(other));
  });

  it.each([
    ['letters', 'rack', 'rock'],
    ['spaces', 'rack a', 'racka'],
    ['vowels of Hindi', 'की', 'का'],
    ['vowels of Thai', 'กี', 'กา'],
    ['й and и', 'йод', 'иод'],
  ])('tells %s apart', (_what, one, other) => {
    expect(folded(one)).not.toBe(folded(other));
  });

  it('finds a part of a word wherever the word ends', () => {
    expect(folded('ΟΔΟΣΤΡΩΜΑ')).toContain(folded('ΟΔΟΣ'));
  });

  it('is the order of names, too', () => {
    const names = ['Zug', 'Örebro 10', 'ÖREBRO 9', 'Ørsted', 'Po', 'Nyköping'];
    const order = ['Nyköping', 'ÖREBRO 9', 'Örebro 10', 'Ørsted', 'Po', 'Zug'];
    expect(sortedByName(names, name => name)).toEqual(order);
  });
});

describe('a name where a twin is looked for', () => {
  it.each([
    ['Lost rack', 'LOST RACK'],
    ['Lost rack', ' Lost-rack. '],
    ['Lost rack', 'LostRack'],
    ['Lost rack', 'Lost\u00a0rack'],
    ['Sevilla, 2ª planta', 'SEVILLA 2a planta'],
    ['***', ' *** '],
  ])('%s is %s', (one, other) => expect(twinKey(one)).toBe(twinKey(other)));

  it.each([
    ['Rack 1', 'Rack 2'],
    ['***', '+++'],
    ['की', 'का'],
  ])('%s is not %s', (one, other) => expect(twinKey(one)).not.toBe(twinKey(other)));
});

it('makes its collator, which takes 8 ms of the start of VS Code, for the first letter that needs one', async () => {
  let made = 0;
  class CountedCollator extends Intl.Collator {
    constructor(...given: ConstructorParameters<typeof Intl.Collator>) {
      super(...given);
      made += 1;
    }
  }
  vi.resetModules();
  vi.stubGlobal('Intl', { Collator: CountedCollator });
  try {
    const fresh = await import('netsensor-contract/text/folded');
    expect(fresh.folded('Rack')).toBe('rack');
    expect(made).toBe(0);
    expect(fresh.folded('Córdoba Łódź')).toBe('cordoba lodz');
    expect(made).toBe(1);
  } finally {
    vi.unstubAllGlobals();
  }
});
