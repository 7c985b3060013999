import * as vscode from 'vscode';
import { isApiError, type ApiError } from '../api/apiError.js';
import { inert, joined, shown, type Inert } from './inert.js';
import { durationWords } from './timeWords.js';
import { SentenceError } from './sentenceError.js';

/** One sentence for people: what failed, why, and what to do next. Never holds a key. */
export function describeError(error: unknown): Inert {
  if (isApiError(error)) return describeApiError(error);
  if (error instanceof SentenceError) return error.sentence;
  return inert(error instanceof Error ? error.message : String(error));
}

function describeApiError(error: ApiError): Inert {
  const detail = inert(error.detail ?? '');
  const said = detail
    ? vscode.l10n.t('The manager said: {0}', /[.!?…]$/.test(detail) ? detail : shown`${detail}.`)
    : '';
  switch (error.reason) {
    case 'unauthorized':
      return joined([
        vscode.l10n.t('The manager refused the API key, or the key may not do this.'),
        said,
        vscode.l10n.t('Check the key and its permissions.'),
      ]);
    case 'forbidden':
      return joined([vscode.l10n.t('The API key may not do this.'), said]);
    case 'notFound':
      return joined([
        vscode.l10n.t('The manager does not have this any more.'),
        said,
        vscode.l10n.t('Refresh the tree.'),
      ]);
    case 'conflict':
      return joined([vscode.l10n.t('The manager reports a conflict.'), said]);
    case 'invalid':
      return joined([vscode.l10n.t('The manager refused the request.'), said]);
    case 'rateLimited':
      return joined([vscode.l10n.t('The manager is busy.'), tryAgain(error)]);
    case 'server':
      return joined([
        vscode.l10n.t('The manager failed with status {0}.', error.status ?? 0),
        said,
        error.retryAfter === undefined ? '' : tryAgain(error),
      ]);
    case 'timeout':
      return vscode.l10n.t(
        'The manager took too long to answer. Try again, or raise netsensor.requestTimeout.',
      );
    case 'cancelled':
      return vscode.l10n.t('Cancelled.');
    case 'badResponse':
      return vscode.l10n.t(
        'The answer is not what a manager sends ({0}). Check the address.',
        detail || shown`?`,
      );
    case 'tls':
      return vscode.l10n.t(
        'The certificate is not trusted ({0}). Trust it for this connection, or use a CA file.',
        detail,
      );
    case 'unreachable':
      return describeUnreachable(error, detail);
  }
}

const tryAgain = ({ retryAfter }: ApiError): Inert =>
  retryAfter === undefined
    ? vscode.l10n.t('Try again in a moment.')
    : vscode.l10n.t('Try again in {0}.', durationWords(retryAfter));

function describeUnreachable(error: ApiError, detail: Inert): Inert {
  switch (error.stage) {
    case 'dns':
      return vscode.l10n.t('The host name is not known ({0}). Check the address.', detail);
    case 'proxy':
      return vscode.l10n.t('The proxy did not let the request through ({0}). Check http.proxy.', detail);
    case 'noTls':
      return vscode.l10n.t(
        'This address does not speak https ({0}). Check the port, or write http:// if that is meant.',
        detail,
      );
    case 'closed':
      if (error.neverSent)
        return vscode.l10n.t('The connection was signed out or deleted, so this was not sent.');
      return vscode.l10n.t('The connection was cut before the answer was complete ({0}). Try again.', detail);
    case 'connect':
    case undefined:
      return vscode.l10n.t(
        'The manager cannot be reached ({0}). Check that it runs and that the port is right.',
        detail,
      );
  }
}
