import * as l10n from '@vscode/l10n';
import type { TypedRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { documentFields, fieldsToCreate, printFields } from '../model/inventory/recordText.js';
import { joined, type Inert } from '../words/inert.js';
import type { PlanSides } from './change.js';

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

/**
 * How many refer to what is deleted, in the question as in the counts: the manager deletes them too, or refuses.
 * @param chosen how many are deleted for certain
 */
export function alongWords(dependents: readonly unknown[], chosen: number): Inert | '' {
  const count = dependents.length;
  if (count === 0) return '';
  return chosen === 1 ? l10n.t('{0} that may go with it', count) : l10n.t('{0} that may go with them', count);
}

/**
 * The two sides of a plan that only deletes records, or only creates them; undefined for one, of which the lines say all.
 * @param along what refers to those that are deleted
 */
export function recordSides({
  gone = [],
  along = [],
  made = [],
}: {
  gone?: readonly TypedRecord[];
  along?: readonly TypedRecord[];
  made?: readonly TypedRecord[];
}): PlanSides | undefined {
  if (gone.length + along.length + made.length < 2) return undefined;
  const counts = countWords({ created: made, updated: [], deleted: gone });
  return {
    now: printFields([...gone, ...along].map(({ type, record }) => documentFields(type, record))),
    planned: printFields(made.map(({ type, record }) => fieldsToCreate(type, record))),
    language: 'jsonc',
    counts: joined([counts, alongWords(along, gone.length)], ', '),
  };
}
