import { MarkdownString } from '../ui/doors.js';
import type { Inert } from '../ui/inert.js';
import { unlinked } from '../ui/inert.js';

/** Markdown with a heading and lines, all of them literal text whatever they hold; empty lines are left out. */
export function tooltip(heading: Inert | '', lines: readonly (Inert | '' | undefined)[]): MarkdownString {
  const markdown = new MarkdownString();
  if (heading) markdown.appendMarkdown('**').appendText(unlinked(heading)).appendMarkdown('**');
  for (const line of lines) {
    if (!line) continue;
    if (markdown.value) markdown.appendMarkdown('  \n');
    markdown.appendText(unlinked(line));
  }
  return markdown;
}
