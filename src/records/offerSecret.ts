import * as vscode from 'vscode';
import { window } from '../ui/doors.js';
import { quoted } from '../ui/inert.js';

/** Offers the secret of a vendor sensor, which a manager answers once, for copying; it is kept nowhere (design, decision 5). */
export async function offerSecret(name: string, secret: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Secret');
  const answer = await window.showInformationMessage(
    vscode.l10n.t('The manager made a secret for “{0}” and tells it only now.', quoted(name)),
    {
      modal: true,
      detail: vscode.l10n.t('Netsensor does not keep it. Copy it to where the sensor is set up.'),
    },
    copy,
  );
  if (answer === copy) await vscode.env.clipboard.writeText(secret);
}

/** Says that the secret of a vendor sensor never came here, for example with an answer that was lost. */
export function sayNoSecret(name: string): void {
  void window.showWarningMessage(
    vscode.l10n.t(
      'The secret of “{0}” did not arrive, and a manager tells it only once. If you need it, delete the sensor and create it again.',
      quoted(name),
    ),
  );
}
