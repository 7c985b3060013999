import * as vscode from 'vscode';
import type { CertificateInfo } from '../api/inspectCertificate.js';
import { withCancellableProgress } from '../ui/progress.js';
import type { Connection, PinnedCertificate } from './connection.js';
import type { ConnectionStore } from './connectionStore.js';

/**
 * Shows the certificate of a manager and asks whether to trust exactly this one for this connection.
 * @param reason a sentence that says why the user is asked
 */
export async function askToTrust(
  store: ConnectionStore,
  { address }: Connection,
  reason: string,
): Promise<PinnedCertificate | undefined> {
  const { inspectCertificate } = await import('../api/inspectCertificate.js');
  const reading = () => inspectCertificate(address, store.proxy(address));
  const certificate = await withCancellableProgress(vscode.l10n.t('Reading the certificate…'), reading).then(
    undefined,
    () => {
      throw new Error(vscode.l10n.t('{0} shows no certificate. Check the address.', address));
    },
  );
  const trust = vscode.l10n.t('Trust for this connection');
  const chosen = await vscode.window.showWarningMessage(
    reason,
    { modal: true, detail: describeCertificate(certificate) },
    trust,
  );
  return chosen === trust ? { pem: certificate.pem, fingerprint256: certificate.fingerprint256 } : undefined;
}

function describeCertificate(certificate: CertificateInfo): string {
  return [
    vscode.l10n.t('Compare the fingerprint with the one on the manager itself before you trust it.'),
    '',
    vscode.l10n.t('SHA-256 fingerprint: {0}', certificate.fingerprint256),
    vscode.l10n.t('Subject: {0}', certificate.subject),
    vscode.l10n.t('Issuer: {0}', certificate.issuer),
    vscode.l10n.t('Valid from {0} to {1}', certificate.validFrom, certificate.validTo),
  ].join('\n');
}
