import type { ManagerClient } from '../../api/managerClient.js';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import {
  createSchema,
  findRecordTwins,
  recordName,
  type InventoryRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { withPastedRight } from '../../model/inventory/pastedValues.js';
import {
  createProblems,
  differsWhereShown,
  isSameSpelling,
  isStoredWhole,
} from '../../model/inventory/recordRules.js';
import {
  documentFields,
  newSecretPlaceholder,
  secretFieldsOf,
  withoutNewSecrets,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import type { Created, Creation } from './createChange.js';

/** An inventory record that was created. */
export interface CreatedRecord extends Created {
  readonly record: InventoryRecord;
}

/** A word that stands for a secret is none: without somebody who gives it, the field is missing. */
const isNoPlaceholder = (_field: string, value: unknown): boolean =>
  value !== secretPlaceholder && value !== newSecretPlaceholder;

/** An inventory record that is to be created. */
export interface NewRecord {
  readonly type: InventoryType;
  /** As they stand in its document, secrets replaced. */
  readonly fields: RecordFields;
  /** Asks for the values of secret fields. @throws when they are not given */
  readonly secrets?: (names: readonly string[], name: string) => Promise<RecordFields>;
  /** A record as it was before, where it was there and is known. */
  readonly before?: (id: number) => InventoryRecord | undefined;
}

/** An inventory record that is to be created (contract 000, Endpoints). */
export function recordCreation(
  client: Pick<ManagerClient, 'createRecord' | 'getRecord' | 'listRecords'>,
  { type, fields: written, secrets, before }: NewRecord,
): Creation<CreatedRecord> {
  const schema = createSchema(type);
  const fields = withPastedRight(schema.shape, written);
  const { nameField } = inventoryType(type);
  const isSecret = (field: string) => secretFieldsOf(type).includes(field);
  const created = (record: InventoryRecord): CreatedRecord => ({
    name: recordName(type, record),
    identity: `#${record.id}`,
    record,
  });
  let given: RecordFields = {};
  return {
    fields: fieldsWhere(fields, field => !isSecret(field)),
    nameField,
    problems: createProblems(schema, secrets ? fields : fieldsWhere(fields, isNoPlaceholder)),
    prepare: async () => {
      given = (await secrets?.(secretFieldsOf(type), String(fields[nameField]))) ?? {};
    },
    create: async () => created(await client.createRecord(type, { ...fields, ...given })),
    read: async ({ record }) => created(await client.getRecord(type, record.id)),
    isMeant: ({ record }) => {
      const listed = before?.(record.id);
      const isNew = !listed || differsWhereShown(listed, record);
      return isNew && isSameSpelling(fields[nameField], record[nameField]);
    },
    isWhole: ({ record }) => isStoredWhole(withoutNewSecrets(type, fields), documentFields(type, record)),
    requestPath: `/api/v1/inventory/${type}`,
    twins: async () => {
      const { rows } = await client.listRecords(type);
      return sent => findRecordTwins({ type }, rows, sent).map(created);
    },
  };
}
