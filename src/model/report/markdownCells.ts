/// <reference path="./markdownIt.d.ts" />
import MarkdownIt, { type InlineState, type Token } from 'markdown-it';
import { escaped } from '../text/xmlText.js';

/** Addresses that a press may lead to, and pictures that a text brings with it; nothing is loaded from anywhere. */
const allowed = /^(https?:|mailto:|#|data:image\/(png|gif|jpeg|webp);)/i;

function makeParser(): MarkdownIt {
  const parser = new MarkdownIt({ linkify: true });
  // What looks like the name of a host may be that of a file, or just be mentioned.
  parser.linkify.set({ fuzzyLink: false });
  parser.validateLink = url => allowed.test(url.trim());
  parser.inline.ruler.at('entity', namedCharacter);
  const { rules } = parser.renderer;
  rules.link_open = (tokens, index, options, _env, self) => {
    const link = tokens[index];
    link?.attrSet('rel', 'noreferrer noopener');
    // A picture is to be seen, and not to be opened.
    if (isOwnPicture(link?.attrGet('href') ?? '')) link?.attrSet('href', '#');
    return self.renderToken(tokens, index, options);
  };
  rules.image = (tokens, index) => (tokens[index] ? pictureHtml(tokens[index]) : '');
  return parser;
}

/** A character by its name or number, without the `&`. */
const name = /(#x[a-f0-9]{1,6};|#\d{1,7};|[a-z][a-z0-9]{1,31};)/;

const startingName = new RegExp(`^&${name.source}`, 'i');

/** A reader of the file knows what `&eacute;` means, so no table of all names is needed here. */
function namedCharacter(state: InlineState, isSilent: boolean): boolean {
  // No name is longer.
  const [written] = startingName.exec(state.src.slice(state.pos, state.pos + 40)) ?? [];
  if (written === undefined) return false;
  if (!isSilent) state.push('html_inline', '', 0).content = written;
  state.pos += written.length;
  return true;
}

/** A picture from elsewhere is a link to it. */
function pictureHtml(token: Token): string {
  const source = token.attrGet('src') ?? '';
  const alt = escaped(token.content).replaceAll(new RegExp(`&#38;${name.source}`, 'gi'), '&$1');
  if (isOwnPicture(source)) return `<img src="${escaped(source)}" alt="${alt}">`;
  return `<a href="${escaped(source)}" rel="noreferrer noopener">${alt || escaped(source)}</a>`;
}

const isOwnPicture = (source: string): boolean => /^data:/i.test(source);

const parser = makeParser();

/** A Markdown cell as HTML in which nothing runs and nothing is loaded: tags are shown as they are written. */
export const markdownHtml = (text: string): string => parser.render(text);

/** The same of a line. */
export const markdownLineHtml = (text: string): string => parser.renderInline(text);

/** The heading with which a text begins, and what follows it. */
export function firstHeading(text: string): { readonly heading: string; readonly rest: string } | undefined {
  const [all, line = ''] = /^\s*#[ \t]([^\n]*)\n?/.exec(text) ?? [];
  const written = line.trim();
  const open = written.replace(/(?<!#)#+$/, '');
  const heading = /(?:^|[ \t])$/.test(open) ? open.trimEnd() : written;
  return all === undefined || heading === '' ? undefined : { heading, rest: text.slice(all.length) };
}

/** The level of the last heading of a text, from 1; undefined without one. */
export function lastLevel(text: string): number | undefined {
  const last = parser.parse(text, {}).findLast(({ type }) => type === 'heading_open');
  return last && Number(last.tag.slice(1));
}
