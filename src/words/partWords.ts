import * as l10n from '@vscode/l10n';
import { grouped } from './locale.js';
import { joined, type Inert } from './inert.js';
import type { ListRemainder, UnreadRow } from 'netsensor-contract/text/listAnswer';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';

const mostNamed = 3;

/** A list of which something may be missing; of its rows their number says enough. */
export type CountedList = ListRemainder & { readonly rows: { readonly length: number } };

/** A tree as a list of its entries. */
export const entriesOf = ({ size, unread }: Pick<SensorIndex, 'size' | 'unread'>): CountedList => ({
  rows: { length: size },
  unread,
});

/** What is missing of a list, in few words: `2 of 14 could not be read`; nothing for a whole list. */
export function partLabel({ rows, unread, total }: CountedList): Inert | '' {
  const read = rows.length + unread.length;
  return joined(
    [
      total === undefined
        ? ''
        : total === 'more'
          ? l10n.t('Only {0} were sent', grouped(read))
          : l10n.t('{0} of {1} were sent', grouped(read), grouped(total)),
      unread.length === 0
        ? ''
        : l10n.t('{0} of {1} could not be read', grouped(unread.length), grouped(read)),
    ],
    ' · ',
  );
}

/**
 * What is missing of a list, in a sentence each; nothing for a whole list.
 * @param words what the list holds, such as “racks”
 */
export function partWords({ rows, unread, total }: CountedList, words: Inert): Inert | '' {
  const read = rows.length + unread.length;
  return joined([
    total === undefined
      ? ''
      : total === 'more'
        ? l10n.t('The manager sent {0} {1} and has more.', grouped(read), words)
        : l10n.t('The manager sent {0} of {1} {2}.', grouped(read), grouped(total), words),
    unread.length === 0
      ? ''
      : l10n.t(
          '{0} of {1} {2} could not be read: {3}.',
          grouped(unread.length),
          grouped(read),
          words,
          unreadReasons(unread),
        ),
  ]);
}

/** Why some entries could not be read, each with its place in the list. */
function unreadReasons(unread: readonly UnreadRow[]): Inert {
  const reasons = unread
    .slice(0, mostNamed)
    .map(({ position, reason }) => l10n.t(reasonWords[reason], position));
  const others = unread.length - reasons.length;
  return joined([...reasons, others > 0 ? l10n.t('and {0} more', grouped(others)) : ''], ', ');
}

const reasonWords = {
  noRecord: 'entry {0} is no record',
  noId: 'entry {0} has no id that can be used',
  sameId: 'entry {0} has the id of one before it',
} as const;
