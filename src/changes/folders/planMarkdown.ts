import * as l10n from '@vscode/l10n';
import type { FolderPlan } from '../../model/asCode/folderPlan.js';
import { fenced } from '../../model/report/inertMarkdown.js';
import { markdownText } from '../../model/results/resultText.js';
import { planDetails, planVerdict } from './folderWords.js';

/** As many bytes as the comments of all hosts take: GitHub's hold 65,536 characters. */
export const mostMarkdownBytes = 60_000;

/** What stands around the lines, and the longest mark around a block, in bytes. */
const aroundLines = 3_000;

/** Characters that a value has at most, so that many fit. */
const longestValue = 600;

/** So many lines are shown at once; more are folded. */
const mostUnfolded = 40;

/**
 * A plan as Markdown for a comment: the verdict with all counts, then what changes in a block of code, in which nothing is a
 * link or calls somebody. What does not fit is left out, and the last line says so.
 */
export function planMarkdown(plan: FolderPlan): string {
  const [verdict = '', ...others] = planVerdict(plan).map(markdownText);
  const details = planDetails(plan, longestValue);
  const head = [`**${verdict}**`, ...others].join('\n\n');
  if (details.length === 0) return `${head}\n`;
  let left = mostMarkdownBytes - aroundLines - Buffer.byteLength(head);
  const fitting: string[] = [];
  for (const line of details) {
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > left) continue;
    left -= bytes;
    fitting.push(line);
  }
  const block = fenced(fitting.join('\n'), 'diff');
  const isFolded = fitting.length > mostUnfolded;
  const cut = details.length - fitting.length;
  return [
    head,
    isFolded
      ? `<details><summary>${l10n.t('{0} lines', fitting.length)}</summary>\n\n${block}\n\n</details>`
      : block,
    ...(cut > 0 ? [cutWords(cut)] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

const cutWords = (count: number): string =>
  count === 1
    ? l10n.t('1 more line is left out. Run netsensor plan to see all.')
    : l10n.t('{0} more lines are left out. Run netsensor plan to see all.', count);
