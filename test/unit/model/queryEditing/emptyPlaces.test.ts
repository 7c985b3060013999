import { describe, expect, it } from 'vitest';
import { beginsNext, hasEmptyPlace, isEmptyPlace } from '../../../../src/model/queryEditing/emptyPlaces.js';

describe('a place in a query where something is to be chosen', () => {
  it.each([
    ['"dataSource": ""', true],
    ['"dimensions": []', true],
    ['{\n  "type": "selector",\n  "dimension": ,\n  "value": \n}', true],
    ['{ "type": "or", "fields": [\n] }', true],
    ['{\n  "type": "not",\n  "field": \n}', true],
    ['"threshold": 10', false],
    ['{ "type": "count", "name": "rows" }', false],
    ['"bytes"', false],
    ['{', false],
  ])('is what completion left empty: %j %s', (written, expected) => {
    expect(hasEmptyPlace(written)).toBe(expected);
  });

  it.each([
    [' ', '{ "queryType": "topN",', true],
    ['\n  ', '{', true],
    ['\r\n  \r\n', '{', true],
    ['\n  ', '{ "queryType": "topN",  ', true],
    [' ', '[{},', true],
    [' ', '{ "queryType":', false],
    ['\n', '{ "queryType": "topN"', false],
    ['x', '{', false],
    [' ', '', false],
  ])('is where the next field or element begins: %j after %j %s', (written, before, expected) => {
    expect(beginsNext(written, before)).toBe(expected);
  });

  it.each([
    ['  "granularity": |,', true],
    ['  "granularity":|', true],
    ['  "fields": [|]', true],
    ['  "fieldNames": ["|"]', true],
    ['{ "field": |}', true],
    ['  "threshold": |10', false],
    ['  "name": "by|tes"', false],
    ['  "|": 1', false],
    ['|', false],
  ])('is where Tab leads to: %s %s', (line, expected) => {
    const [before = '', after = ''] = line.split('|');
    expect(isEmptyPlace(before, after)).toBe(expected);
  });
});
