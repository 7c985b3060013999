import * as l10n from '@vscode/l10n';
import type { RangeProblem } from 'netsensor-contract/query/timeRange';
import { shortIntervalText } from '../../model/text/zonedTime.js';
import { bucketSize } from '../../model/query/autoBuckets.js';
import { inert, type Inert } from '../../words/inert.js';
import { unitWords } from '../../words/locale.js';

/** One sentence for a range that means nothing. */
export function describeRangeProblem(problem: RangeProblem | 'distant'): Inert {
  const sentences: Readonly<Record<typeof problem, Inert>> = {
    unreadable: l10n.t(
      'Not a range of time. Write last 3 hours, yesterday, now-7d/now, 26 Nov 08:00 to 10:00, or two ISO 8601 times with a slash between them.',
    ),
    reversed: l10n.t('The end of this range lies before its start.'),
    empty: l10n.t('This range has no length: its end is its start.'),
    distant: l10n.t('This range reaches beyond the years 0 to 9999.'),
    zone: l10n.t('The time zone of the notebook is not known. Choose another one.'),
  };
  return sentences[problem];
}

const fixedForm = /^[^/]+(?:Z|[+-]\d\d:\d\d)\/[^/]+(?:Z|[+-]\d\d:\d\d)$/i;

/** A range where there is little room: two fixed times on the clock of a zone, anything else as it is written. */
export const shortRange = (range: string, zone: string): Inert =>
  inert(fixedForm.test(range) ? shortIntervalText(range, zone) : range);

/** `5 minutes a bucket`; undefined for buckets that are not of one unit. */
export function bucketWords(granularity: unknown): Inert | undefined {
  if (granularity === 'all') return l10n.t('one bucket');
  const size = bucketSize(granularity);
  return size && l10n.t('{0} a bucket', unitWords(size.count, size.unit));
}
