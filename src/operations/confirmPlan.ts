import * as vscode from 'vscode';
import { quoted } from '../ui/plainLabel.js';

/** A destructive operation as it is shown before it starts. */
export interface ShownPlan {
  /** One question: what is done to what. */
  readonly question: string;
  readonly lines: readonly string[];
  /** The button that goes on. */
  readonly button: string;
}

/** Shows a plan and asks whether to go on. */
export async function confirmPlan({ question, lines, button }: ShownPlan): Promise<boolean> {
  const detail = lines.filter(Boolean).join('\n');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, button)) === button;
}

/** Asks to type a word that shows that the user knows what is meant; false when given up. */
export async function typeToConfirm(word: string, title: string): Promise<boolean> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Type {0} to go on.', word),
    placeHolder: word,
    ignoreFocusOut: true,
    validateInput: text =>
      text === '' || text.trim() === word ? undefined : vscode.l10n.t('This is not {0}.', word),
  });
  return typed?.trim() === word;
}

/** The word to type for a node: its name, or its uuid where the name is long or holds what nobody can type. */
export function confirmationWord({ name, uuid }: { readonly name: string; readonly uuid: string }): string {
  const isTypable =
    name === name.trim() && name !== '' && name === quoted(name) && /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(name);
  return isTypable ? name : uuid;
}

const mostNames = 10;

/** Names one below the other for a plan, with the number of those that do not fit. */
export function nameLines(names: readonly string[]): string[] {
  const shown = names.slice(0, mostNames).map(name => `• ${quoted(name)}`);
  const others = names.length - shown.length;
  return others > 0 ? [...shown, vscode.l10n.t('and {0} more', others)] : shown;
}

/** Names in one sentence, with the number of those that do not fit. */
export function nameList(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).map(quoted).join(', ');
  const others = names.length - most;
  return others > 0 ? vscode.l10n.t('{0} and {1} more', shown, others) : shown;
}
