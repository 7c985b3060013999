import * as vscode from 'vscode';
import { answeredPick, type PressedButton } from './answeredPick.js';
import { noteRows, noteShown } from './shownTexts.js';

/** What somebody does in a box or a list; nothing is Escape. */
export type Answer = string | PressedButton | undefined;

/**
 * Answers input boxes and quick picks in order; `undefined` gives up, as Escape does. A box that refuses an answer stays
 * open for the next one, as VS Code's does. Where several rows may be picked, an answer names them with commas between.
 */
export function answerInputs(answers: readonly Answer[]): {
  asked: string[];
  restore: () => void;
} {
  const asked: string[] = [];
  const left = [...answers];
  const window = vscode.window as unknown as Record<
    'showInputBox' | 'showQuickPick' | 'createQuickPick',
    unknown
  >;
  const { showInputBox, showQuickPick, createQuickPick } = window;
  window.showInputBox = (options: vscode.InputBoxOptions) => {
    noteShown('input', options.title, options.prompt);
    asked.push(`${options.title ?? ''}${options.password ? ' (password)' : ''}`);
    return acceptedAnswer(left, options);
  };
  window.showQuickPick = async (
    listed: Promise<readonly vscode.QuickPickItem[]> | readonly vscode.QuickPickItem[],
    options: vscode.QuickPickOptions,
  ) => {
    asked.push(options.title ?? '');
    const items = await listed;
    noteRows(items);
    const wanted = left.shift();
    if (!options.canPickMany) return items.find(item => item.label === wanted);
    if (typeof wanted !== 'string') return undefined;
    return items.filter(({ label }) => wanted.split(', ').includes(label));
  };
  window.createQuickPick = () =>
    answeredPick(title => {
      asked.push(title);
      return left.shift();
    });
  return { asked, restore: () => Object.assign(window, { showInputBox, showQuickPick, createQuickPick }) };
}

async function acceptedAnswer(
  left: Answer[],
  { validateInput }: vscode.InputBoxOptions,
): Promise<string | undefined> {
  for (;;) {
    const answer = left.shift();
    if (typeof answer !== 'string') return undefined;
    if (!isRefusal(await validateInput?.(answer))) return answer;
  }
}

/** A warning is shown below the box, and Enter goes on all the same. */
const isRefusal = (said: string | vscode.InputBoxValidationMessage | undefined | null): boolean =>
  typeof said === 'string' ? said !== '' : said?.severity === vscode.InputBoxValidationSeverity.Error;
