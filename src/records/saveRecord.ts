import * as vscode from 'vscode';
import { ApiError, isApiError } from '../api/apiError.js';
import type { ManagerClient } from '../api/managerClient.js';
import { changedFields, planPatch, type FieldConflict } from '../model/patchPlan.js';
import { parseRecordPath, type RecordRef } from '../model/recordRef.js';
import {
  documentFields,
  parseRecord,
  printFields,
  RecordTextError,
  type RecordFields,
} from '../model/recordText.js';
import { describeProblems } from './describeProblems.js';

/** What a save did. */
export interface SaveReceipt {
  /** The record as stored now, as document text. */
  readonly storedText: string;
  readonly sentFields: readonly string[];
  /** Fields that someone else changed meanwhile. */
  readonly mergedFields: readonly string[];
  /** Sent fields whose stored value is not the one that was sent. */
  readonly alteredFields: readonly string[];
}

/** Thrown when the same field was changed on both sides; nothing was sent. */
export class ConflictError extends Error {
  constructor(readonly conflicts: readonly FieldConflict[]) {
    super(describeConflicts(conflicts));
  }
}

/** Thrown when the document cannot be sent as it is; nothing was sent. */
export class RejectedError extends Error {}

/**
 * Saves an edited document: reads the record, merges per field, sends only what changed, and reads it again
 * (design, decision 4; contract 000, Endpoints, note 2).
 * @throws {ConflictError} {RejectedError} {ApiError}
 */
export async function saveRecord(options: {
  client: ManagerClient;
  uri: vscode.Uri;
  baseText: string;
  editedText: string;
}): Promise<SaveReceipt> {
  const { client, uri } = options;
  const ref = parseRecordPath(uri.path);
  if (!ref) throw vscode.FileSystemError.FileNotFound(uri);
  const edited = parseEdited(options.editedText);
  const base = parseRecord(options.baseText);
  const current = documentFields(ref.type, await client.getRecord(ref.type, ref.id));
  const plan = planPatch({ type: ref.type, base, edited, current });
  switch (plan.kind) {
    case 'nothing':
      return { storedText: printFields(current), ...nothingSent(base, current) };
    case 'conflict':
      throw new ConflictError(plan.conflicts);
    case 'rejected':
      throw new RejectedError(describeProblems(plan.problems));
    case 'patch': {
      const stored = await sendAndRead({ client, ref, changes: plan.changes });
      return {
        storedText: printFields(stored),
        sentFields: Object.keys(plan.changes),
        mergedFields: plan.mergedFields,
        alteredFields: changedFields(plan.changes, pick(stored, Object.keys(plan.changes))),
      };
    }
  }
}

const nothingSent = (base: RecordFields, current: RecordFields) => ({
  sentFields: [],
  mergedFields: changedFields(base, current),
  alteredFields: [],
});

/** A write whose outcome is unknown is never repeated: the record is read and compared instead (design, Libraries). */
async function sendAndRead(options: {
  client: ManagerClient;
  ref: RecordRef;
  changes: RecordFields;
}): Promise<RecordFields> {
  const { client, ref, changes } = options;
  const read = async () => documentFields(ref.type, await client.getRecord(ref.type, ref.id));
  try {
    await client.updateRecord(ref.type, ref.id, { changes });
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const stored = await read().catch(() => undefined);
    if (stored && changedFields(changes, pick(stored, Object.keys(changes))).length === 0) return stored;
    throw error;
  }
  return read();
}

const isOutcomeUnknown = (error: unknown) =>
  error instanceof ApiError &&
  !error.neverSent &&
  isApiError(error, 'unreachable', 'timeout', 'badResponse', 'server');

const pick = (fields: RecordFields, names: readonly string[]): RecordFields =>
  Object.fromEntries(names.filter(name => Object.hasOwn(fields, name)).map(name => [name, fields[name]]));

function parseEdited(text: string): RecordFields {
  try {
    return parseRecord(text);
  } catch (error) {
    if (!(error instanceof RecordTextError)) throw error;
    throw new RejectedError(
      vscode.l10n.t('Line {0}, column {1}: {2}. Nothing was sent.', error.line, error.column, error.message),
    );
  }
}

function describeConflicts(conflicts: readonly FieldConflict[]): string {
  const show = (value: unknown) => JSON.stringify(value) ?? vscode.l10n.t('nothing');
  const fields = conflicts.map(({ field, mine, theirs, base }) =>
    vscode.l10n.t(
      '{0} is {1} here and now {2} on the manager (it was {3})',
      field,
      show(mine),
      show(theirs),
      show(base),
    ),
  );
  return vscode.l10n.t(
    'Someone else changed the same field: {0}. Nothing was sent. Compare, then keep one side.',
    fields.join('; '),
  );
}
