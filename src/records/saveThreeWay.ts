import * as vscode from 'vscode';
import { isOutcomeUnknown } from '../api/apiError.js';
import type { FieldConflict } from '../model/patchPlan.js';
import type { RecordRules } from '../model/recordRules.js';
import { parseRecord, printFields, RecordTextError, type RecordFields } from '../model/inventory/recordText.js';
import { saveFields, type RecordAccess } from '../changes/records/saveFlow.js';
import { describeConflicts } from '../ui/describeConflicts.js';
import { describeProblems } from '../ui/describeProblems.js';
import { inert } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';
import type { SaveReceipt, SaveRequest } from './documents/documentKind.js';

/** A record that is saved field by field. */
export interface ThreeWaySave
  extends Pick<SaveRequest, 'baseText' | 'editedText'>, Omit<RecordAccess, 'isOutcomeUnknown'> {
  readonly rules: RecordRules;
  /** New values of secret fields, which stand in no document. */
  readonly secrets?: RecordFields;
}

/** Thrown when the same field was changed on both sides; nothing was sent. */
export class ConflictError extends SentenceError {
  constructor(readonly conflicts: readonly FieldConflict[]) {
    super(
      vscode.l10n.t(
        'Someone else changed the same field: {0}. Nothing was sent. Compare, then keep one side.',
        describeConflicts(conflicts),
      ),
    );
  }
}

/** Thrown when the document cannot be sent as it is; nothing was sent. */
export class RejectedError extends SentenceError {}

/**
 * Saves an edited document: reads the record, merges per field, sends only what changed, and reads it again
 * (design, decision 4; contract 000, Endpoints, note 2).
 * @throws {ConflictError} {RejectedError} {ApiError}
 */
export async function saveThreeWay({ baseText, editedText, ...save }: ThreeWaySave): Promise<SaveReceipt> {
  const edited = parseEdited(editedText);
  const outcome = await saveFields({ ...save, base: parseRecord(baseText()), edited, isOutcomeUnknown });
  switch (outcome.kind) {
    case 'conflict':
      throw new ConflictError(outcome.conflicts);
    case 'rejected':
      throw new RejectedError(describeProblems(outcome.problems));
    case 'saved': {
      const { stored, sent, secretFields, mergedFields, alteredFields } = outcome;
      return {
        storedText: printFields(stored),
        sentFields: [...Object.keys(sent), ...secretFields],
        mergedFields,
        alteredFields,
        sent,
      };
    }
  }
}

/**
 * The fields of an edited document.
 * @throws {RejectedError} that says where the text is no JSON
 */
export function parseEdited(text: string): RecordFields {
  try {
    return parseRecord(text);
  } catch (error) {
    if (!(error instanceof RecordTextError)) throw error;
    throw new RejectedError(
      vscode.l10n.t(
        'Line {0}, column {1}: {2}. Nothing was sent.',
        error.line,
        error.column,
        inert(error.message),
      ),
    );
  }
}
