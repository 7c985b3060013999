import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ResultTable,
  type ResultValue,
  resultMarkdown,
  outputPlainText,
} from '../../../../src/model/query/queryResult.js';

const table = (...columns: [name: string, ...values: ResultValue[]][]): ResultTable => ({
  columns: columns.map(([name, ...values]) => ({ name, kind: 'value', values })),
  rowCount: (columns[0]?.length ?? 1) - 1,
  totalRows: (columns[0]?.length ?? 1) - 1,
});

describe('a result as Markdown', () => {
  it('is a table of the first rows', () => {
    expect(resultMarkdown(table(['a', 1, 2, 3], ['b', null, '', 'x']), 2)).toBe(
      ['| a | b |', '| --: | --: |', '| 1 | null |', '| 2 |  |'].join('\n'),
    );
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '[link](command:evil)',
    'a | b',
    'line\nbreak\r\n| new | row |',
    '`code` *strong* _em_ ~~gone~~ $x$',
    'https://example.com www.example.com',
    '\\| &lt;b&gt; ![x](y)',
  ])('shows %j as the same text and nothing else', value => {
    const cell = resultMarkdown(table(['n', value]), 1).split('\n')[2] ?? '';
    expect(cell).not.toMatch(/[<>`*_[\]()~$!]/);
    expect(cell.match(/\|/g)).toHaveLength(2);
    const decoded = cell.slice(2, -2).replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
    expect(decoded).toBe(value.replace(/[\r\n]+/g, ' '));
  });

  it('has as many lines as rows, whatever the values and names are', () => {
    const values = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), values, (name, column) => {
        const lines = resultMarkdown(table([name, ...column]), 20).split(/\r\n|\r|\n/);
        expect(lines).toHaveLength(2 + Math.min(column.length, 20));
      }),
    );
  });
});

describe('a result as plain text', () => {
  it('is tab-separated, with a header and the first rows', () => {
    const result = table(['a', 1, 2, 3], ['b\tc', 'x\ty\nz', null, '']);
    expect(outputPlainText(result, 2)).toBe('a\tb c\n1\tx y z\n2\tnull');
    expect(outputPlainText(table(['=a', '@b', -1, '-2']), 3)).toBe("'=a\n'@b\n-1\n-2");
  });
});
