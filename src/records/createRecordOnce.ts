import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import { createProblems } from '../model/inventory/recordRules.js';
import { inventoryType, type InventoryType } from '../model/inventory/inventoryTypes.js';
import { createSchema, recordName, type InventoryRecord } from '../model/inventory/inventoryRecord.js';
import { changedFields } from '../model/patchPlan.js';
import { findRecordTwins } from '../model/inventory/recordDraft.js';
import { recordPath } from '../model/recordRef.js';
import type { InventoryRef } from '../model/recordTarget.js';
import { documentFields, printRecord, type RecordFields } from '../model/inventory/recordText.js';
import { quoted } from '../ui/inert.js';
import { newSecrets, secretsOf } from './newSecrets.js';
import { createOnce } from './createOnce.js';
import { describeProblems } from '../ui/describeProblems.js';
import type { SaveReceipt, SaveRequest } from './documents/documentKind.js';
import type { DraftOutcomes } from './creation/draftOutcomes.js';
import { pickTwin } from './pickTwin.js';
import type { RecordSecrets } from './secrets/recordSecrets.js';
import { RejectedError } from './saveThreeWay.js';

/** What creating inventory records needs. */
export interface CreatingRecords {
  readonly outcomes: DraftOutcomes;
  readonly secrets: RecordSecrets;
  /** Shows a record that was just created in the tree. */
  readonly revealRecord: (record: InventoryRef) => Promise<void>;
}

/**
 * Creates an inventory record from a document, which goes on as the record (contract 000, Endpoints, Create).
 * @throws {RejectedError} {ApiError} when it was not created, or when nobody can tell
 */
export async function createRecordOnce(
  parts: CreatingRecords,
  { client, uri, editedText }: SaveRequest,
  { type, fields }: { type: InventoryType; fields: RecordFields },
): Promise<SaveReceipt> {
  const { outcomes, secrets } = parts;
  const problems = createProblems(createSchema(type), fields);
  if (problems.length > 0) throw new RejectedError(describeProblems(problems));
  const name = String(fields[inventoryType(type).nameField]);
  const goOn = (replacedBy: vscode.Uri): SaveReceipt => ({
    ...nothingStored,
    storedText: editedText,
    replacedBy,
  });
  const finish = (created: InventoryRecord) => becomeRecord(parts, { uri, type, fields, created });
  return createOnce({
    uri,
    name,
    outcomes,
    create: async () => {
      const given = await newSecrets({ secrets, uri, name }, secretsOf(type)).catch(
        async (error: unknown) => {
          await outcomes.forget(uri);
          throw error;
        },
      );
      return client.createRecord(type, { ...fields, ...given });
    },
    chooseTwin: async (none, error) => {
      const { rows } = await client.listRecords(type).catch((failure: unknown) => {
        throw error ?? failure;
      });
      const twins = findRecordTwins({ type }, rows, fields).map(record => ({
        name: recordName(type, record),
        identity: `#${record.id}`,
        created: record,
      }));
      return pickTwin(name, twins, none);
    },
    finish,
    adopt: finish,
    goOn,
  });
}

const nothingStored = { sentFields: [], mergedFields: [], alteredFields: [] } as const;

/** Notes what the document has become, and goes on with it. */
async function becomeRecord(
  { outcomes, secrets, revealRecord }: CreatingRecords,
  {
    uri,
    type,
    fields,
    created,
  }: { uri: vscode.Uri; type: InventoryType; fields: RecordFields; created: InventoryRecord },
): Promise<SaveReceipt> {
  const name = recordName(type, created);
  const path = recordPath({ type, id: created.id }, name);
  const record = vscode.Uri.from({ scheme: Scheme.record, authority: uri.authority, path });
  await outcomes.set(uri, record);
  secrets.forget(uri);
  const stored = documentFields(type, created);
  const altered = changedFields(fields, stored).filter(
    field => Object.hasOwn(fields, field) && !secretsOf(type).includes(field),
  );
  return {
    ...nothingStored,
    storedText: printRecord(type, created),
    alteredFields: altered,
    sent: fields,
    message: vscode.l10n.t('Created {0}.', quoted(name)),
    replacedBy: record,
    afterwards: () => revealRecord({ connectionId: uri.authority, type, id: created.id }),
  };
}
