import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultTable, ResultValue } from '../../../../src/model/query/queryResult.js';
import { outputPlainText, resultMarkdown } from '../../../../src/model/results/resultText.js';

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
    ['<img src=x onerror=alert(1)>', String.raw`\<img src=x onerror=alert(1)>`],
    ['[link](command:evil) ![x](y)', String.raw`\[link](command:evil) !\[x](y)`],
    ['a | b', String.raw`a \| b`],
    ['line\nbreak\r\n| new | row |', String.raw`line break \| new \| row \|`],
    ['`code` *strong* ~~gone~~ $x$', String.raw`\`code\` \*strong\* \~\~gone\~\~ \$x\$`],
    ['_em_ __init__', String.raw`\_em\_ \_\_init\_\_`],
    [
      'https://example.com //example.com www.example.com me@example.com',
      String.raw`https:\//example.com \//example.com www\.example.com me\@example.com`,
    ],
    ['x { onmouseover="alert(1)" }', String.raw`x \{ onmouseover="alert(1)" }`],
    [String.raw`\| &lt;b&gt; &#45; a\ `, String.raw`\\\| \&lt;b\&gt; \&#45; a\ `],
    ['a\\', String.raw`a\\`],
  ])('shows %j as the same text and nothing else', (value, cell) => {
    expect(resultMarkdown(table(['n', value]), 1).split('\n')[2]).toBe(`| ${cell} |`);
  });

  it.each([
    'wan_ip',
    '2026-11-20T08:00:00Z',
    '-1.5E+400',
    'fe80::1',
    '#1 (a) b} c! 1 < 2 > 0 & 3',
    String.raw`C:\temp`,
  ])('leaves alone what is read as nothing: %j', value =>
    expect(resultMarkdown(table(['n', value]), 1).split('\n')[2]).toBe(`| ${value} |`),
  );

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
