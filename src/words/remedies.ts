import { isApiError, isClosedClient, type FailedConnection } from '../api/apiError.js';
import { LockedError, SentenceError, SignedOutError } from './sentenceErrors.js';

/**
 * What people can do at once against a failure: enter a key, look at a certificate, unlock, change a setting, or name another
 * address. The one list for rows, messages, documents, pictures and cells; `ui/remedyButtons.ts` has the button of each.
 */
export const remedies = ['key', 'certificate', 'unlock', 'timeLimit', 'proxy', 'address'] as const;
export type Remedy = (typeof remedies)[number];

/** What helps against a failure, and the connection that failed. */
export interface OfferedRemedy {
  readonly remedy: Remedy;
  readonly connectionId: string;
}

/** What helps against a failure of a connection; undefined where only trying again is left. */
export function remedyFor(
  error: unknown,
  connection: Omit<FailedConnection, 'id'> | undefined,
): Remedy | undefined {
  if (error instanceof LockedError) return 'unlock';
  const isSaved = connection?.source === 'saved';
  const isSignedOut = error instanceof SignedOutError || (isClosedClient(error) && connection?.isSignedOut);
  if (isSignedOut || isApiError(error, 'unauthorized')) return isSaved ? 'key' : undefined;
  if (isApiError(error, 'tls')) return 'certificate';
  if (isApiError(error, 'timeout')) return error.status === 504 ? undefined : 'timeLimit';
  if (!isApiError(error, 'unreachable', 'badResponse')) return undefined;
  if (error.stage === 'proxy') return 'proxy';
  const isElsewhere = error.reason === 'badResponse' || error.stage === 'dns' || error.stage === 'noTls';
  return isElsewhere && isSaved ? 'address' : undefined;
}

/** The same where a failure alone is at hand, and what it came of; undefined also where it does not know its connection. */
export function offeredRemedy(error: unknown): OfferedRemedy | undefined {
  if (error instanceof LockedError) return { remedy: 'unlock', connectionId: error.connectionId };
  if (error instanceof SignedOutError) return { remedy: 'key', connectionId: error.connectionId };
  if (isApiError(error)) {
    const { connection } = error;
    const remedy = remedyFor(error, connection);
    return remedy && connection && { remedy, connectionId: connection.id };
  }
  return error instanceof SentenceError && error.cause !== undefined ? offeredRemedy(error.cause) : undefined;
}

/** Whether what failed may work when it is asked for once more, although nothing else is done. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  isApiError(error, 'unreachable', 'timeout', 'server', 'rateLimited', 'badResponse') &&
  !isClosedClient(error);
