import * as z from 'zod';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';

const of = <T extends z.ZodType>(shape: T, description: string): T => shape.meta({ description });

const text = z.string();
const anything = z.unknown();
const id = of(z.int(), 'The number of the record on the manager.');
const record = of(z.looseObject({ id }), 'The record as the manager has it; what may be secret is replaced.');
const names = z.array(text);

const file = {
  path: of(text, 'The file, such as `inventory/racks/core-a.json`.'),
  type: of(z.enum(inventoryTypeNames), 'The type of the record.'),
  reference: of(
    text,
    'What other files call it, such as `@racks/Core A`; its path where nothing tells it apart.',
  ),
};

const change = z.object({
  field: of(text, 'The field.'),
  from: of(anything, 'What the manager has; null for nothing.'),
  to: of(anything, 'What is sent; a reference to what is created first stands as `@racks/New`.'),
});

const conflict = z.object({
  field: of(text, 'The field.'),
  base: of(anything.optional(), 'What was agreed.'),
  mine: of(anything.optional(), 'What the file has.'),
  theirs: of(anything.optional(), 'What the manager has.'),
});

const problem = z.looseObject({
  field: of(text, 'The field.'),
  code: of(text, 'What is wrong with it, such as `missing` or `invalid`.'),
});

const reasons = [
  'conflict',
  'noBase',
  'changedThere',
  'rejected',
  'gone',
  'twin',
  'leadsNowhere',
  'waits',
  'circle',
] as const;

const unwritten = z.object({
  ...file,
  why: of(
    z.enum(reasons),
    'conflict: changed on both sides. noBase: nothing was agreed. changedThere: in no file any more, and changed on the manager. rejected: a value cannot be sent. gone: deleted on the manager. twin: nothing tells it from others. leadsNowhere: a reference has no record. waits: it leads to what is not written. circle: it would stand in itself.',
  ),
  conflicts: of(
    z.array(conflict).optional(),
    'What stands on which side, of conflict, noBase and changedThere.',
  ),
  problems: of(z.array(problem).optional(), 'What cannot be sent, of rejected.'),
  others: of(names.optional(), 'What it cannot be told from, of twin.'),
  remove: of(
    names.optional(),
    'The files to remove, of twin, where it is one record with them or with `others`.',
  ),
  field: of(text.optional(), 'The field with the reference, of leadsNowhere, waits and circle.'),
});

const unpulled = z.object({ type: file.type, record });

/** The plan of a folder as `netsensor plan` writes it to a file; `netsensor_plan` is its version. */
export const folderPlanFile = z
  .object({
    $schema: of(text.optional(), 'The schema of the file.'),
    netsensor_plan: of(z.literal(1), 'The version of the format.'),
    checksum: of(
      text,
      'SHA-256 of what decides what is done: apply does a saved plan only where it is the same.',
    ),
    shown: of(text, 'SHA-256 of `plan`, by which a changed file is known.'),
    plan: of(
      z.object({
        creates: of(
          z.array(
            z.object({
              ...file,
              fields: of(z.looseObject({}), 'What is sent.'),
              empty: of(names, 'Fields that are emptied where the manager puts something into them.'),
            }),
          ),
          'Records that are created.',
        ),
        updates: of(
          z.array(z.object({ ...file, id, changes: of(z.array(change), 'What is sent.'), current: record })),
          'Records that are changed.',
        ),
        deletes: of(
          z.array(
            z.object({
              ...file,
              id,
              current: record,
              usedBy: of(names, 'What leads to it and stays: it is not deleted then.'),
            }),
          ),
          'Records that no file has any more.',
        ),
        prunes: of(z.boolean(), 'Whether these are deleted, as --prune asks for.'),
        mine: of(
          names.optional(),
          'The files that count where both sides differ, as --mine says; `all` for all.',
        ),
        recreate: of(names.optional(), 'The files whose records are created again, as --recreate says.'),
        unwritten: of(z.array(unwritten), 'Files whose records are not written to, and why.'),
        unpulled: of(z.array(unpulled), 'Records of the manager that are in no file yet.'),
        same: of(z.int(), 'How many files have nothing to be done.'),
        names: of(
          z.record(text, text).optional(),
          'What files call the records that references in the plan lead to by number: `@racks/#3` is `@racks/Core A`.',
        ),
      }),
      'What would be done to make the manager have what the files have.',
    ),
  })
  .meta({
    title: 'Plan of netsensor',
    description: 'What netsensor apply would do, as netsensor plan --format json says it.',
  });
