import { describe, expect, it } from 'vitest';
import { beginsNext, isEmptyPlace } from '../../../../src/model/queryEditing/queryCompletion.js';

const isEmptyAt = (text: string) => {
  const [before = '', after = ''] = text.split('|');
  return isEmptyPlace(before, after.split(/\r?\n/)[0]!);
};

describe('a place in a query where something is to be chosen', () => {
  it.each([
    '  "granularity": |,',
    '  "granularity":|',
    '  "fields": [|]',
    '  "fieldNames": ["|"]',
    '  "dataSource": "|"',
    '{ "field": |}',
    '{ "type": "selector", "dimension": "host", "value": | }',
    '{|}',
    '{\n  |\n}',
    '{ "queryType": "topN",\n  |\n}',
    '"fields": [\r\n    |\r\n]',
  ])('is %j', text => {
    expect(isEmptyAt(text)).toBe(true);
  });

  it.each([
    '  "threshold": |10',
    '  "name": "by|tes"',
    '  "name": "|bytes',
    '  "|": 1',
    '"queryType": "topN"\n  |',
    '{ |}',
    '|',
    '\n|',
  ])('is not %j', text => {
    expect(isEmptyAt(text)).toBe(false);
  });

  it('is behind a brace, a bracket and a comma', () => {
    expect(['{', '[', '[{},', '{ "queryType": "topN", '].filter(text => !beginsNext(text))).toEqual([]);
    expect(['', '"', '{ "queryType":', '{}'].filter(beginsNext)).toEqual([]);
  });
});
