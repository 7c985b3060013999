import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import {
  alteredOf,
  changedFields,
  isSameValue,
  editProblems,
  type FieldProblem,
  type RecordRules,
} from '../../model/inventory/recordRules.js';
import { withPastedRight } from '../../model/inventory/pastedValues.js';
import {
  parseRecord,
  printFields,
  RecordTextError,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import {
  asGoneOn,
  changedBesides,
  goneOnAfter,
  savedLast,
  type FieldSave,
  type RecordAccess,
  type SavedFields,
} from '../../changes/records/saveFlow.js';
import { saveRecord } from '../../changes/records/recordChange.js';
import { OutcomeError, UnsettledError } from '../../changes/settle.js';
import { lostBy, type SentValue } from '../../changes/records/editedDocument.js';
import type { FieldsAlongside } from '../../changes/records/fieldsAlongside.js';
import {
  describeProblem,
  describeProblems,
  describeKept,
  describeLate,
  describeStillOpen,
} from '../../words/describeProblems.js';
import { inert, joined } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { CheckRequest, DocumentProblem, SaveReceipt, SaveRequest } from './documentKind.js';
import { documentName, heldDocument } from './documentSnapshots.js';
import { ConflictError } from './saveErrors.js';
import { FileSystemError, waitForWrite } from '../../ui/doors.js';
import { utf8Text } from 'netsensor-contract/text/fileText';
import { fieldsWhere } from 'netsensor-contract/text/collections';

/** A record that is saved field by field. */
export interface ThreeWaySave
  extends Pick<SaveRequest, 'uri' | 'baseText' | 'editedText' | 'earlier' | 'onSending'>, RecordAccess {
  readonly rules: RecordRules;
  /** What is saved of the document, where it was read already; new secrets are not among it. */
  readonly edited?: RecordFields;
  /** The record, whatever its document is called. */
  readonly record: string;
  readonly alongside: FieldsAlongside;
  /** New values of secret fields, which stand in no document. */
  readonly secrets?: RecordFields;
}

/** Thrown when the document cannot be sent as it is; nothing was sent. */
export class RejectedError extends SentenceError {}

/**
 * Saves an edited document: reads the record, merges per field, sends only what changed, and reads it again until it shows
 * (architecture, rule 4; contract 000, Endpoints, rule 2).
 * @throws {ConflictError} {RejectedError} {ApiError}, and {OutcomeError} when nobody can tell whether the change is stored, or
 * when the manager took it and shows what it had. Saving again then reads first, and sends nothing that is stored already.
 */
export async function saveThreeWay(request: ThreeWaySave): Promise<SaveReceipt> {
  const { baseText, editedText, earlier, onSending, uri, record, alongside, ...save } = request;
  const base = parseRecord(baseText());
  const typed = asGoneOn({
    edited: save.edited ?? parseEdited(editedText),
    saved: savedLast(earlier),
    base,
  });
  const edited = withPastedRight(save.rules.fields, typed, base);
  const title = l10n.t('Waiting until the manager shows the change of {0}…', documentName(uri));
  const names = { record: documentName(uri), manager: l10n.t('the manager') };
  const { outcome, message } = await waitForWrite(title, patience => {
    const change: FieldSave = {
      ...save,
      base,
      edited,
      sentBefore: earlier.sent,
      lost: lostBy(earlier),
      made: earlier.made,
      isPart: earlier.became !== undefined,
      alongside: alongside.of(record),
      patience,
      send: async (changes, current) => {
        onSending(fieldsWhere(changes, name => !Object.hasOwn(save.secrets ?? {}, name)));
        await save.send(changes, current);
      },
    };
    return saveRecord(change, names);
  });
  switch (outcome.kind) {
    case 'conflict':
      throw new ConflictError(message, outcome.conflicts);
    case 'rejected':
      throw new RejectedError(message);
    case 'unsettled':
      throw new OutcomeError(message, outcome.became, new UnsettledError(outcome.error).reason);
    case 'saved': {
      alongside.note(record, outcome);
      const fields = changedBesides(outcome.besides, outcome.stored);
      const besides = fields.length > 0 ? [{ name: documentName(uri), fields }] : [];
      if (outcome.isIgnored) throw new OutcomeError(message, 'ignored', '', besides);
      const ownFields = changedFields(base, typed).filter(field =>
        save.rules.bookkeepingFields.includes(field),
      );
      return { ...receiptOf(outcome, { base, edited, ownFields, told: earlier.told ?? [] }), besides };
    }
  }
}

/** What was saved, from what. */
interface EditedFields {
  readonly base: RecordFields;
  readonly edited: RecordFields;
  /** Fields that were typed in and that the manager keeps itself. */
  readonly ownFields: readonly string[];
  /** What the user was told already to be open still. */
  readonly told: readonly SentValue[];
}

/** What the editor takes over and says of a save that the manager shows. */
function receiptOf(
  outcome: SavedFields,
  { base, edited, ownFields, told }: EditedFields,
): Omit<SaveReceipt, 'besides'> {
  const { stored, sent, secretFields, mergedFields, stillOpen = [], arrived = [] } = outcome;
  const sentFields = [...Object.keys(sent), ...secretFields];
  // After an undo they differ, too, although nobody typed in them.
  const keptFields = sentFields.length === 0 ? ownFields : [];
  const isKnown = (value: SentValue) => told.some(each => isSameValue(each, value));
  const late = arrived.filter(
    ([field]) => Object.hasOwn(sent, field) && isSameValue(edited[field], base[field]),
  );
  return {
    stored,
    storedText: printFields(stored),
    goesOn: printFields(goneOnAfter(edited, outcome)),
    arrived,
    told: stillOpen.filter(value => isKnown(value) || Object.hasOwn(sent, value[0])),
    sentFields,
    mergedFields,
    altered: alteredOf(sent, stored),
    remark: joined([
      keptFields.length > 0 ? describeKept(keptFields) : '',
      late.length > 0 ? describeLate([{ fields: late }]) : '',
      stillOpen.every(isKnown) ? '' : describeStillOpen([{ fields: stillOpen }]),
    ]),
  };
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
      l10n.t('Line {0}, column {1}: {2}. Nothing was sent.', error.line, error.column, inert(error.message)),
    );
  }
}

/** @throws {RejectedError} when a full write would send back what lost a letter (contract 001, Modify flow, MSE or vendor sensor) */
export function refuseLostLetters({ lost }: { readonly lost: readonly string[] }): void {
  if (lost.length > 0)
    throw new RejectedError(describeProblems(lost.map(field => ({ field, code: 'lostLetter' }))));
}

/** What a save would refuse and the JSON schema of the document cannot know, because it depends on the base. */
export function refusedEdits(rules: RecordRules, { edited, base }: CheckRequest): DocumentProblem[] {
  if (!base) return [];
  const changed = changedFields(base, edited).filter(field => !rules.bookkeepingFields.includes(field));
  return editProblems({ rules, base, edited }, changed)
    .filter(({ code }) => code !== 'invalid')
    .map(problem => ({ field: problem.field, message: sentence(problem), isError: true }));
}

const sentence = (problem: FieldProblem) => l10n.t('{0}.', describeProblem(problem));

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
    l10n.t(
      'This document is in {0}, and the manager takes UTF-8 only. Nothing was sent. Copy your changes, revert the file, choose Reopen with Encoding and UTF-8, and make them again.',
      isUtf8 ? l10n.t('another encoding') : inert(document.encoding),
    ),
  );
}
