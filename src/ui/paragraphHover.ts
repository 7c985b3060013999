import type * as vscode from 'vscode';
import { unlinked, type Inert, type Unlinked } from '../words/inert.js';
import { Hover, MarkdownString } from './doors.js';

/**
 * A hover whose paragraphs are broken between words: in a text as a whole VS Code lets no line end. The first two words
 * stay together, so that none of them begins a list, and so do words with more than a space between them.
 */
export function paragraphHover(paragraphs: readonly Inert[], range: vscode.Range): vscode.Hover {
  const markdown = new MarkdownString();
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) markdown.appendMarkdown('\n\n');
    for (const [place, words] of unlinked(paragraph)
      .split(/(?<=\S +\S+) (?=\S)/)
      .entries()) {
      if (place > 0) markdown.appendMarkdown(' ');
      markdown.appendText(words as Unlinked);
    }
  }
  return new Hover(markdown, range);
}
