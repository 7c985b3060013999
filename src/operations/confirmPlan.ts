import * as vscode from 'vscode';
import { confirmRisk } from '../ui/confirmRisk.js';
import { window } from '../ui/doors.js';
import { inert, joined, quoted, shown, type Inert } from '../ui/inert.js';

/** A destructive operation as it is shown before it starts. */
export interface ShownPlan {
  /** One question: what is done to what. */
  readonly question: Inert;
  readonly lines: readonly (Inert | '')[];
  /** The button that goes on. */
  readonly button: Inert;
}

/** Shows a plan and asks whether to go on. */
export async function confirmPlan({ question, lines, button }: ShownPlan): Promise<boolean> {
  return confirmRisk({ question, detail: joined(lines, '\n'), risky: button });
}

/** Asks to type a word that shows that the user knows what is meant; false when given up. */
export async function typeToConfirm(word: string, title: Inert): Promise<boolean> {
  const shownWord = inert(word);
  // What was copied from where it is shown holds what makes it inert.
  const isWord = (text: string) => [word, shownWord].includes(text.trim());
  const typed = await window.showInputBox({
    title,
    prompt: vscode.l10n.t('Type {0} to go on.', shownWord),
    placeHolder: shownWord,
    ignoreFocusOut: true,
    validateInput: text =>
      text === '' || isWord(text) ? undefined : vscode.l10n.t('This is not {0}.', shownWord),
  });
  return typed !== undefined && isWord(typed);
}

/** The word to type for a node: its name, or its uuid where the name is long or holds what nobody can type. */
export function confirmationWord({ name, uuid }: { readonly name: string; readonly uuid: string }): string {
  const looksTheSame = quoted(name).replaceAll('\u2060', '') === name;
  const isTypable = looksTheSame && /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(name);
  return isTypable ? name : uuid;
}

const mostNames = 10;

/** Names one below the other for a plan, with the number of those that do not fit. */
export function nameLines(names: readonly string[]): Inert[] {
  const lines = names.slice(0, mostNames).map(name => shown`• ${quoted(name)}`);
  const others = names.length - lines.length;
  return others > 0 ? [...lines, vscode.l10n.t('and {0} more', others)] : lines;
}

/** Names in one sentence, with the number of those that do not fit. */
export function nameList(names: readonly string[], most = 3): Inert {
  const list = joined(names.slice(0, most).map(quoted), ', ');
  const others = names.length - most;
  return others > 0 ? vscode.l10n.t('{0} and {1} more', list, others) : list;
}
