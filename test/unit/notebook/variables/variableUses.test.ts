import { describe, expect, it } from 'vitest';
import { hasVariables, standsForRange } from '../../../../src/notebook/variables/variableUses.js';
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

describe('the variables of a notebook', () => {
  it('are there when it has some or uses some, but not while a granularity is changed', () => {
    const isThere = (query: string, variables = {}) =>
      hasVariables(plainNotebook([{ query }], { variables }).notebook);
    for (const typed of ['${auto}', '${autoh}', 'h${auto}', '${a}'])
      expect(isThere(`{ "granularity": "${typed}" }`)).toBe(false);
    expect(isThere('{ "granularity": "${bucket}" }', { bucket: { value: 'hour' } })).toBe(true);
    expect(isThere('{ "threshold": "${most}" }')).toBe(true);
  });
});
