import { describe, expect, it } from 'vitest';
import { filterTitle } from '../../../../src/model/results/queryFacts.js';

const is = (dimension: string, value: unknown) => ({ type: 'selector', dimension, value });
const north = is('campus', 'North');

describe('what a filter keeps, in short', () => {
  it.each<[string, unknown]>([
    ['campus = North', north],
    ['campus = ""', is('campus', null)],
    ['port ≠ 80', { type: 'not', field: is('port', 80) }],
    ['port ≠ 80', { type: 'or', fields: [{ type: 'not', field: is('port', '80') }, is('port', null)] }],
    [
      'campus = North, port ≠ 80',
      {
        type: 'and',
        fields: [north, { type: 'or', fields: [{ type: 'not', field: is('port', 80) }, is('port', null)] }],
      },
    ],
    [
      '(port ≠ 80 or campus = "")',
      { type: 'or', fields: [{ type: 'not', field: is('port', 80) }, is('campus', null)] },
    ],
    ['campus = North, port = 80', { type: 'and', fields: [north, is('port', '80')] }],
    ['(campus = North or port = 80)', { type: 'or', fields: [north, is('port', 80)] }],
    ['campus = North', { type: 'or', fields: [north] }],
    [
      'not (campus = North or port = 80)',
      { type: 'not', field: { type: 'or', fields: [north, is('port', 80)] } },
    ],
    [
      'not ((campus = North or port = 80), (campus = North or port = 80))',
      {
        type: 'not',
        field: { type: 'and', fields: Array(2).fill({ type: 'or', fields: [north, is('port', 80)] }) },
      },
    ],
    [
      '((campus = North, port = 80) or port = 443)',
      {
        type: 'or',
        fields: [{ type: 'and', fields: [north, is('port', 80)] }, is('port', 443)],
      },
    ],
    [
      '(campus = North, port = 80)',
      { type: 'or', fields: [{ type: 'and', fields: [north, is('port', 80)] }] },
    ],
    ['campus = a|b|c +2', { type: 'in', dimension: 'campus', values: ['a', 'b', 'c', 'd', 'e'] }],
    ['host ~ ^web', { type: 'regex', dimension: 'host', pattern: '^web' }],
    ['host ~ web', { type: 'search', dimension: 'host', query: { type: 'contains', value: 'web' } }],
    ['port 1–1024', { type: 'bound', dimension: 'port', lower: '1', upper: '1024' }],
    ['port –1024', { type: 'bound', dimension: 'port', upper: '1024' }],
    ['host', { type: 'later', dimension: 'host' }],
    ['', { type: 'and', fields: 'none' }],
    ['', { type: 'not' }],
    ['', undefined],
  ])('is %j', (title, filter) => {
    expect(filterTitle(filter)).toBe(title);
  });
});
