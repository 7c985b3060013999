import type { FolderPlan } from '../../model/asCode/folderPlan.js';
import { namedPlan } from '../../model/asCode/planNames.js';
import { keptSecret } from '../../model/asCode/recordsAsFiles.js';
import { documentFields, secretFieldsOf, type RecordFields } from '../../model/inventory/recordText.js';
import type { PlanSides } from '../change.js';
import { countWords } from '../planSides.js';
import { deletedBy } from './folderWords.js';

/** What a manager has of the fields that a plan sends and what it will have, file by file; of secrets what stands in the files. */
export function folderPlanSides(plan: FolderPlan): PlanSides {
  const named = namedPlan(plan);
  const { creates, updates } = named;
  const deleted = deletedBy(named);
  const now: [string, RecordFields][] = [
    ...updates.map(({ path, type, changes }): [string, RecordFields] => {
      const was = changes.map(({ field, from }) => [
        field,
        secretFieldsOf(type).includes(field) ? keptSecret : from,
      ]);
      return [path, Object.fromEntries(was)];
    }),
    ...deleted.map(({ path, type, current }): [string, RecordFields] => [
      path,
      documentFields(type, current),
    ]),
  ];
  const planned: [string, RecordFields][] = [
    ...creates.map(({ path, fields }): [string, RecordFields] => [path, fields]),
    ...updates.map(({ path, changes }): [string, RecordFields] => [
      path,
      Object.fromEntries(changes.map(({ field, to }) => [field, to])),
    ]),
  ];
  return {
    now: printSide(now),
    planned: printSide(planned),
    language: 'jsonc',
    counts: countWords({ created: creates, updated: updates, deleted }),
  };
}

/** In the order of the paths, so that both sides have a file in one place. */
const printSide = (files: readonly (readonly [path: string, fields: RecordFields])[]): string =>
  JSON.stringify(
    Object.fromEntries([...files].sort(([one], [other]) => Number(one > other) - Number(one < other))),
    null,
    2,
  );
