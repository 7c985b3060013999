import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showDifference, window, type CancellationToken, type QuickPickItem } from '../ui/doors.js';
import { askInList, type ListQuestion } from '../ui/pickedRow.js';
import { Owner } from '../ui/lifetimes.js';
import { Scheme } from '../ids.js';
import type { PlanSides } from '../changes/change.js';
import type { Inert } from '../words/inert.js';

/** Two texts, and what can be done with their difference. */
export interface ShownDifference {
  readonly left: string;
  readonly right: string;
  readonly copy?: (() => Promise<void>) | undefined;
  /** JSON without it. */
  readonly language?: PlanSides['language'];
}

/** What a question is about. */
interface ShownPlan {
  readonly title: Inert;
  readonly sides: Pick<PlanSides, 'now' | 'planned' | 'language'>;
  readonly connectionId: string;
}

/** What asks about a difference that is shown. */
interface AboveDifference {
  /** Says when the difference was closed, so that nobody answers for what is not to be seen. */
  readonly closed: CancellationToken;
  readonly choose: (question: ListQuestion<QuickPickItem>) => Promise<QuickPickItem | undefined>;
}

/** The two sides of a plan as read-only texts, for a diff. */
export class PlanDocuments extends Owner {
  private readonly texts = new Map<string, string>();
  private readonly copies = new Map<string, () => Promise<void>>();
  private count = 0;
  /** Shows again what is asked about; undefined where no question stands. */
  private bringToFront: (() => Promise<void>) | undefined;
  private lastAnswer: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    this.own(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.texts.delete(uri.toString());
        this.copies.delete(uri.toString());
      }),
    );
  }

  /** A text that is shown; empty for one of an earlier window. */
  textOf(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /**
   * Shows the difference between two texts of JSON, which stays until its tab is closed.
   * @param copy what the button above it does
   */
  async show(title: Inert, { left, right, copy, language }: ShownDifference): Promise<void> {
    const uri = this.add(copy ? 'copyable.json' : `right.${language ?? 'json'}`, right);
    if (copy) this.copies.set(uri.toString(), copy);
    await this.showBeside(title, left, uri, language);
  }

  /** Does what the button above the difference in front does. */
  async copyShown(): Promise<void> {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof vscode.TabInputTextDiff) await this.copies.get(input.modified.toString())?.();
  }

  /** Shows a text that stays until its tab is closed. */
  async open(fileName: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(this.add(fileName, text), { preview: true });
  }

  /** Shows the difference between a text of JSON and a document, which stays until its tab is closed. */
  async showBeside(title: Inert, left: string, right: vscode.Uri, language = 'json'): Promise<void> {
    await showDifference(this.add(`left.${language}`, left), right, title);
  }

  /**
   * Shows the difference between what is now and what will be, as long as a question about it waits: one after the other,
   * as VS Code has one place for questions. One that waits comes to the front, so that nobody waits for it unknowingly.
   */
  showWhile<T>(plan: ShownPlan, ask: (above: AboveDifference) => Promise<T>): Promise<T> {
    const earlier = this.lastAnswer;
    const answered = (async () => {
      // What cannot be shown again is waited for all the same: no two questions stand at once.
      await this.bringToFront?.().catch(() => undefined);
      await earlier;
      return this.showAndAsk(plan, ask);
    })();
    this.lastAnswer = answered.catch(() => undefined);
    return answered;
  }

  private async showAndAsk<T>(
    { title, sides: { now, planned, language }, connectionId }: ShownPlan,
    ask: (above: AboveDifference) => Promise<T>,
  ): Promise<T> {
    const right = this.add(`planned.${language}`, planned, connectionId);
    const left = this.add(`now.${language}`, now, connectionId);
    // Whatever was looked at, a table or a picture, is there still once it is answered.
    const show = () => showDifference(left, right, title, { preview: false });
    await show();
    let isAnswered = false;
    this.bringToFront = async () => {
      await show();
      // Whoever answered it meanwhile has closed it before it was shown again.
      if (isAnswered) return closeDiff(right);
      window.setStatusBarMessage(l10n.t('Answer this first: another change waits for it.'), 5000);
      await vscode.commands.executeCommand('workbench.action.focusQuickOpen');
    };
    const closing = new vscode.CancellationTokenSource();
    const tabs = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.some(tab => isDiffOf(right, tab))) closing.cancel();
    });
    try {
      return await ask({
        closed: closing.token,
        choose: question => askInList(window.createQuickPick<QuickPickItem>(), question, closing.token),
      });
    } finally {
      isAnswered = true;
      this.bringToFront = undefined;
      tabs.dispose();
      closing.dispose();
      await closeDiff(right);
    }
  }

  /** @param authority the connection that is changed, whose colour and name stand with it */
  private add(fileName: string, text: string, authority = ''): vscode.Uri {
    this.count += 1;
    const uri = vscode.Uri.from({ scheme: Scheme.plan, authority, path: `/${this.count}/${fileName}` });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

const isDiffOf = (modified: vscode.Uri, { input }: vscode.Tab): boolean =>
  input instanceof vscode.TabInputTextDiff && input.modified.toString() === modified.toString();

async function closeDiff(modified: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(tab => isDiffOf(modified, tab)));
}
