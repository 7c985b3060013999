/// <reference path="./markdownIt.d.ts" />
import MarkdownIt from 'markdown-it';

/** Finds blocks of code, which are where they are whatever tags are written around them. */
const blocks = new MarkdownIt().disable('inline');

/**
 * A Markdown cell as Markdown in which nothing runs and nothing is loaded, whatever shows it as Markdown: tags and attributes
 * are text, pictures from elsewhere are links, links that would run or open something are text, and formulas stay as they are
 * written. It does not depend on where a reader sees code: outside of fences that are written here, nothing that could be alive
 * is left. Templates such as those of Jekyll and VitePress are no Markdown: they are filled in within code, too.
 */
export function inertMarkdown(text: string): string {
  const lines = text.split(lineEnds);
  const parts: string[] = [];
  let at = 0;
  for (const { type, level, map, info, content } of blocks.parse(lines.join('\n'), {})) {
    if ((type !== 'fence' && type !== 'code_block') || level > 0 || !map) continue;
    parts.push(inertText(lines.slice(at, map[0]).join('\n')), fenced(content.replace(/\n$/, ''), info));
    at = map[1];
  }
  return [...parts, inertText(lines.slice(at).join('\n'))].filter(part => part !== '').join('\n');
}

/** Of all readers: what one takes for the end of a line is in the middle of one to others. */
const lineEnds = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** Languages of code of which no reader draws a picture. */
const plainCode = /^(?:json|jsonc|sql|sh|bash|text|http|diff)$/;

/** Code below a longer fence than any inside. */
export function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${plainCode.test(language) ? language : ''}\n${code}\n${fence}`;
}

/**
 * What may be alive, and what tells where: backslashes, code, addresses in angle brackets, pictures that are in the text. What
 * leads to an address stays only where that begins with its scheme as it is, in no other spelling.
 */
const signs = new RegExp(
  [
    /(?<=^|\n)(?<fence>`{3,}|~{3,})/,
    /\\(?<plain>[!-/:-@[-`{-~])/,
    /(?<ticks>`+)(?!`)(?<code>(?:(?!\n[ \t>]*\n)[^])*?[^`])\k<ticks>(?!`)/,
    /`+/,
    /<(?<address>(?:https?:\/\/|mailto:)[\w\-.~:/?#@&'+,;=%]+)>/,
    /!\[(?:[^\]\n<{$![`\\/]|\/(?!\/))*\]\(data:image\/(?:png|gif|jpeg|webp);base64,[\w+/=]*(?: "[^"\n<{$![\]`\\/()]*")?\)/,
    // All signs at once: who looks from each of them for a bracket takes seconds.
    /(?<marks>!+)(?<open>\[(?:(?=(?<label>(?:[^\]\n[\\`]|\\.|\[[^\]\n[]*\])*)\](?<target>[([])?)|))?/,
    /\](?=(?:\(|:[ \t]*)(?:https?:\/\/|mailto:|#))/,
    /(?<live>\](?=[(:])|\${2,}|[<{]|(?<!:)\/\/)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

function inertText(text: string): string {
  const targets = new Set(
    Array.from(text.matchAll(/\[([^\]\n[]+)\]:/g), ([, label]) => label?.toLowerCase()),
  );
  return text.replaceAll(signs, (found, ...rest) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const { fence, plain, code, address, marks, live } = groups;
    // No fence of ours, and not to be one of another reader.
    if (fence !== undefined) return characters(fence);
    if (plain !== undefined) return /[<{!$\]]/.test(plain) ? characters(plain) : found;
    if (code !== undefined) return inertCode(found, code);
    if (address !== undefined) return address;
    if (marks !== undefined) {
      if (groups['open'] === undefined) return marks;
      const isPicture = groups['target'] !== undefined || targets.has(groups['label']?.toLowerCase());
      return `${characters(isPicture ? marks.slice(1) : marks)}[`;
    }
    return live === undefined ? found : characters(live);
  });
}

/** Code in a line is code still, without a sign that another reader could see outside of it. */
function inertCode(written: string, code: string): string {
  if (!/[<{$]|!\[|\][(:]|\n(?:`{3}|~{3})/.test(code)) return written;
  // Lines of a list or a quotation have more before them than their code.
  if (code.includes('\n')) return written.replaceAll(/[<{$!\]]|(?<=\n)(?:`{3,}|~{3,})/g, characters);
  return `<code>${characters(code.replace(/^ (.*[^ ].*) $/, '$1'))}</code>`;
}

/** All signs of a text by their numbers, or by their name where people may read it. */
const characters = (text: string): string =>
  text.replaceAll(/[!-/:-@[-`{-~]/g, sign => (sign === '<' ? '&lt;' : `&#${sign.charCodeAt(0)};`));
