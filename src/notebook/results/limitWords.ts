import * as l10n from '@vscode/l10n';
import type { ResultTable } from '../../model/query/queryResult.js';
import { isAllOfNothing, raisedLimit, type CutAnswer } from '../../model/results/cutAnswer.js';
import type { LimitAction } from '../../model/results/shownResult.js';
import { quoted, type Inert } from '../../words/inert.js';
import { grouped } from '../../words/locale.js';

/** What an answer lacks because of the limit that its query has. */
export function limitText(cut: CutAnswer): Inert {
  const limit = grouped(cut.limit);
  switch (cut.kind) {
    case 'rows':
      return l10n.t('The limit of {0} rows is reached: the answer may have more.', limit);
    case 'firstBuckets':
      return l10n.t(
        'The limit of {0} rows is reached in {1} of {2} buckets: the others may be missing.',
        limit,
        grouped(cut.shown),
        grouped(cut.buckets),
      );
    case 'eachBucket':
      return l10n.t('Top {0} of {1} in each bucket: others are not in it.', limit, quoted(cut.dimension));
  }
}

/** That a timeseries has rows although nothing may have been found; a value of 0 may also be one that was counted. */
export const nothingText = (query: unknown, table: ResultTable): Inert | undefined =>
  isAllOfNothing(query, table)
    ? l10n.t(
        'No row has a value other than 0: nothing may be in this interval, or pass the filter of the query.',
      )
    : undefined;

/** What can be done about it, with a button each. */
export function limitActions(cut: CutAnswer): LimitAction[] {
  const raised = raisedLimit(cut.limit);
  const raise: LimitAction[] =
    raised === undefined ? [] : [{ label: l10n.t('Raise to {0}', grouped(raised)), limit: raised }];
  if (cut.kind !== 'eachBucket')
    return [...raise, ...(cut.isRequired ? [] : [{ label: l10n.t('Remove the limit'), limit: null }])];
  const overall: LimitAction = { label: l10n.t('Top {0} overall', grouped(cut.limit)), limit: 'overall' };
  return cut.hasOverall ? [overall, ...raise] : raise;
}
