import { isApiError, isClosedClient, type FailedConnection } from '../api/apiError.js';
import { LockedError, SignedOutError } from './sentenceErrors.js';

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

/** What helps against what is wrong with a connection as a whole. */
export function remedyOf(
  connection: Omit<FailedConnection, 'id'> & { readonly reach?: { readonly trouble: unknown } | undefined },
): Remedy | undefined {
  if (connection.isSignedOut) return 'key';
  const { trouble } = connection.reach ?? {};
  return trouble === undefined ? undefined : remedyFor(trouble, connection);
}

/** Whether a manager refuses the key of a connection: asked by nobody with it again and again, it could lock somebody out. */
export const isRefused = (
  connection: { readonly reach?: { readonly trouble: unknown } | undefined } | undefined,
): boolean => isApiError(connection?.reach?.trouble, 'unauthorized');

/** What a failure comes of that tells it in other words, such as those that VS Code takes. */
export const failureIn = (error: unknown): unknown =>
  error instanceof LockedError || error instanceof SignedOutError || isApiError(error)
    ? error
    : error instanceof Error && error.cause !== undefined
      ? failureIn(error.cause)
      : error;

/** The same where a failure alone is at hand, and what it came of; undefined also where it does not know its connection. */
export function offeredRemedy(error: unknown): OfferedRemedy | undefined {
  const failure = failureIn(error);
  if (failure instanceof LockedError) return { remedy: 'unlock', connectionId: failure.connectionId };
  if (failure instanceof SignedOutError) return { remedy: 'key', connectionId: failure.connectionId };
  if (!isApiError(failure)) return undefined;
  const { connection } = failure;
  const remedy = remedyFor(failure, connection);
  return remedy && connection && { remedy, connectionId: connection.id };
}

/** Whether what failed may work when it is asked for once more, although nothing else is done. */
export function isWorthAnotherTry(error: unknown): boolean {
  const failure = failureIn(error);
  return (
    isApiError(failure, 'unreachable', 'timeout', 'server', 'rateLimited', 'badResponse') &&
    !isClosedClient(failure)
  );
}
