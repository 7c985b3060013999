import type * as vscode from 'vscode';

/** What copied secrets need of VS Code. */
export interface SecretClipboard extends Pick<vscode.Clipboard, 'readText' | 'writeText'> {
  /** Seconds until a secret is taken away, as the setting is now; 0 for never. */
  readonly seconds: () => number;
  /** Says that a secret was copied, and for how many seconds. */
  readonly say: (seconds: number) => void;
  /** Lets something go on that nobody waits for. */
  readonly goOn: (work: Promise<void>) => void;
}

/** Secrets on the clipboard: taken away after a time, unless something else was copied meanwhile. */
export class CopiedSecrets implements vscode.Disposable {
  private timer: NodeJS.Timeout | undefined;
  private copied = '';

  constructor(private readonly clipboard: SecretClipboard) {}

  async copy(secret: string): Promise<void> {
    clearTimeout(this.timer);
    await this.clipboard.writeText(secret);
    this.copied = secret;
    const seconds = this.clipboard.seconds();
    this.clipboard.say(seconds);
    if (seconds > 0) this.timer = setTimeout(() => this.clipboard.goOn(this.clear()), seconds * 1000);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.clipboard.goOn(this.clear());
  }

  private async clear(): Promise<void> {
    const { copied } = this;
    this.copied = '';
    if (copied !== '' && (await this.clipboard.readText()) === copied) await this.clipboard.writeText('');
  }
}
