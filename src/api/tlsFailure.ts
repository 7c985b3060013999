import type { ApiErrorInfo } from './apiError.js';

/** What OpenSSL and BoringSSL make of a server that speaks something else. */
const notTls = /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL)$/;

/** Alerts of a server, as a code or in the middle of a message; OpenSSL and BoringSSL name them by the version that has them. */
const alertName = /(?:SSLV3|TLSV1\d*|SSL\/TLS)[_ ](?:ALERT[_ ])?([A-Z][A-Z _]+)/i;

/** Alerts that end a handshake and nothing else (RFC 8446, section 6.2): no request was read before them. */
const ofHandshake = new Set([
  'handshake_failure',
  'no_certificate',
  'bad_certificate',
  'unsupported_certificate',
  'certificate_revoked',
  'certificate_expired',
  'certificate_unknown',
  'certificate_required',
  'unknown_ca',
  'access_denied',
  'protocol_version',
  'insufficient_security',
  'inappropriate_fallback',
  'missing_extension',
  'unsupported_extension',
  'unrecognized_name',
  'certificate_unobtainable',
  'bad_certificate_status_response',
  'bad_certificate_hash_value',
  'unknown_psk_identity',
  'no_application_protocol',
  'ech_required',
  'no_renegotiation',
]);

/** What this side has against the TLS that a server speaks. */
const notAgreed =
  /^ERR_SSL_\w*(PROTOCOL|VERSION|CIPHER|SIGALG|SIGNATURE|DIGEST|CURVE|GROUP|TOO_SMALL|RENEGOTIATION)\w*$/;

/**
 * What a failure of TLS itself means; undefined for one of another kind. An alert is TLS, whatever it says, so it is never
 * taken for a server without it.
 */
export function tlsFailure(
  code: string,
  message: string,
): Pick<ApiErrorInfo, 'stage' | 'alert' | 'neverSent'> | undefined {
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_')) return undefined;
  const alert = (alertName.exec(code) ?? alertName.exec(message))?.[1]
    ?.trim()
    .toLowerCase()
    .replaceAll(' ', '_');
  if (alert !== undefined && ofHandshake.has(alert)) return { stage: 'refusedTls', alert, neverSent: true };
  if (alert !== undefined) return { stage: 'closed' };
  if (code === 'EPROTO' || notTls.test(code)) return { stage: 'noTls', neverSent: true };
  if (notAgreed.test(code)) return { stage: 'refusedTls', neverSent: true };
  return { stage: 'closed' };
}
