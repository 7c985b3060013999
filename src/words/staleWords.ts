import * as l10n from '@vscode/l10n';
import { describeError } from './describeError.js';
import type { Inert } from './inert.js';
import { momentWords } from './locale.js';

/** What is shown although it could not be read again. */
export interface Stale {
  /** Milliseconds, when it was read. */
  readonly readAt: number;
  /** Why it could not be read again. */
  readonly error: unknown;
}

/** Says as of when something is shown that could not be read again, and why; nothing of what is as new as it was asked for. */
export const staleWords = (stale: Stale | undefined): Inert | undefined =>
  stale && l10n.t('As of {0}. {1}', momentWords(stale.readAt), describeError(stale.error));
