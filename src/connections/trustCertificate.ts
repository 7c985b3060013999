import { X509Certificate } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { certificateInfo, inspectCertificate, type CertificateInfo } from '../api/inspectCertificate.js';
import { confirmRisk, typeToConfirm } from '../ui/confirmRisk.js';
import { dayOf } from '../words/locale.js';
import { GivenUpError, SentenceError } from '../words/sentenceErrors.js';
import { inert, joined, quoted, type Inert } from '../words/inert.js';
import { window, withCancellableProgress } from '../ui/doors.js';
import type { Connection, PinnedCertificate } from './connection.js';
import { configuredProxy } from './createClient.js';

/**
 * Shows the certificate of a manager and asks whether to trust exactly this one for this connection.
 * @param reason a sentence that says why the user is asked
 */
export async function askToTrust(
  connection: Connection,
  reason: Inert,
): Promise<PinnedCertificate | undefined> {
  const certificate = await readCertificate(connection);
  const isTrusted = await confirmRisk({
    question: reason,
    detail: joined([compare(), describeCertificate(certificate)], '\n\n'),
    safe: l10n.t('Do not trust it'),
    risky: l10n.t('Trust for this connection'),
  });
  return isTrusted ? pinned(certificate) : undefined;
}

/**
 * Shows the certificate of a manager beside the one that is trusted, and asks whether to trust it in its place: the name of
 * the connection has to be typed.
 */
export async function askToTrustAnother(
  connection: Connection,
  trusted: PinnedCertificate,
): Promise<PinnedCertificate | undefined> {
  const certificate = await readCertificate(connection);
  const name = quoted(connection.name);
  if (certificate.fingerprint256 === trusted.fingerprint256) {
    const { validFrom, validTo } = certificate;
    const dates = [inert(validFrom), inert(validTo)] as const;
    void window.showInformationMessage(
      l10n.t('{0} shows the certificate that you trust. It is valid from {1} to {2}.', name, ...dates),
    );
    return undefined;
  }
  const question = l10n.t('Trust another certificate for {0}?', name);
  const before = new X509Certificate(trusted.pem);
  const parts = [
    compare(),
    l10n.t('Trusted so far:'),
    describeCertificate({ ...certificateInfo(before), trustedSince: trusted.trustedSince }),
    l10n.t('Shown now:'),
    describeCertificate(certificate),
  ];
  const risky = l10n.t('Trust another certificate');
  const asked = { question, detail: joined(parts, '\n\n'), safe: l10n.t('Keep the trusted one') };
  if (!(await confirmRisk({ ...asked, risky }))) return undefined;
  return (await typeToConfirm(connection.name, question)) ? pinned(certificate) : undefined;
}

const pinned = ({ pem, fingerprint256 }: CertificateInfo): PinnedCertificate => ({
  pem,
  fingerprint256,
  trustedSince: new Date().toISOString(),
});

const compare = (): Inert =>
  l10n.t('Compare the fingerprint with the one on the manager itself before you trust it.');

async function readCertificate({ address }: Connection): Promise<CertificateInfo> {
  return withCancellableProgress(l10n.t('Reading the certificate…'), signal =>
    inspectCertificate(address, { proxy: configuredProxy(address), signal }).catch(() => {
      if (signal.aborted) throw new GivenUpError();
      throw new SentenceError(l10n.t('{0} shows no certificate. Check the address.', inert(address)));
    }),
  );
}

function describeCertificate(certificate: CertificateInfo & Pick<PinnedCertificate, 'trustedSince'>): Inert {
  const { fingerprint256, subject, issuer, validFrom, validTo, trustedSince } = certificate;
  const facts: (Inert | '')[] = [
    l10n.t('SHA-256 fingerprint: {0}', inert(fingerprint256)),
    l10n.t('Subject: {0}', inert(subject)),
    l10n.t('Issuer: {0}', inert(issuer)),
    l10n.t('Valid from {0} to {1}', inert(validFrom), inert(validTo)),
    trustedSince ? l10n.t('Trusted since {0}', dayOf(trustedSince)) : '',
  ];
  return joined(facts, '\n');
}
