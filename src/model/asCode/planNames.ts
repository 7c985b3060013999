import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecordId } from 'netsensor-contract/inventory/inventoryRecord';
import { fieldRole } from 'netsensor-contract/inventory/references';
import type { RecordFields } from '../inventory/recordText.js';
import type { FolderPlan } from './folderPlan.js';
import { mapFields } from './fileReferences.js';
import { printReference } from './recordKeys.js';

/** Looks at each value of a plan that is shown; gives back the same plan with what became of them. */
type EachValue = (type: InventoryType, field: string, value: unknown) => unknown;

/** Names what the numbers of references in a plan lead to. @param nameOf what files call a record; undefined for one without a key */
export function planNames(
  plan: FolderPlan,
  nameOf: (type: InventoryType, id: number) => string | undefined,
): Record<string, string> {
  const names: Record<string, string> = {};
  withValues(plan, (type, field, value) => {
    const number = numbered(type, field, value);
    const name = number && nameOf(number.type, number.id);
    if (number && name !== undefined) names[number.text] = name;
    return value;
  });
  return names;
}

/** A plan for people: references as files write them, in place of numbers, as far as the plan says them. */
export const namedPlan = (plan: FolderPlan): FolderPlan =>
  withValues(plan, (type, field, value) => {
    const text = numbered(type, field, value)?.text ?? '';
    return plan.names && Object.hasOwn(plan.names, text) ? plan.names[text] : value;
  });

function numbered(type: InventoryType, field: string, value: unknown) {
  const role = fieldRole(type, field);
  if (role?.kind !== 'reference' || !isRecordId(value)) return undefined;
  return { type: role.to, id: value, text: printReference({ type: role.to, key: `#${value}` }) };
}

function withValues(plan: FolderPlan, each: EachValue): FolderPlan {
  const fieldsOf = (type: InventoryType, fields: RecordFields) =>
    mapFields(fields, (field, value) => each(type, field, value));
  return {
    ...plan,
    creates: plan.creates.map(create => ({ ...create, fields: fieldsOf(create.type, create.fields) })),
    updates: plan.updates.map(update => ({
      ...update,
      changes: update.changes.map(({ field, from, to }) => ({
        field,
        from: each(update.type, field, from),
        to: each(update.type, field, to),
      })),
    })),
    unwritten: plan.unwritten.map(one =>
      'conflicts' in one
        ? {
            ...one,
            conflicts: one.conflicts.map(conflict => ({
              ...conflict,
              base: each(one.type, conflict.field, conflict.base),
              mine: each(one.type, conflict.field, conflict.mine),
              theirs: each(one.type, conflict.field, conflict.theirs),
            })),
          }
        : one,
    ),
  };
}
