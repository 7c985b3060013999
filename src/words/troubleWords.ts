import * as l10n from '@vscode/l10n';
import type { ApiError } from '../api/apiError.js';
import { quoted, type Inert } from './inert.js';
import { timeWords } from './locale.js';

/** What is wrong with a manager as a whole, in few words. @param since milliseconds, when it began */
export function troubleWords({ reason, otherCertificate }: ApiError, since: number): Inert {
  const at = timeWords(since);
  if (reason === 'unauthorized') return l10n.t('API key refused at {0}', at);
  if (reason === 'tls')
    return otherCertificate ? l10n.t('shows another certificate') : l10n.t('certificate not trusted');
  return reason === 'timeout'
    ? l10n.t('does not answer since {0}', at)
    : l10n.t('not reachable since {0}', at);
}

/** What is wrong with a connection whose key was forgotten, in few words and in a sentence. */
export const signedOutWords = (name: string): { readonly words: Inert; readonly sentence: Inert } => ({
  words: l10n.t('signed out'),
  sentence: l10n.t('{0} is signed out. Enter its API key to go on.', quoted(name)),
});
