import * as vscode from 'vscode';
import type { CertificateInfo } from '../api/inspectCertificate.js';
import { confirmRisk } from '../ui/confirmRisk.js';
import { inert, joined, type Inert, SentenceError } from '../words/inert.js';
import { withCancellableProgress } from '../ui/doors.js';
import type { Connection, PinnedCertificate } from './connection.js';
import { configuredProxy } from './createClient.js';

/**
 * Shows the certificate of a manager and asks whether to trust exactly this one for this connection.
 * @param reason a sentence that says why the user is asked
 */
export async function askToTrust(
  { address }: Connection,
  reason: Inert,
): Promise<PinnedCertificate | undefined> {
  const { inspectCertificate } = await import('../api/inspectCertificate.js');
  const certificate = await withCancellableProgress(vscode.l10n.t('Reading the certificate…'), signal =>
    inspectCertificate(address, { proxy: configuredProxy(address), signal }).catch(() => {
      if (signal.aborted) throw new vscode.CancellationError();
      throw new SentenceError(vscode.l10n.t('{0} shows no certificate. Check the address.', inert(address)));
    }),
  );
  const isTrusted = await confirmRisk({
    question: reason,
    detail: describeCertificate(certificate),
    risky: vscode.l10n.t('Trust for this connection'),
  });
  return isTrusted ? { pem: certificate.pem, fingerprint256: certificate.fingerprint256 } : undefined;
}

function describeCertificate(certificate: CertificateInfo): Inert {
  const { fingerprint256, subject, issuer, validFrom, validTo } = certificate;
  const facts = [
    vscode.l10n.t('SHA-256 fingerprint: {0}', inert(fingerprint256)),
    vscode.l10n.t('Subject: {0}', inert(subject)),
    vscode.l10n.t('Issuer: {0}', inert(issuer)),
    vscode.l10n.t('Valid from {0} to {1}', inert(validFrom), inert(validTo)),
  ];
  const warning = vscode.l10n.t(
    'Compare the fingerprint with the one on the manager itself before you trust it.',
  );
  return joined([warning, joined(facts, '\n')], '\n\n');
}
