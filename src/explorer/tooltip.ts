import * as vscode from 'vscode';

/** Characters of a line, so that one line leaves room for the others. */
const longest = 300;

/** Markdown with a heading and lines, all of them literal text whatever they hold; empty lines are left out. */
export function tooltip(heading: string, lines: readonly string[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  if (heading) markdown.appendMarkdown('**').appendText(oneLine(heading)).appendMarkdown('**');
  for (const line of lines.filter(Boolean)) {
    if (markdown.value) markdown.appendMarkdown('  \n');
    markdown.appendText(oneLine(line));
  }
  return markdown;
}

/** Spaces at the ends would undo the bold type, and line ends the line. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
