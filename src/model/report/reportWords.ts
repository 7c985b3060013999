import { countText, t } from '../charts/chartWords.js';
import { formatTime } from '../text/timeText.js';
import { queryTextTitle } from '../results/queryFacts.js';
import type { QueryCell, ReportAnswer } from './report.js';

/** What a report says besides what its results say of themselves, in the language of the editor. */
export const reportWords = () => ({
  range: (range: string) => t('Time range: {0}', range),
  zone: (zone: string) => t('Time zone: {0}', zone),
  written: (time: string) => t('Written {0}', time),
  answered: (time: string, manager: string) => t('Answered {0} by {1}', time, manager),
  query: t('Query'),
  untitled: t('Query without a name'),
  noAnswer: t('This query has no answer in this file.'),
  failedWithout: (why: string) => t('The query failed: {0}', why),
  stale: t('From before the last change of its query, its range or what else counts for it.'),
  failed: t('The query failed when it was run again. This is its last answer.'),
  noRows: t('No rows'),
  rows: (number: number) => (number === 1 ? t('1 row') : t('{0} rows', countText(number))),
  cut: (shown: number, all: number) => t('First {0} of {1} rows', countText(shown), countText(all)),
  hidden: (columns: readonly string[]) =>
    columns.length === 1
      ? t('1 column is hidden: {0}', columns.join())
      : t('{0} columns are hidden: {1}', countText(columns.length), columns.join(', ')),
  filtered: (shown: number, all: number) =>
    t('{0} of {1} rows pass the filters of the table', countText(shown), countText(all)),
  inEveryRow: (column: string, value: string) => t('{0} in every row: {1}', column, value),
  notCompared: t('What was some time before is not drawn here.'),
  notMarked: t('What is marked over the chart is not drawn here.'),
  table: (rows: string) => t('Table: {0}', rows),
});

/** What a query without an answer is called, and why it has none. */
export function unansweredWords({ name, query, failure }: QueryCell): { title: string; said: string } {
  const words = reportWords();
  return {
    title: (name ?? queryTextTitle(query)) || words.untitled,
    said: failure === undefined ? words.noAnswer : words.failedWithout(failure),
  };
}

/** When a query was answered, and by whom. */
export function answeredWords({ ranAt, said, settings }: ReportAnswer): string {
  const time = formatTime(Date.parse(ranAt), settings.zone ?? said.zone ?? 'sent');
  return reportWords().answered(time, said.manager ?? '');
}
