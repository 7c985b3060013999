import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { inertMarkdown } from '../../../../src/model/report/inertMarkdown.js';
import { runs } from '../../../support/depth.js';

/** Parts of which something alive may be put together. */
const parts = [
  [
    '<img src=x onerror=alert(1)>',
    '<script>',
    '<div>\n',
    '</div>',
    '<!--',
    '-->',
    '<https://e.example>',
    '<',
    '>',
  ],
  [
    '![a](https://e.example/p.png)',
    '![',
    '!',
    '[',
    ']',
    '](',
    '(',
    ')',
    '[b]: javascript:x\n',
    '![b]',
    ':',
    '//e/x',
  ],
  [
    '[a](javascript:alert(1))',
    'javascript:alert(1)',
    'https://e.example',
    '&#33;',
    '&lt;',
    '&',
    '\\',
    '"',
    'a',
    ' ',
  ],
  [
    '`',
    '``',
    '```',
    '```\n',
    '\n```\n',
    '~~~\n',
    '    ',
    '\t',
    '> ',
    '- ',
    '# ',
    '$$',
    '|',
    '| a | b |\n|---|---|\n',
  ],
  ['\n', '\n\n', '\r', '\u2028', '\u0085', '\u0000'],
].flat();

const reader = new MarkdownIt({ html: true, linkify: true });
reader.validateLink = () => true;

/** What a reader that lets everything through would run or load. */
const aliveIn = (text: string): string[] =>
  reader
    .parse(text, {})
    .flatMap(token => [token, ...(token.children ?? [])])
    .filter(token => {
      if (token.type === 'html_inline') return !/^<\/?code>$/.test(token.content);
      if (token.type === 'html_block' || token.type === 'image') return true;
      return token.type === 'link_open' && !/^(https?:|mailto:|#)/.test(token.attrGet('href') ?? '');
    })
    .map(({ type, content }) => `${type} ${content}`);

describe('a text of a notebook as Markdown', () => {
  it('has nothing alive in it, and lets nothing into the code of the next cell, whatever it is made of', () => {
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map(found => found.join(''));
    fc.assert(
      fc.property(text, written => {
        const next = '````json\n```\n$$\n<img src=x>\n````\n';
        expect(aliveIn(`${inertMarkdown(written)}\n\n${next}`)).toEqual([]);
      }),
      { numRuns: runs({ broad: 300, deep: 20_000 }) },
    );
  });
});
