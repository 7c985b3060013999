import * as l10n from '@vscode/l10n';
import type { Wait } from '../model/text/patientSignal.js';
import { durationWords } from './locale.js';
import { type Inert } from './inert.js';

/** What is waited for after a manager answered 429; it may have asked for more than anybody waits. */
export const waitWords = ({ seconds, asked }: Wait): Inert =>
  asked !== undefined && asked > seconds + 1
    ? l10n.t(
        'The manager asks to wait {0}. Trying again after {1}.',
        durationWords(asked),
        durationWords(seconds),
      )
    : l10n.t('The manager asks to wait {0}.', durationWords(seconds));
