import { describe, expect, it } from 'vitest';
import {
  chosenValue,
  readVariables,
  redefined,
  standsForAll,
  valuesIn,
  type VariableValue,
} from '../../../../src/model/notebook/notebookVariables.js';

describe('a variable of a notebook', () => {
  it('is whatever a file has as an object, of whatever name', () => {
    const stored: unknown = JSON.parse('{ "site": { "later": 1 }, "__proto__": {}, "no": 7, "list": [] }');
    expect([...readVariables(stored).keys()]).toEqual(['site', '__proto__']);
    expect([readVariables(undefined).size, readVariables('x').size]).toEqual([0, 0]);
  });

  it.each<[unknown, VariableValue | undefined]>([
    ['North', 'North'],
    [0, 0],
    [false, false],
    [
      ['a', '', null, 'b'],
      ['a', 'b'],
    ],
    [{ all: true }, { all: true }],
    ['', undefined],
    [[], undefined],
    [{ all: 'yes' }, undefined],
    [null, undefined],
  ])('with %j stands for %j', (value, expected) => {
    expect(chosenValue({ value } as never)).toEqual(expected);
    expect(chosenValue({ value: '', default: value } as never)).toEqual(expected);
  });

  it('has its default until something is chosen', () => {
    expect(chosenValue({ value: 'South', default: 'North' })).toBe('South');
    expect(chosenValue({ default: 'North' })).toBe('North');
  });

  it('holds single values, or every value', () => {
    expect([standsForAll({ all: true }), standsForAll('all'), standsForAll(['all'])]).toEqual([
      true,
      false,
      false,
    ]);
    expect([valuesIn('a'), valuesIn(['a', 'b']), valuesIn({ all: true }), valuesIn(undefined)]).toEqual([
      ['a'],
      ['a', 'b'],
      [],
      [],
    ]);
  });

  it('that is for something else keeps the value that fits, and what a later version wrote', () => {
    const variable = { value: 'North', default: 5, dimension: 'campus', dataSource: 'rb_flow', later: 1 };
    expect(redefined(variable, { type: 'number' })).toEqual({ type: 'number', default: 5, later: 1 });
    expect(redefined(variable, { type: 'time' })).toEqual({ type: 'time', value: 'North', later: 1 });
    expect(redefined({ value: { all: true }, type: 'time' }, {})).toEqual({ value: { all: true } });
  });
});
