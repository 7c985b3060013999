const mark = '│ ';

/** Marks a line of a test report, so that it can be told from what VS Code logs to the same console. */
export function markSuiteLine(line: string): string {
  return line
    .split('\n')
    .map(part => mark + part)
    .join('\n');
}

/** The line without its mark, or undefined for something that VS Code logged. */
export function readSuiteLine(text: string): string | undefined {
  return text.startsWith(mark) ? text.replaceAll(`\n${mark}`, '\n').slice(mark.length) : undefined;
}
