import { l10n, durationWords, inert, joined, shown, type Inert, SentenceError } from './inert.js';
import { isApiError, type ApiError } from '../api/apiError.js';

/** One sentence for people: what failed, why, and what to do next. Never holds a key. */
export function describeError(error: unknown): Inert {
  if (isApiError(error)) return describeApiError(error);
  if (error instanceof SentenceError) return error.sentence;
  return inert(error instanceof Error ? error.message : String(error));
}

function describeApiError(error: ApiError): Inert {
  const detail = inert(error.detail ?? '');
  const said = detail
    ? l10n.t('The manager said: {0}', /[.!?…]$/.test(detail) ? detail : shown`${detail}.`)
    : '';
  switch (error.reason) {
    case 'unauthorized':
      return joined([
        isWhole(error)
          ? l10n.t('The manager did not accept this API key (401).')
          : l10n.t('This API key may not do this, or is not accepted any more (401).'),
        /^unauthorized\.?$/i.test(detail) ? '' : said,
        l10n.t('Check the key and its permissions.'),
      ]);
    case 'forbidden':
      return joined([l10n.t('The API key may not do this.'), said]);
    case 'notFound':
      return joined([
        isWhole(error)
          ? l10n.t('The manager does not know this address.')
          : l10n.t('The manager does not have this any more.'),
        said,
        isWhole(error)
          ? l10n.t('Check the address, or what the manager offers.')
          : l10n.t('Refresh the tree.'),
      ]);
    case 'conflict':
      return joined([l10n.t('The manager reports a conflict.'), said]);
    case 'invalid':
      return said || error.status === undefined
        ? joined([l10n.t('The manager refused the request.'), said])
        : l10n.t('The manager refused the request with status {0} and no reason.', error.status);
    case 'rateLimited':
      return joined([l10n.t('The manager is busy.'), tryAgain(error)]);
    case 'server':
      return joined([
        l10n.t('The manager failed with status {0}.', error.status ?? 0),
        said,
        error.retryAfter === undefined ? '' : tryAgain(error),
      ]);
    case 'timeout':
      if (error.status === 504)
        return joined([
          // The engine itself gave up, where there is a reason (field notes §1.4).
          said || l10n.t('A gateway before the manager gave up waiting for it (504).'),
          l10n.t('Try again.'),
        ]);
      return l10n.t('The manager took too long to answer. Try again, or raise netsensor.requestTimeout.');
    case 'cancelled':
      return l10n.t('Cancelled.');
    case 'badResponse':
      return l10n.t('The answer is not what a manager sends ({0}). Check the address.', detail || shown`?`);
    case 'tls':
      return l10n.t(
        'The certificate is not trusted ({0}). Trust it for this connection, or use a CA file.',
        detail,
      );
    case 'unreachable':
      return describeUnreachable(error, detail);
  }
}

/** Whether a call was about a whole list, which nobody takes away, and not about something in it. */
const isWhole = ({ path }: ApiError): boolean =>
  /^\/api\/v1\/(inventory\/\w+|sensors\/tree|users\w*|access_points\w*)$/.test(path) || path === '/api/data';

const tryAgain = ({ retryAfter }: ApiError): Inert =>
  retryAfter === undefined
    ? l10n.t('Try again in a moment.')
    : l10n.t('Try again in {0}.', durationWords(retryAfter));

function describeUnreachable(error: ApiError, detail: Inert): Inert {
  switch (error.stage) {
    case 'dns':
      return l10n.t('The host name is not known ({0}). Check the address.', detail);
    case 'proxy':
      return l10n.t('The proxy did not let the request through ({0}). Check http.proxy.', detail);
    case 'noTls':
      return l10n.t(
        'This address does not speak https ({0}). Check the port, or write http:// if that is meant.',
        detail,
      );
    case 'closed':
      if (error.neverSent) return l10n.t('The connection was signed out or deleted, so this was not sent.');
      return l10n.t('The connection was cut before the answer was complete ({0}). Try again.', detail);
    case 'connect':
    case undefined:
      return l10n.t(
        'The manager cannot be reached ({0}). Check that it runs and that the port is right.',
        detail,
      );
  }
}
