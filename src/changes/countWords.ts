import * as l10n from '@vscode/l10n';
import { joined, type Inert } from '../words/inert.js';

/** Things that are changed, of one sort. */
interface Counted {
  readonly created: readonly unknown[];
  readonly updated: readonly unknown[];
  readonly moved?: readonly unknown[];
  readonly deleted: readonly unknown[];
}

/** What becomes of how many, as in “298 updated, 2 deleted”. */
export function countWords(...changes: readonly Counted[]): Inert {
  const count = (list: (of: Counted) => readonly unknown[]) =>
    changes.reduce((sum, each) => sum + list(each).length, 0);
  const created = count(of => of.created);
  const updated = count(of => of.updated);
  const moved = count(of => of.moved ?? []);
  const deleted = count(of => of.deleted);
  return joined(
    [
      created > 0 ? l10n.t('{0} created', created) : '',
      updated > 0 ? l10n.t('{0} updated', updated) : '',
      moved > 0 ? l10n.t('{0} moved', moved) : '',
      deleted > 0 ? l10n.t('{0} deleted', deleted) : '',
    ],
    ', ',
  );
}
