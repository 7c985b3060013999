import { inert } from '../../src/words/inert.js';

/** What a hostile manager writes where people read it: links in every spelling, icons, and what turns or fills a line. */
export const hostileTexts: readonly string[] = [
  '[Sign in again](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22x%22%7D)',
  '[a](command:x "title")',
  '[a]( command:x )',
  '[a][b]\n\n[b]: command:x',
  '![a](https://evil.example/x.png)',
  '<a href="command:x">Sign in</a>',
  "<A HREF='command:x'>Sign in</A>",
  '<img src=x onerror=alert(1)>',
  '</div><script>alert(1)</script>',
  '<command:x>',
  '<https://evil.example>',
  '<!-- x -->',
  'https://evil.example/x',
  'HTTPS://evil.example',
  'file:///etc/passwd',
  'vscode://file/etc/passwd',
  'vscode-insiders://x',
  'www.evil.example',
  'WWW.evil.example',
  'xwww.evil.example',
  'data:text/html,x',
  'mailto:me@evil.example',
  'me@evil.example',
  '$(trash) Delete',
  '$(sync~spin)',
  '\u202Egnp.exe',
  '\u2066\u2067a',
  '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  '\u001b[31mred',
  'one\r\ntwo\u2028three\u2029four\u0085five',
  '[a]\u200B(command:x)',
  '[a]\u2060(command:x)](command:y)',
  '\uD800 lone',
  `${'x'.repeat(50_000)}[a](command:x)`,
  `[${'x'.repeat(590)}](command:x)`,
];

/** What a manager that means harm says when it fails. */
export const hostileWords =
  'Out of memory [Sign in again](command:x) <a href="command:x">y</a> $(trash) https://evil.example \u202Etxt';

/** The parts of a text that VS Code draws as a link wherever it looks for bare addresses. */
export const bareAddresses = (text: string): string[] => text.match(/:\/\/\S|www\.|@\w|\bdata:/giu) ?? [];

/** The parts of a text that VS Code would draw as a link or an icon in any message, or that leave their line. */
export function liveParts(text: string): string[] {
  const link = /\[[^\]]+\]\(|\]\[|\]:|<[a-z/!?]|\$\(/giu;
  const control = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066\u2067]/gu;
  return [
    ...(text.match(link) ?? []),
    ...(text.match(control) ?? []),
    ...(text.length > 2500 ? ['long'] : []),
  ];
}

/** A part of a text as it is shown: what sets right-to-left text apart stands around the whole. */
export const shownPart = (text: string): string => inert(text).replaceAll(/[\u2068\u2069]/gu, '');
