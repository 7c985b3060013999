import * as vscode from 'vscode';
import { isOutcomeUnknown } from '../../api/apiError.js';
import {
  changedFields,
  editProblems,
  type FieldConflict,
  type FieldProblem,
  type RecordRules,
} from '../../model/inventory/recordRules.js';
import {
  parseRecord,
  printFields,
  RecordTextError,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import {
  saveFields,
  type FieldSave,
  type RecordAccess,
  type SaveOutcome,
} from '../../changes/records/saveFlow.js';
import {
  describeConflicts,
  describeIgnored,
  describeProblem,
  describeProblems,
} from '../../words/describeProblems.js';
import { inert, type Inert, SentenceError } from '../../words/inert.js';
import type { CheckRequest, DocumentProblem, SaveReceipt, SaveRequest } from './documentKind.js';
import { heldDocument } from './documentSnapshots.js';
import { describeError } from '../../words/describeError.js';
import { FileSystemError } from '../../ui/doors.js';
import { utf8Text } from '../../model/text/looseValues.js';

/** A record that is saved field by field. */
export interface ThreeWaySave extends Pick<SaveRequest, 'baseText' | 'editedText'>, RecordAccess {
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

/** Thrown when the manager was sent a change, and it is not known or not true that it is stored and shown now. */
export class OutcomeError extends SentenceError {
  constructor(
    sentence: Inert,
    readonly became: 'stored' | 'unknown' | 'ignored',
    /** Why it cannot be shown. */
    readonly reason?: Inert,
  ) {
    super(sentence);
  }
}

/** Thrown when the document cannot be sent as it is; nothing was sent. */
export class RejectedError extends SentenceError {}

/**
 * Saves an edited document: reads the record, merges per field, sends only what changed, and reads it again
 * (architecture, rule 4; contract 000, Endpoints, rule 2).
 * @throws {ConflictError} {RejectedError} {ApiError}, and {OutcomeError} when the manager took the change and shows what it had
 */
export async function saveThreeWay({ baseText, editedText, ...save }: ThreeWaySave): Promise<SaveReceipt> {
  const edited = parseEdited(editedText);
  const outcome = await saveOrSayWhatBecame({ ...save, base: parseRecord(baseText()), edited });
  switch (outcome.kind) {
    case 'conflict':
      throw new ConflictError(outcome.conflicts);
    case 'rejected':
      throw new RejectedError(describeProblems(outcome.problems));
    case 'saved': {
      const { stored, sent, secretFields, mergedFields, alteredFields, isIgnored } = outcome;
      if (isIgnored) throw new OutcomeError(describeIgnored(sent), 'ignored');
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
 * The error of a save that failed late says what became of the change: it was stored, or nobody can tell. Saving again
 * then reads first, and sends nothing that is stored already.
 */
async function saveOrSayWhatBecame(save: FieldSave): Promise<SaveOutcome> {
  let became: 'stored' | 'unknown' | undefined;
  const send: FieldSave['send'] = async (changes, current) => {
    try {
      await save.send(changes, current);
    } catch (error) {
      if (isOutcomeUnknown(error)) became = 'unknown';
      throw error;
    }
  };
  const readFields: FieldSave['readFields'] = async sent => {
    const fields = await save.readFields(sent);
    became = undefined;
    return fields;
  };
  const onStored: FieldSave['onStored'] = changes => {
    became = 'stored';
    save.onStored?.(changes);
  };
  try {
    return await saveFields({ ...save, send, readFields, onStored });
  } catch (error) {
    if (!became) throw error;
    const reason = describeError(error);
    throw new OutcomeError(
      became === 'stored'
        ? vscode.l10n.t(
            'The change was stored, but could not be read again. {0} Save again to see it.',
            reason,
          )
        : vscode.l10n.t('It is not known whether the change was stored. {0} Save again to find out.', reason),
      became,
      reason,
    );
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

/** What a save would refuse and the JSON schema of the document cannot know, because it depends on the base. */
export function refusedEdits(rules: RecordRules, { edited, base }: CheckRequest): DocumentProblem[] {
  if (!base) return [];
  const changed = changedFields(base, edited).filter(field => !rules.bookkeepingFields.includes(field));
  return editProblems({ rules, base, edited }, changed)
    .filter(({ code }) => code !== 'invalid')
    .map(problem => ({ field: problem.field, message: sentence(problem), isError: true }));
}

const sentence = (problem: FieldProblem) => vscode.l10n.t('{0}.', describeProblem(problem));

/** What the address of a document names. @throws {vscode.FileSystemError} when that is nothing of its kind */
export function named<T>(uri: vscode.Uri, found: T | undefined): T {
  if (found === undefined) throw FileSystemError.FileNotFound(uri);
  return found;
}

/**
 * The text that VS Code saves. Documents are UTF-8 whatever `files.encoding` says; a document that the user opened or
 * saved with another encoding is refused, because its bytes would mean other letters.
 * @throws {Error} with a sentence for people; nothing was sent
 */
export function editedText(uri: vscode.Uri, content: Uint8Array): string {
  const document = heldDocument(uri);
  const isUtf8 = document === undefined || ['utf8', 'utf8bom'].includes(document.encoding);
  const text = utf8Text(content);
  if (isUtf8 && text !== undefined) return text;
  throw new SentenceError(
    vscode.l10n.t(
      'This document is in {0}, and the manager takes UTF-8 only. Nothing was sent. Copy your changes, revert the file, choose Reopen with Encoding and UTF-8, and make them again.',
      isUtf8 ? vscode.l10n.t('another encoding') : inert(document.encoding),
    ),
  );
}
