import * as l10n from '@vscode/l10n';
import { remedyButton, type RemedyButton } from '../ui/remedyButtons.js';
import { describeError } from '../words/describeError.js';
import type { Inert } from '../words/inert.js';
import { momentWords, timeWords } from '../words/locale.js';
import { remedyOf, type Remedy } from '../words/remedies.js';
import { signedOutWords } from '../words/troubleWords.js';
import type { Connection } from './connection.js';

export { connectionState } from './connectionLabel.js';

/** What is wrong with a connection as a whole, and what helps. */
export interface ConnectionHelp {
  readonly remedy: Remedy | undefined;
  /** Undefined where the manager has to be waited for: it is asked by itself whether it is back. */
  readonly button: RemedyButton | undefined;
  readonly sentence: Inert;
}

/** What helps against what is wrong with a connection; undefined where nothing is. */
export function helpFor(connection: Connection): ConnectionHelp | undefined {
  const { id, name, isSignedOut, reach } = connection;
  const remedy = remedyOf(connection);
  const button = remedy && remedyButton({ remedy, connectionId: id });
  if (isSignedOut) return { remedy, button, sentence: signedOutWords(name).sentence };
  return reach?.trouble && { remedy, button, sentence: describeError(reach.trouble) };
}

/** Since when a manager can be reached, and when it answered last; none of one that was not asked yet. */
export function reachLines({ isSignedOut, reach }: Connection): Inert[] {
  if (!reach || isSignedOut) return [];
  const { trouble, since, answeredAt } = reach;
  const last = answeredAt === undefined ? [] : [l10n.t('Last answer: {0}', momentWords(answeredAt))];
  return trouble ? last : [l10n.t('Reachable since {0}', timeWords(since)), ...last];
}
