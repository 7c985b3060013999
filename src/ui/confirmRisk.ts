import * as vscode from 'vscode';
import { window } from './doors.js';
import type { Inert } from './inert.js';

/** A question before something that cannot be taken back. */
export interface Risk {
  readonly question: Inert;
  readonly detail?: Inert;
  /** The button that goes on. */
  readonly risky: Inert;
}

/** Asks whether to go on. */
export const confirmRisk = async ({ risky, ...asked }: Risk): Promise<boolean> =>
  (await chooseRisk(asked, [risky])) === risky;

/**
 * Asks which way to go on; undefined for none. Enter presses the first button of VS Code's dialogs, so that is the safe
 * one; a button that is marked as `isCloseAffordance` would go to the end, and leave Enter to another.
 */
export async function chooseRisk(
  { question, detail }: Omit<Risk, 'risky'>,
  risky: readonly Inert[],
): Promise<Inert | undefined> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
  const safe = vscode.l10n.t('Change Nothing');
  const chosen = await window.showWarningMessage(question, options, safe, ...risky);
  return chosen === safe ? undefined : chosen;
}
