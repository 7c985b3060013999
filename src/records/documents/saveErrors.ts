import * as l10n from '@vscode/l10n';
import { isApiError } from '../../api/apiError.js';
import type { FieldConflict } from '../../model/inventory/recordRules.js';
import { parseRecord, type RecordFields } from '../../model/inventory/recordText.js';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { utf8Text } from 'netsensor-contract/text/fileText';
import { describeError } from '../../words/describeError.js';
import type { BesidesOfRecord } from '../../words/describeProblems.js';
import { isWorthAnotherTry, offeredRemedy } from '../../words/remedies.js';
import { PartlySavedError, SentenceError } from '../../words/sentenceErrors.js';
import { type Inert } from '../../words/inert.js';
import type { DocumentKind } from './documentKind.js';
import type { SaveFailure } from './saveFailures.js';
import { OutcomeError } from '../../changes/settle.js';

/** Thrown when the same field was changed on both sides; nothing was sent. */
export class ConflictError extends SentenceError {
  constructor(
    sentence: Inert,
    readonly conflicts: readonly FieldConflict[],
  ) {
    super(sentence);
  }
}

/** Why a document was not saved, for its users to decide what they do about it. */
export function saveFailure(error: unknown, kind: DocumentKind, content: Uint8Array): SaveFailure {
  if (error instanceof ConflictError) return { kind: 'fields', fields: error.conflicts };
  if (kind.canBeCreatedAgain && isApiError(error, 'notFound')) return { kind: 'deleted' };
  const sentence = saveSentence(error, kind);
  // Nobody can say “not saved” of what the manager took, a part of it or all, or may be at still.
  const isOpen = error instanceof OutcomeError || error instanceof PartlySavedError;
  const title = isOpen ? sentence : l10n.t('Not saved. {0}', sentence);
  const help = { offered: offeredRemedy(error), mayWorkLater: isWorthAnotherTry(error) };
  return { kind: 'failed', title, sentence, refused: refusedFields(error, content), ...help };
}

/** What changed with a save that did not store what was sent, or only a part of it. */
export const besidesOfFailure = (error: unknown): readonly BesidesOfRecord[] =>
  error instanceof OutcomeError
    ? error.besides
    : error instanceof PartlySavedError
      ? (error.did.besides ?? [])
      : [];

/** The fields of a document that a manager names when it refuses them: `power_feed_phase_id`, `Power feed phase`. */
function refusedFields(error: unknown, content: Uint8Array): RecordFields {
  if (!isApiError(error, 'invalid', 'conflict') || !error.detail) return {};
  const words = ` ${error.detail.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const isNamed = (field: string) =>
    [field, field.replace(/_id$/, '')].some(name =>
      words.includes(` ${name.toLowerCase().replaceAll('_', ' ')} `),
    );
  try {
    return fieldsWhere(parseRecord(utf8Text(content) ?? ''), isNamed);
  } catch {
    return {};
  }
}

/** Why a document was not saved: what only a save needs, else as it is said everywhere. */
export function saveSentence(error: unknown, { canBeCreatedAgain }: DocumentKind): Inert {
  if (!isApiError(error, 'notFound')) return describeError(error);
  return canBeCreatedAgain
    ? l10n.t(
        'This record was deleted on the manager. Choose Restore above the document, or copy what you still need.',
      )
    : l10n.t('This record was deleted on the manager. Copy what you still need.');
}
