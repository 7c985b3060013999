import * as l10n from '@vscode/l10n';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
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

type Records = readonly { readonly type: InventoryType; readonly record: InventoryRecord }[];

/** The two sides of a plan that only deletes records, or only creates them; undefined for one, of which the lines say all. */
export function recordSides({
  gone = [],
  made = [],
}: {
  gone?: Records;
  made?: Records;
}): PlanSides | undefined {
  if (gone.length + made.length < 2) return undefined;
  return {
    now: printFields(gone.map(({ type, record }) => documentFields(type, record))),
    planned: printFields(made.map(({ type, record }) => fieldsToCreate(type, record))),
    language: 'jsonc',
    counts: countWords({ created: made, updated: [], deleted: gone }),
  };
}
