import { describe, expect, it } from 'vitest';
import { decodeHTML } from '../../../../src/model/report/entities.js';
import { inertMarkdown } from '../../../../src/model/report/inertMarkdown.js';
import { firstHeading, markdownHtml } from '../../../../src/model/report/markdownCells.js';
import { aliveParts } from './aliveParts.js';
import { parsed, rendered } from './renderedMarkdown.js';

const image = '<img src=x onerror=alert(1)>';

describe('a text of a notebook', () => {
  it.each([
    image,
    `\\${image} ${image}`,
    `\\\\${image}`,
    `a \\\` ${image} \``,
    `\`${image}\` ${image}`,
    `\` a\nb \` ${image} \` c\``,
    `| \` | ${image} | \` |\n|---|---|---|\n| \` | ${image} | \` |`,
    `> - <img\n>   src=x onerror=alert(1)>`,
    `\`\`\`\n${image}`,
    `\`\`\`\n\`\`\`\n${image}`,
    `- \`\`\`\n${image}\n`,
    `    code\n\n${image}`,
    `\`\`\`\u2028a \`\`\n${image}`,
    `a \` b\n\`\`\` \`c\n${image}`,
    `$$\n\`\`\`\n$$\n${image}`,
    `<!--\n\`\`\`\n-->\n${image}`,
    `<https://a.example/onfocus=alert(1)/autofocus> <javascript:alert(1)>`,
    '![x](//host.example/y)',
    '![x](https://evil.example/p.png)',
    String.raw`\![a](b) !![p](https://evil.example/p.png) !<https://a.example>![q](r)`,
    '![x][there]\n\n[there]: https://evil.example/r.png',
    '![there]\n\n> [there]:\n> //evil.example/r.png',
    '[![a](b.png)](javascript:alert(1))',
    '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](&#106;avascript:alert(1))',
    '[a](java\nscript:alert(1)) [b](\n<javascript:alert(1)>) [c](javascript\\:alert(1))',
    '[a][b]\n\n[b]: javascript:alert(1)',
    '[a](file:///etc/passwd) [b](//host.example/y) [c](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:x) [b](command:x) [c](vscode://x)',
    '![x](data:image/svg+xml,%3Csvg%20onload=alert(1)%3E)',
  ])('has nothing alive in HTML and in Markdown: %s', text => {
    expect(aliveParts(parsed(markdownHtml(text)))).toEqual([]);
    // What follows is another cell, with code that ends what is open.
    const next = `${inertMarkdown(text)}\n\n\`\`\`\`json\n\`\`\`\n$$\n${image}\n\`\`\`\``;
    const found = rendered(next);
    expect(aliveParts(found)).toEqual([]);
    expect(found.querySelector('img')).toBeNull();
    expect([...found.querySelectorAll('pre')].at(-1)?.textContent).toContain(image);
  });

  it('keeps what Markdown means, and shows tags as they are written', () => {
    const text =
      '- *a* `<b>` `` `c ``\n- <b>bold</b> <https://b.org>\n\n```sql\na < b\n```\n> <div>\n> [c](https://c.org "d")\n\n![x](https://a.org/b.png) &eacute; `e`';
    expect(inertMarkdown(text)).toBe(
      '- *a* <code>&lt;b&#62;</code> `` `c ``\n- &lt;b>bold&lt;/b> https://b.org\n\n```sql\na < b\n```\n> &lt;div>\n> [c](https://c.org "d")\n\n[x](https://a.org/b.png) &eacute; `e`',
    );
    for (const { body } of [parsed(markdownHtml(text)), rendered(inertMarkdown(text))]) {
      expect(body.querySelectorAll('em, li, code, pre, blockquote').length).toBe(9);
      expect([...body.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
        '<b>',
        '`c',
        'a < b\n',
        'e',
      ]);
      expect(body.querySelectorAll('b, div, img').length).toBe(0);
      expect(body.textContent).toContain('<b>bold</b>');
      const links = [...body.querySelectorAll('a')].map(link => [
        link.textContent,
        link.getAttribute('href'),
      ]);
      expect(links).toEqual([
        ['https://b.org', 'https://b.org'],
        ['c', 'https://c.org'],
        ['x', 'https://a.org/b.png'],
      ]);
      expect(body.textContent).toMatch(/é e\s*$/);
    }
  });

  it('has pictures that it brings with it, and no link to what only looks like a host', () => {
    const own = '![dot](data:image/png;base64,iVBORw0KGgo=)';
    expect(inertMarkdown(own)).toBe(own);
    expect(parsed(markdownHtml(own)).querySelector('img')?.getAttribute('alt')).toBe('dot');
    expect(parsed(markdownHtml('report.md and core.example')).querySelector('a')).toBeNull();
  });

  it('has the same lines to all readers', () => {
    expect(inertMarkdown('a\u2028b\r\nc\u0085d\ve')).toBe('a\nb\nc\nd\ne');
  });

  it('keeps the sign of a sentence before what is no picture, and pictures with a title or in any language', () => {
    expect(inertMarkdown('Look![1] Wow![a](https://b.org) ![c][d] ![d]\n\n[d]: https://d.org')).toBe(
      'Look&#33;[1] Wow[a](https://b.org) [c][d] [d]\n\n[d]: https://d.org',
    );
    for (const own of [
      '![Añejo, in/out](data:image/png;base64,iVBO=)',
      '![a](data:image/gif;base64,iVBO= "Año")',
    ])
      expect(inertMarkdown(own)).toBe(own);
    expect(inertMarkdown(String.raw`\!![a](//b)`)).toBe('&#33;[a&#93;(&#47;&#47;b)');
  });

  // What grows with the square of the signs takes a minute.
  it.each([
    ['blanks in a heading', () => firstHeading(`# a${' '.repeat(200_000)}b`)],
    ['number signs in a heading', () => firstHeading(`# ${'#'.repeat(200_000)}b`)],
    ['signs', () => inertMarkdown('!'.repeat(400_000))],
    ['beginnings of pictures', () => inertMarkdown('!['.repeat(200_000))],
  ])('is read at once, however many %s it has', { timeout: 20_000 }, (_, read) => {
    expect(read).not.toThrow();
  });

  it('begins with a heading, with or without signs behind it', () => {
    expect(firstHeading('\n#  a # b ##\nc')).toEqual({ heading: 'a # b', rest: 'c' });
    expect(firstHeading('# C#')).toEqual({ heading: 'C#', rest: '' });
    expect([firstHeading('# #'), firstHeading('#a'), firstHeading('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('has characters by their names in addresses and in what is said of pictures', () => {
    expect(decodeHTML('?a&amp;b&lt;&gt;&quot;&apos;&eacute;&amp;lt;')).toBe(`?a&b<>"'&eacute;&lt;`);
    const found = parsed(markdownHtml('![caf&eacute; &#34;&amp; < a&b](data:image/png;base64,iVBO=)'));
    expect(found.querySelector('img')?.getAttribute('alt')).toBe('café "& < a&b');
  });

  it('gives no reader attributes of HTML to read, and leaves braces in blocks of code', () => {
    const text =
      '[a](https://x.org){: onclick=alert(1) }\n{: onclick=b }\n\\{ `{ c }` ` {\nd=e }`\n# f { onclick=g }\n';
    expect(inertMarkdown(text)).not.toContain('{');
    expect(rendered(inertMarkdown(text)).body.textContent).toContain('{ { c } ');
    expect(inertMarkdown('a\n\n    {"b": 1}\n\nc')).toBe('a\n\n```\n{"b": 1}\n```\n\nc');
  });

  it('draws no code of which a reader would make a picture', () => {
    expect(inertMarkdown('```mermaid\nclick A "javascript:x"\n```')).toBe('```\nclick A "javascript:x"\n```');
  });
});
