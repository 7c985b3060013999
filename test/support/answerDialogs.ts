import * as vscode from 'vscode';
import { noteShown } from './shownTexts.js';

/** Everything a dialog showed, in order. */
export interface ShownDialog {
  readonly message: string;
  readonly detail: string;
  /** Those that do something: all but the safe one. */
  readonly buttons: readonly string[];
  /** Those of a list that is answered as a dialog. */
  readonly rows?: readonly string[];
  /** What Enter presses in a modal: the first of all. */
  readonly onEnter: string | undefined;
}

/** What leaves all as it is says what stays. */
const safeButtons = [
  'Leave it as it is',
  'Leave it there',
  'Leave theirs',
  'Keep it',
  'Keep them',
  'Keep the old key',
  'Keep the old one',
  'Keep the trusted one',
  'Keep the connection',
  'Keep the group',
  'Keep editing',
  'Create nothing',
  'Save nothing',
  'Do not trust it',
  'Change it first',
];

/** Those who answer dialogs now. */
const answering: {
  readonly shown: ShownDialog[];
  readonly answer: (dialog: ShownDialog) => string | undefined;
}[] = [];

type Pick = (
  items: readonly vscode.QuickPickItem[],
  options?: vscode.QuickPickOptions,
  token?: vscode.CancellationToken,
) => Thenable<vscode.QuickPickItem | undefined>;

/** The lines that stand over both sides of the plan in front, without those that say what the question says. */
function linesOfPlan(): string {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff)) return '';
  const shown = vscode.workspace.textDocuments.find(
    ({ uri }) => uri.toString() === input.modified.toString(),
  );
  const [summary = ''] = shown?.getText().split('\n\n') ?? [];
  return summary
    .replaceAll(/^\/\/ /gm, '')
    .split('\n')
    .slice(3)
    .join('\n');
}

/**
 * A list that asks whoever answers dialogs about a plan that is open as a diff: its first row is the safe one. Any other list
 * is VS Code's, or of whoever answers lists.
 */
function planAsDialog(pick: vscode.QuickPick<vscode.QuickPickItem>): vscode.QuickPick<vscode.QuickPickItem> {
  const accepted = new vscode.EventEmitter<void>();
  const hidden = new vscode.EventEmitter<void>();
  let chosen: string | undefined;
  let isOpen = false;
  const hide = () => {
    if (isOpen) hidden.fire();
    isOpen = false;
  };
  const ask = async () => {
    isOpen = true;
    const labels = pick.items.map(({ label }) => label);
    const options = { modal: true, detail: linesOfPlan() };
    chosen = await vscode.window.showWarningMessage(pick.title ?? '', options, ...labels);
    if (chosen === undefined) hide();
    // Whoever takes the list away has answered before.
    else if (isOpen) accepted.fire();
  };
  const isPlan = () => pick.ignoreFocusOut && safeButtons.includes(pick.items[0]?.label ?? '');
  const either =
    (one: vscode.Event<void>, other: vscode.Event<void>): vscode.Event<void> =>
    (...listener) =>
      vscode.Disposable.from(one(...listener), other(...listener));
  const own = {
    show: () => (isPlan() ? void ask() : pick.show()),
    hide: () => (isOpen ? hide() : pick.hide()),
    onDidAccept: either(accepted.event, pick.onDidAccept),
    onDidHide: either(hidden.event, pick.onDidHide),
  };
  return new Proxy(pick, {
    get: (_, name) => {
      if (name in own) return own[name as keyof typeof own];
      if (name === 'selectedItems' && chosen !== undefined)
        return pick.items.filter(({ label }) => label === chosen);
      const value: unknown = Reflect.get(pick, name);
      return typeof value === 'function' ? (value.bind(pick) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(pick, name, value),
  });
}

/** Lets whoever answers dialogs answer plans, whoever makes lists. */
function answerPlans(): void {
  type Make = typeof vscode.window.createQuickPick;
  let current = vscode.window.createQuickPick.bind(vscode.window) as Make;
  const behind = new Map<Make, Make>();
  Object.defineProperty(vscode.window, 'createQuickPick', {
    configurable: true,
    enumerable: true,
    get: () => {
      const make = current;
      const making = (() =>
        answering.length > 0 ? planAsDialog(make<vscode.QuickPickItem>()) : make()) as Make;
      behind.set(making, make);
      return making;
    },
    set: (make: Make) => (current = behind.get(make) ?? make),
  });
}
answerPlans();

/**
 * Asks the last who answers dialogs how long a connection is unlocked, whoever answers lists: as a dialog with one button,
 * `Unlock`, which unlocks it for as long as it can be; another answer names a row.
 */
function answerUnlocking(): void {
  let current = vscode.window.showQuickPick as Pick;
  const behind = new Map<Pick, Pick>();
  const inFrontOf = (pick: Pick): Pick => {
    const asking: Pick = (items, options, token) => {
      const one = /^Unlock .* for changes\?$/.test(options?.title ?? '') ? answering.at(-1) : undefined;
      if (!one) return pick(items, options, token);
      const message = options?.title ?? '';
      const rows = items.map(({ label }) => label);
      const dialog = {
        message,
        detail: options?.placeHolder ?? '',
        buttons: ['Unlock'],
        rows,
        onEnter: rows[0],
      };
      one.shown.push(dialog);
      noteShown('list', message, dialog.detail, ...rows);
      const chosen = one.answer(dialog);
      return Promise.resolve(
        chosen === 'Unlock' ? items.at(-1) : items.find(({ label }) => label === chosen),
      );
    };
    behind.set(asking, pick);
    return asking;
  };
  Object.defineProperty(vscode.window, 'showQuickPick', {
    configurable: true,
    enumerable: true,
    get: () => inFrontOf(current),
    set: (pick: Pick) => (current = behind.get(pick) ?? pick),
  });
}
answerUnlocking();

type MessageFunction = (message: string, ...rest: unknown[]) => Thenable<string | undefined>;

/**
 * Answers message boxes, which nobody can click inside the extension host: `answer` gets each one and names a button.
 * @returns what was shown; `restore()` puts VS Code's own functions back
 */
export function answerDialogs(answer: (dialog: ShownDialog) => string | undefined): {
  shown: ShownDialog[];
  restore: () => void;
} {
  const shown: ShownDialog[] = [];
  const window = vscode.window as unknown as Record<string, MessageFunction>;
  const names = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'];
  const originals = names.map(name => window[name]);
  const show: MessageFunction = (message, ...rest) => {
    const [first, ...others] = rest;
    const options =
      typeof first === 'object' && first !== null ? (first as vscode.MessageOptions) : undefined;
    const all = (options ? others : rest).filter(button => typeof button === 'string');
    const buttons = all.filter(button => !safeButtons.includes(button));
    const dialog = { message, detail: options?.detail ?? '', buttons, onEnter: all[0] };
    shown.push(dialog);
    noteShown('message', message, dialog.detail, ...all);
    return Promise.resolve(answer(dialog));
  };
  for (const name of names) window[name] = show;
  const one = { shown, answer };
  answering.push(one);
  return {
    shown,
    restore: () => {
      answering.splice(answering.indexOf(one), 1);
      names.forEach((name, index) => (window[name] = originals[index] as MessageFunction));
    },
  };
}
