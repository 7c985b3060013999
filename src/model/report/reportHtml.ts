import { unturned } from 'netsensor-contract/text/plainText';
import type { CellText } from '../charts/cellText.js';
import type { ChartPaint, ChartPicture } from '../charts/chartShape.js';
import { tag, writeSvg } from '../pictures/writeSvg.js';
import { formatTime } from '../text/timeText.js';
import { escaped } from '../text/xmlText.js';
import { firstHeading, lastLevel, markdownHtml, markdownLineHtml } from './markdownCells.js';
import type { QueryCell, Report } from './report.js';
import { pagePalette } from './reportColors.js';
import { mostAligned, reportStyle } from './reportStyle.js';
import { answeredWords, reportWords, unansweredWords } from './reportWords.js';
import { shownAnswer, type FirstRows, type ShownAnswer } from './shownAnswer.js';

/** Rows of a table: as many as one reads; the others are in the manager. */
const mostRows = 200;

/** Pixels; what is wider is not made smaller than one can read it. */
const narrow = 600;

/** Headings of HTML end there. */
const deepestLevel = 6;

/** How a report becomes a page. */
export interface PageOptions {
  /** Awaited before each cell, so that others have their turn; ends all when it throws. */
  readonly pause?: () => Promise<void>;
}

/**
 * A page of a report for any browser: one file without scripts, which loads nothing. Nothing that a manager says is markup in
 * it, and of what a notebook says only Markdown.
 */
export async function reportPage(report: Report, { pause }: PageOptions = {}): Promise<string> {
  const [first] = report.cells;
  const heading = first?.kind === 'markdown' ? firstHeading(first.text) : undefined;
  const title = heading?.heading ?? report.title;
  const titleHtml = heading ? markdownLineHtml(title) : escaped(title);
  const cells = heading
    ? [{ kind: 'markdown', text: heading.rest } as const, ...report.cells.slice(1)]
    : report.cells;
  const parts = [pageHead(report, title), `<main>\n${header(report, titleHtml)}`];
  let level = 1;
  for (const [place, cell] of cells.entries()) {
    await pause?.();
    if (cell.kind === 'markdown') {
      level = lastLevel(cell.text) ?? level;
      if (cell.text.trim() !== '') parts.push(`<div class="text">${markdownHtml(cell.text)}</div>`);
    } else parts.push(queryHtml(cell, { place, level: Math.min(level + 1, deepestLevel) }));
  }
  return `${unturned([...parts, '</main>'].join('\n'))}\n`;
}

/** The page may have its own style and its own pictures, and nothing else from anywhere. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const pageHead = ({ language }: Report, title: string): string => `<!DOCTYPE html>
<html lang="${escaped(language)}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${reportStyle}</style>`;

function header({ range, zone, writtenAt }: Report, title: string): string {
  const words = reportWords();
  const said = [words.range(range), words.zone(zone), words.written(formatTime(writtenAt, zone))];
  const items = said.map(text => tag('li', {}, escaped(text)));
  return `<header><h1>${title}</h1><ul>${items.join('')}</ul></header>`;
}

/** Where a query stands in its page. */
interface Place {
  readonly place: number;
  /** Of its heading. */
  readonly level: number;
}

function queryHtml(cell: QueryCell, { place, level }: Place): string {
  const words = reportWords();
  const { answer } = cell;
  const query = folded(words.query, `<pre><code>${escaped(cell.query)}</code></pre>`);
  const label = `q${place}`;
  const heading = (title: string) => tag(`h${level}`, { id: label }, escaped(title));
  if (!answer) {
    const { title, said } = unansweredWords(cell);
    return section({ label }, heading(title) + tag('p', { class: 'about' }, escaped(said)) + query);
  }
  const shown = shownAnswer({ ...cell, answer }, mostRows);
  const { title, subtitle } = shown.caption;
  const caption = heading(title) + (subtitle && tag('p', { class: 'about' }, escaped(subtitle)));
  const figure = [tag('figcaption', {}, caption), ...answerParts(shown, `p${place}-`), query];
  const answered = tag('p', { class: 'answered' }, escaped(answeredWords(answer)));
  return section({ label, isStale: answer.isStale }, tag('figure', {}, figure.join('\n')) + answered);
}

const section = (
  { label, isStale = false }: { readonly label: string; readonly isStale?: boolean },
  content: string,
): string =>
  tag('section', { class: isStale ? 'answer stale' : 'answer', 'aria-labelledby': label }, content);

const folded = (summary: string, content: string): string =>
  `<details><summary>${escaped(summary)}</summary>${content}</details>`;

function answerParts({ caption, picture, table }: ShownAnswer, scope: string): string[] {
  const notes = caption.notes.map(note => tag('li', {}, escaped(note)));
  const rows = table && tableHtml(table, picture === undefined);
  return [
    ...(notes.length > 0 ? [tag('ul', { class: 'notes' }, notes.join(''))] : []),
    ...(picture
      ? [tag('div', { class: picture.width > narrow && 'wide' }, pictureHtml(picture, { caption, scope }))]
      : []),
    ...(rows ? [picture ? folded(reportWords().table(table.said), rows) : rows] : []),
  ];
}

const pictureHtml = (
  { shapes, ...size }: ChartPicture,
  { caption, scope }: Pick<ShownAnswer, 'caption'> & { readonly scope: string },
): string =>
  writeSvg<ChartPaint>(
    { ...size, title: [caption.title, caption.subtitle].filter(Boolean).join(', '), parts: shapes },
    pagePalette(scope),
  );

/** Ends of rows and cells are left out, as HTML lets one: of a table they would be the larger part. */
function tableHtml({ columns, rows, said }: FirstRows, hasCaption: boolean): string {
  const numbers = columns.flatMap(({ isNumeric }, at) => (isNumeric && at < mostAligned ? [`n${at}`] : []));
  const head = columns.map(({ name }) => `<th scope="col">${escaped(name)}`).join('');
  const header = columns.findIndex(({ kind, isNumeric }) => kind !== 'value' && !isNumeric);
  const lines = rows.map(cells => {
    const written = cells.map((cell, at) => (at === header ? '<th scope="row">' : '<td>') + cellHtml(cell));
    return `<tr>${written.join('')}`;
  });
  const content = [
    ...(hasCaption ? [`<caption>${escaped(said)}</caption>`] : []),
    `<thead><tr>${head}`,
    '<tbody>',
    ...lines,
  ].join('\n');
  const table = tag('table', { class: numbers.join(' ') || false }, content);
  return tag('div', { class: 'rows', tabindex: 0, role: 'group', 'aria-label': said }, table);
}

/** Words of ours such as that for no value are told from text of the manager. */
const cellHtml = ({ text, look }: CellText): string =>
  look === 'plain' ? escaped(text) : `<i>${escaped(text)}</i>`;
