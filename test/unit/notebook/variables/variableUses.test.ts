import { describe, expect, it } from 'vitest';
import { standsForRange } from '../../../../src/notebook/variables/variableUses.js';
import { plainNotebook } from '../plainNotebook.js';

describe('a variable of time', () => {
  it('is asked for as a range where it is a whole interval, and else as a moment too', () => {
    const isRange = (...texts: string[]) =>
      standsForRange({ notebook: plainNotebook(texts.map(query => ({ query }))).notebook, name: 'when' });
    const moment = '{ "intervals": ["${when}/now"], "threshold": "${when}" }';
    expect(isRange(moment)).toBe(false);
    expect(isRange(moment, '{ "intervals": "${when}" }')).toBe(true);
    expect(isRange('{ "intervals": ["${when}"] }')).toBe(true);
    expect(isRange('{ "intervals": ["${whenever}"] }')).toBe(false);
  });
});
