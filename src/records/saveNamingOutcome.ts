import * as vscode from 'vscode';
import type { RecordFields } from '../model/inventory/recordText.js';
import { describeError } from '../ui/describeError.js';
import { SentenceError } from '../ui/sentenceError.js';
import type { SaveReceipt } from './documents/documentKind.js';
import { isOutcomeUnknown } from '../api/apiError.js';
import { saveThreeWay, type ThreeWaySave } from './saveThreeWay.js';

/**
 * Saves field by field, and says in the error of a save that failed late what became of the change: it was stored, or
 * nobody can tell. Saving again then reads first, and sends nothing that is stored already.
 * @throws as `saveThreeWay`
 */
export async function saveNamingOutcome(save: ThreeWaySave): Promise<SaveReceipt> {
  let became: 'unsent' | 'unknown' | 'known' | 'stored' = 'unsent';
  const send = async (changes: RecordFields, current: RecordFields) => {
    try {
      await save.send(changes, current);
    } catch (error) {
      if (isOutcomeUnknown(error)) became = 'unknown';
      throw error;
    }
  };
  const readFields = async (sent?: RecordFields) => {
    const fields = await save.readFields(sent);
    if (became === 'unknown') became = 'known';
    return fields;
  };
  const onStored = (changes: RecordFields) => {
    became = 'stored';
    save.onStored?.(changes);
  };
  try {
    return await saveThreeWay({ ...save, send, readFields, onStored });
  } catch (error) {
    throw namedOutcome(became, error);
  }
}

function namedOutcome(became: 'unsent' | 'unknown' | 'known' | 'stored', error: unknown): unknown {
  const reason = describeError(error);
  switch (became) {
    case 'stored':
      return new SentenceError(
        vscode.l10n.t(
          'The change was stored, but could not be read again. {0} Save again to see it.',
          reason,
        ),
      );
    case 'unknown':
      return new SentenceError(
        vscode.l10n.t('It is not known whether the change was stored. {0} Save again to find out.', reason),
      );
    case 'unsent':
    case 'known':
      return error;
  }
}
