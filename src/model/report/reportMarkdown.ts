import { unturned } from 'netsensor-contract/text/plainText';
import { chartSvg } from '../charts/captionedChart.js';
import { markdownParagraph, markdownText } from '../results/resultText.js';
import { formatTime } from '../text/timeText.js';
import { fenced, inertMarkdown } from './inertMarkdown.js';
import { firstHeading, lastLevel } from './markdownCells.js';
import type { QueryCell, Report } from './report.js';
import { filePalette } from './reportColors.js';
import { answeredWords, reportWords, unansweredWords } from './reportWords.js';
import { shownAnswer, type FirstRows } from './shownAnswer.js';

/** A report as Markdown, and the pictures beside it. */
export interface MarkdownReport {
  readonly text: string;
  readonly pictures: readonly PictureFile[];
}

export interface PictureFile {
  /** The name of the file, in the folder of pictures. */
  readonly name: string;
  readonly svg: string;
}

/** How a report becomes Markdown. */
export interface MarkdownOptions {
  /** The folder of its pictures, as it stands beside the text. */
  readonly folder: string;
  /** Awaited before each cell, so that others have their turn; ends all when it throws. */
  readonly pause?: () => Promise<void>;
}

/** Rows of a table: as many as one reads; the others are in the manager. */
const mostRows = 50;

/** Headings of Markdown end there. */
const deepestLevel = 6;

/**
 * A report as Markdown with its pictures in files of their own. What a manager says is no markup in it, and of what a notebook
 * says nothing runs or is loaded, whatever shows it.
 */
export async function reportMarkdown(
  report: Report,
  { folder, pause }: MarkdownOptions,
): Promise<MarkdownReport> {
  const { range, zone, writtenAt, title } = report;
  const words = reportWords();
  const said = [words.range(range), words.zone(zone), words.written(formatTime(writtenAt, zone))];
  const about = said.map(markdownText).join(' · ');
  const pictures: PictureFile[] = [];
  const parts: string[] = [];
  let level = 1;
  for (const [place, cell] of report.cells.entries()) {
    await pause?.();
    if (cell.kind === 'markdown') {
      const heading = place === 0 ? firstHeading(cell.text) : undefined;
      if (heading) parts.push(inertMarkdown(`# ${heading.heading}`), about);
      parts.push(inertMarkdown(heading?.rest ?? cell.text).trim());
      level = lastLevel(cell.text) ?? level;
    } else {
      const shown = queryParts(cell, Math.min(level + 1, deepestLevel));
      const name = pictureName(pictures.length + 1, shown.title);
      const file = shown.svg === undefined ? undefined : { name, svg: shown.svg };
      if (file) pictures.push(file);
      parts.push(...shown.parts(file && pictureLink(shown.title, `${folder}/${file.name}`)));
    }
  }
  const hasHeading = parts[1] === about;
  const text = [...(hasHeading ? [] : [`# ${markdownText(title)}`, about]), ...parts];
  return { text: `${unturned(text.filter(Boolean).join('\n\n'))}\n`, pictures };
}

/** A query as it stands in the text. */
interface QueryText {
  readonly title: string;
  readonly svg: string | undefined;
  /** @param picture the way to it, where there is one */
  readonly parts: (picture: string | undefined) => string[];
}

function queryParts(cell: QueryCell, level: number): QueryText {
  const words = reportWords();
  const { answer } = cell;
  const query = `<details><summary>${words.query}</summary>\n\n${fenced(cell.query, 'json')}\n\n</details>`;
  const heading = (title: string) => `${'#'.repeat(level)} ${markdownText(title)}`;
  if (!answer) {
    const { title, said } = unansweredWords(cell);
    return { title, svg: undefined, parts: () => [heading(title), markdownParagraph(said), query] };
  }
  const { caption, picture, table } = shownAnswer({ ...cell, answer }, mostRows);
  const { title, subtitle, notes } = caption;
  return {
    title,
    svg: picture && chartSvg(picture, caption, filePalette),
    parts: link => [
      heading(title),
      markdownParagraph(subtitle),
      notes.map(note => `- ${markdownParagraph(note)}`).join('\n'),
      link ?? '',
      table ? `${words.table(table.said)}\n\n${tableText(table)}` : '',
      query,
      markdownParagraph(answeredWords(answer)),
    ],
  };
}

/** Characters. */
const longestName = 40;

/** No signs that a path or an address takes for something else. */
function pictureName(number: number, title: string): string {
  const words = title
    .replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()
    .replaceAll(' ', '-');
  const name = Array.from(`${number}-${words}`).slice(0, longestName).join('');
  return `${name}.svg`;
}

/** A picture in a file beside the text. */
const pictureLink = (title: string, path: string): string =>
  `![${markdownText(title).replaceAll(']', String.raw`\]`)}](<${path.split('/').map(encodeURIComponent).join('/')}>)`;

function tableText({ columns, rows }: FirstRows): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ name }) => markdownText(name))),
    line(columns.map(({ isNumeric }) => (isNumeric ? '--:' : '---'))),
    ...rows.map(cells => line(cells.map(({ text }) => markdownText(text)))),
  ].join('\n');
}
