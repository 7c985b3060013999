import * as l10n from '@vscode/l10n';
import { raisedLimit, type CutAnswer } from '../../model/results/cutAnswer.js';
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
        'The limit of {0} rows is reached: they are of {1} of {2} buckets, and the others are missing.',
        limit,
        grouped(cut.shown),
        grouped(cut.buckets),
      );
    case 'eachBucket':
      return l10n.t(
        'These are the top {0} of {1} in each bucket; what is not among them there is not in the answer.',
        limit,
        quoted(cut.dimension),
      );
  }
}

/** What can be done about it, with a button each. */
export function limitActions(cut: CutAnswer): LimitAction[] {
  const raised = raisedLimit(cut.limit);
  const raise: LimitAction[] =
    raised === undefined ? [] : [{ label: l10n.t('Raise to {0}', grouped(raised)), limit: raised }];
  if (cut.kind !== 'eachBucket')
    return [...raise, ...(cut.isRequired ? [] : [{ label: l10n.t('Remove the limit'), limit: null }])];
  return [{ label: l10n.t('Top {0} overall', grouped(cut.limit)), limit: 'overall' }, ...raise];
}
