import * as vscode from 'vscode';
import { window, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { shown } from '../../words/inert.js';

/** Secrets on the clipboard: taken away after a time, unless something else was copied meanwhile. */
export class CopiedSecrets implements vscode.Disposable {
  private timer: NodeJS.Timeout | undefined;
  private copied = '';

  constructor(private readonly log: Log) {}

  async copy(secret: string): Promise<void> {
    clearTimeout(this.timer);
    await vscode.env.clipboard.writeText(secret);
    this.copied = secret;
    const seconds = vscode.workspace.getConfiguration('netsensor').get<number>('clipboardTime', 30);
    const sentence =
      seconds > 0
        ? vscode.l10n.t('Copied. The clipboard is cleared in {0} seconds.', seconds)
        : vscode.l10n.t('Copied. Clear the clipboard when you have used it.');
    window.setStatusBarMessage(shown`$(key) ${sentence}`, 8_000);
    if (seconds > 0) this.timer = setTimeout(() => inBackground(this.log, this.clear()), seconds * 1000);
  }

  dispose(): void {
    clearTimeout(this.timer);
    inBackground(this.log, this.clear());
  }

  private async clear(): Promise<void> {
    const { copied } = this;
    this.copied = '';
    if (copied !== '' && (await vscode.env.clipboard.readText()) === copied)
      await vscode.env.clipboard.writeText('');
  }
}
