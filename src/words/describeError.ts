import * as l10n from '@vscode/l10n';
import { dayOf, durationWords } from './locale.js';
import { inert, joined, shown, type Inert } from './inert.js';
import { SentenceError } from './sentenceErrors.js';
import { isApiError, type ApiError, type OtherCertificate } from '../api/apiError.js';

/** One sentence for people: what failed, why, and what to do next. Never holds a key. */
export const describeError = (error: unknown): Inert =>
  joined([describeReason(error), isApiError(error) ? whatNext(error) : '']);

/** As {@link describeError}, for who says what to do next: without the advice to try again. */
export function describeReason(error: unknown): Inert {
  if (isApiError(error)) return describeApiError(error);
  if (error instanceof SentenceError) return error.sentence;
  return inert(error instanceof Error ? error.message : String(error));
}

/** The advice to try again, where that is all there is to do. */
function whatNext(error: ApiError): Inert | '' {
  const { reason, status, stage, neverSent, retryAfter } = error;
  if (reason === 'rateLimited' || (reason === 'server' && retryAfter !== undefined)) return tryAgain(error);
  if (reason === 'timeout' && status !== 504) return l10n.t('Try again, or raise netsensor.requestTimeout.');
  const isCut = reason === 'unreachable' && stage === 'closed' && !neverSent;
  return reason === 'timeout' || isCut ? l10n.t('Try again.') : '';
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
      return l10n.t('The manager is busy.');
    case 'server':
      return joined([
        (error.status ?? 0) < 300
          ? l10n.t('The manager says that something of it failed.')
          : l10n.t('The manager failed with status {0}.', error.status ?? 0),
        said,
      ]);
    case 'timeout':
      if (error.status !== 504) return l10n.t('The manager took too long to answer.');
      // The engine itself gave up, where there is a reason (field notes §1.4).
      return said || l10n.t('A gateway before the manager gave up waiting for it (504).');
    case 'cancelled':
      return l10n.t('Cancelled.');
    case 'badResponse':
      return l10n.t('The answer is not what a manager sends ({0}). Check the address.', detail || shown`?`);
    case 'tls':
      if (error.otherCertificate) return otherCertificateWords(error.otherCertificate);
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

function otherCertificateWords({ trusted, trustedSince, shown: now, validFrom }: OtherCertificate): Inert {
  const fingerprint = inert(trusted);
  return joined([
    l10n.t('The manager shows another certificate than the one you trust, so nothing was sent.'),
    trustedSince === undefined
      ? l10n.t('Trusted: {0}.', fingerprint)
      : l10n.t('Trusted since {0}: {1}.', dayOf(trustedSince), fingerprint),
    now && validFrom ? l10n.t('Shown now, valid from {0}: {1}.', dayOf(validFrom), inert(now)) : '',
    l10n.t(
      'If it was renewed, compare this fingerprint with the one on the manager itself, then choose Trust Certificate… for the connection.',
    ),
  ]);
}

/** Alerts with which a server says that it does not take the certificate of a client, or the lack of one. */
const ofClientCertificate = new Set([
  'certificate_required',
  'bad_certificate',
  'unsupported_certificate',
  'certificate_unknown',
  'no_certificate',
  'certificate_expired',
  'certificate_revoked',
  'unknown_ca',
  'access_denied',
]);

function describeRefusedTls({ alert }: ApiError, detail: Inert): Inert {
  const said = alert === undefined ? detail : inert(alert);
  if (alert !== undefined && ofClientCertificate.has(alert))
    return l10n.t(
      'The server wants a certificate of its clients, and Netsensor has none to show ({0}). Use an address that asks for the API key alone.',
      said,
    );
  if (alert === 'unrecognized_name')
    return l10n.t('The server does not know this host name ({0}). Write the name that it has.', said);
  if (alert === 'no_application_protocol')
    return l10n.t('The server offers no HTTP/1.1 at this port ({0}). Check the port.', said);
  return l10n.t(
    'The server speaks TLS, but no version or cipher that is safe enough for VS Code ({0}). Have TLS 1.2 or newer switched on there, or check the port.',
    said,
  );
}

function describeUnreachable(error: ApiError, detail: Inert): Inert {
  switch (error.stage) {
    case 'dns':
      return l10n.t('The host name is not known ({0}). Check the address.', detail);
    case 'proxy':
      return l10n.t('The proxy did not let the request through ({0}). Check http.proxy.', detail);
    case 'noTls':
      return l10n.t('This address does not speak https ({0}). Check the port.', detail);
    case 'refusedTls':
      return describeRefusedTls(error, detail);
    case 'closed':
      if (error.neverSent) return l10n.t('The connection was signed out or deleted, so this was not sent.');
      return l10n.t('The connection was cut before the answer was complete ({0}).', detail);
    case 'connect':
    case undefined:
      return l10n.t(
        'The manager cannot be reached ({0}). Check that it runs and that the port is right.',
        detail,
      );
  }
}
