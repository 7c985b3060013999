import * as vscode from 'vscode';
import { patientSignal } from '../model/text/patientSignal.js';
import { waitWords } from '../words/waitWords.js';
import { joined, type Inert, type Unlinked } from '../words/inert.js';

/**
 * The parts of VS Code that show text, typed so that they take inert text only. They are VS Code's own objects; a lint rule
 * keeps everything else from reaching for them in another way.
 */

/** The same object, whose text in these fields is inert. */
type With<T, Field extends keyof T> = Omit<T, Field> & { [F in Field]: Swap<T[F]> };
type Swap<V> = V extends string ? Inert : V;

export type CancellationToken = vscode.CancellationToken;

/** A row of a list to choose from. */
export type QuickPickItem = With<vscode.QuickPickItem, 'label' | 'description' | 'detail'>;
export type QuickPickOptions = With<vscode.QuickPickOptions, 'title' | 'placeHolder' | 'prompt'>;
export type InputBoxValidationMessage = With<vscode.InputBoxValidationMessage, 'message'>;
type Validation = Inert | InputBoxValidationMessage | undefined;
export type InputBoxOptions = Omit<
  With<vscode.InputBoxOptions, 'title' | 'prompt' | 'placeHolder'>,
  'validateInput'
> & { validateInput?: (value: string) => Validation | Thenable<Validation> };
export type MessageOptions = With<vscode.MessageOptions, 'detail'>;
export type QuickPick<T extends QuickPickItem> = Omit<
  With<vscode.QuickPick<never>, 'title' | 'placeholder' | 'prompt'>,
  'items' | 'activeItems' | 'selectedItems' | 'onDidTriggerItemButton'
> & {
  items: readonly T[];
  activeItems: readonly T[];
  selectedItems: readonly T[];
  /** Whether VS Code sorts the list by how labels match: not for one that comes ranked. Not in the typings of the API yet. */
  sortByLabel: boolean;
  readonly onDidTriggerItemButton: vscode.Event<{
    readonly item: T;
    readonly button: vscode.QuickInputButton;
  }>;
};
export type StatusBarItem = With<vscode.StatusBarItem, 'name' | 'text' | 'tooltip'>;
export type Progress = vscode.Progress<{ message?: Inert; increment?: number }>;

/** Shows a sentence with buttons; gives the one that was chosen. */
export interface ShowMessage {
  <T extends Inert>(sentence: Inert, ...buttons: T[]): Thenable<T | undefined>;
  <T extends Inert>(sentence: Inert, options: MessageOptions, ...buttons: T[]): Thenable<T | undefined>;
}

/** The button of a dialog that closes it, in the place of VS Code's Cancel; what gives the button that was pressed gives none for it. */
export const closeButton = (title: Inert): Inert =>
  ({ title, isCloseAffordance: true }) as vscode.MessageItem as unknown as Inert;

export type TreeView<T> = With<vscode.TreeView<T>, 'message' | 'title' | 'description'>;

type Level = 'error' | 'warn' | 'info' | 'debug' | 'trace';
/** One line at a time, so that nobody can write another one. */
export type Log = Omit<vscode.LogOutputChannel, Level | 'append' | 'appendLine' | 'replace'> &
  Record<Level, (line: Unlinked) => void>;

interface Window {
  showErrorMessage: ShowMessage;
  showWarningMessage: ShowMessage;
  showInformationMessage: ShowMessage;
  showQuickPick<T extends QuickPickItem>(
    items: readonly T[] | Thenable<readonly T[]>,
    options: QuickPickOptions & { canPickMany: true },
  ): Thenable<T[] | undefined>;
  showQuickPick<T extends QuickPickItem>(
    items: readonly T[] | Thenable<readonly T[]>,
    options?: QuickPickOptions,
    token?: vscode.CancellationToken,
  ): Thenable<T | undefined>;
  createQuickPick<T extends QuickPickItem>(): QuickPick<T>;
  showInputBox(options: InputBoxOptions, token?: CancellationToken): Thenable<string | undefined>;
  withProgress<R>(
    options: With<vscode.ProgressOptions, 'title'>,
    task: (progress: Progress, token: vscode.CancellationToken) => Thenable<R>,
  ): Thenable<R>;
  createStatusBarItem(id: string, alignment?: vscode.StatusBarAlignment, priority?: number): StatusBarItem;
  setStatusBarMessage(text: Inert, milliseconds: number): vscode.Disposable;
  createTerminal(options: With<vscode.TerminalOptions, 'name'>): vscode.Terminal;
  createTreeView<T>(id: string, options: vscode.TreeViewOptions<T>): TreeView<T>;
  createOutputChannel(name: string, options: { log: true }): Log;
  showOpenDialog(
    options: With<vscode.OpenDialogOptions, 'title' | 'openLabel'>,
  ): Thenable<vscode.Uri[] | undefined>;
  showSaveDialog(
    options: With<vscode.SaveDialogOptions, 'title' | 'saveLabel'>,
  ): Thenable<vscode.Uri | undefined>;
}

export const window = vscode.window as unknown as Window;

/** An icon by its name, and the theme's name of a colour. */
export const themeIcon = (id: string, color?: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);

/** Has a command of ours do something, which tells people by itself when it fails. */
export const runCommand = (command: string, ...args: readonly unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

/** Shows the difference between two documents. @param options where, and whether what is opened next takes its place */
export const showDifference = (
  left: vscode.Uri,
  right: vscode.Uri,
  title: Inert,
  options?: vscode.TextDocumentShowOptions,
): Thenable<void> => vscode.commands.executeCommand('vscode.diff', left, right, title, options);

/** Marks places of a document, some with text behind them. */
export const setDecorations = (
  editor: vscode.TextEditor,
  type: vscode.TextEditorDecorationType,
  places: readonly {
    readonly range: vscode.Range;
    readonly renderOptions?: { readonly after: { readonly contentText: Inert } };
  }[],
): void => editor.setDecorations(type, places);

export type DocumentLink = With<vscode.DocumentLink, 'tooltip'>;
export const DocumentLink = vscode.DocumentLink as unknown as new (
  range: vscode.Range,
  target?: vscode.Uri,
) => DocumentLink;

export type NotebookController = With<vscode.NotebookController, 'label' | 'description' | 'detail'>;
export const createNotebookController = (
  id: string,
  type: string,
  label: Inert,
  run?: vscode.NotebookController['executeHandler'],
): NotebookController =>
  vscode.notebooks.createNotebookController(id, type, label, run) as unknown as NotebookController;

export type QuickInputButton = With<vscode.QuickInputButton, 'tooltip'>;
export type ViewBadge = With<vscode.ViewBadge, 'tooltip'>;
export type FileDecoration = With<vscode.FileDecoration, 'badge' | 'tooltip'>;

/** Markdown that takes text, and markup only from our own code. */
export interface MarkdownString extends Omit<vscode.MarkdownString, 'appendText' | 'appendMarkdown'> {
  appendText(text: Unlinked): MarkdownString;
  appendMarkdown(markup: '**' | ' ' | '  \n' | '\n\n'): MarkdownString;
}
export const MarkdownString = vscode.MarkdownString as unknown as new () => MarkdownString;

type Tip<T, Field extends keyof T> = With<
  Omit<T, 'tooltip'>,
  Exclude<Field, 'tooltip'> & keyof Omit<T, 'tooltip'>
> & {
  tooltip?: Inert | MarkdownString | undefined;
};

export type TreeItem = Tip<vscode.TreeItem, 'label' | 'description'>;
export const TreeItem = vscode.TreeItem as unknown as new (
  label: Inert,
  state: vscode.TreeItemCollapsibleState,
) => TreeItem;

export type Diagnostic = With<vscode.Diagnostic, 'message'>;
/** Something that the Problems panel says of a document. */
export function problemAt(
  range: vscode.Range,
  message: Inert,
  severity: 'error' | 'warning' | 'hint' = 'error',
): Diagnostic {
  const { Error: error, Warning: warning, Hint: hint } = vscode.DiagnosticSeverity;
  return new vscode.Diagnostic(range, message, { error, warning, hint }[severity]) as Diagnostic;
}

export type InlayHint = Tip<vscode.InlayHint, 'label'>;
export const InlayHint = vscode.InlayHint as unknown as new (
  position: vscode.Position,
  label: Inert,
) => InlayHint;

export const Hover = vscode.Hover as unknown as new (
  text: MarkdownString,
  range: vscode.Range,
) => vscode.Hover;

export type NotebookCellStatusBarItem = With<vscode.NotebookCellStatusBarItem, 'text' | 'tooltip'>;
export const NotebookCellStatusBarItem = vscode.NotebookCellStatusBarItem as unknown as new (
  text: Inert,
  alignment: vscode.NotebookCellStatusBarAlignment,
) => NotebookCellStatusBarItem;

type MakeFailure = (sentenceOrUri: Inert | vscode.Uri) => vscode.FileSystemError;
export const FileSystemError = vscode.FileSystemError as unknown as {
  new (sentenceOrUri: Inert | vscode.Uri): vscode.FileSystemError;
  readonly FileNotFound: MakeFailure;
  readonly FileNotADirectory: MakeFailure;
  readonly NoPermissions: MakeFailure;
  readonly Unavailable: MakeFailure;
};

export type DocumentSymbol = With<vscode.DocumentSymbol, 'name' | 'detail'>;
export const DocumentSymbol = vscode.DocumentSymbol as unknown as new (
  name: Inert,
  detail: Inert | '',
  kind: vscode.SymbolKind,
  range: vscode.Range,
  selectionRange: vscode.Range,
) => DocumentSymbol;

type CompletionLabel = Inert | With<vscode.CompletionItemLabel, 'label' | 'detail' | 'description'>;
export type CompletionItem = Omit<With<vscode.CompletionItem, 'detail'>, 'label' | 'documentation'> & {
  readonly label: CompletionLabel;
  documentation?: Inert | MarkdownString;
};
export const CompletionItem = vscode.CompletionItem as unknown as new (
  label: CompletionLabel,
  kind: vscode.CompletionItemKind,
) => CompletionItem;

export const CodeLens = vscode.CodeLens as unknown as new (
  range: vscode.Range,
  command: With<vscode.Command, 'title' | 'tooltip'>,
) => vscode.CodeLens;

export const CodeAction = vscode.CodeAction as unknown as new (
  title: Inert,
  kind: vscode.CodeActionKind,
) => With<vscode.CodeAction, 'title'>;

/** A heading among the rows of a list. */
export const separator = (label: Inert): QuickPickItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

/** What is said of an entry that is taken all the same. */
export const inputWarning = (message: Inert): InputBoxValidationMessage => ({
  message,
  severity: vscode.InputBoxValidationSeverity.Warning,
});

/** Shows in a notification that something goes on, until it has ended. */
export const withNotification = <R>(
  title: Inert,
  task: (progress: Progress, token: vscode.CancellationToken) => Thenable<R>,
  cancellable = false,
): Thenable<R> =>
  window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable }, task);

/** An AbortSignal that follows a VS Code cancellation token. */
export function abortSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** Milliseconds after which somebody who waits is told for what. */
const patience = 500;

/** Waits for something that is mostly there at once. @throws {vscode.CancellationError} when the user does not wait any longer */
export const waitPatiently = <T>(title: Inert, work: Promise<T>): Promise<T> =>
  withCancellableProgress(title, signal => {
    const cancelled = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new vscode.CancellationError()), { once: true });
    });
    return Promise.race([work, cancelled]);
  });

/**
 * Runs a task, and shows it in a notification that can cancel it once it has taken half a second; `report` says beside the
 * title how far it is. One that came at once would cost the message of what became of the task its place: VS Code draws three
 * notifications in 800 ms, and puts the next behind the bell alone (`NotificationsToasts.SPAM_PROTECTION`). The signal is
 * that of somebody patient: what is sent with it waits when the manager asks for that, and it is said.
 */
export async function withCancellableProgress<T>(
  title: Inert,
  task: (signal: AbortSignal, report: (message: Inert) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let progress: Progress | undefined;
  let message: Inert | undefined;
  let wait: Inert | undefined;
  const show = () => progress?.report({ message: joined([message ?? '', wait ?? ''], ' · ') });
  const signal = patientSignal(controller, {
    tell: told => {
      if (!told && !wait) return;
      wait = told && waitWords(told);
      show();
    },
  });
  const report = (said: Inert) => {
    message = said;
    show();
  };
  const work = task(signal, report);
  const late = new Promise<boolean>(resolve => setTimeout(resolve, patience, true));
  const done = () => false;
  if (!(await Promise.race([work.then(done, done), late]))) return work;
  const follow = (shown: Progress, token: vscode.CancellationToken) => {
    token.onCancellationRequested(() => controller.abort());
    progress = shown;
    if (message ?? wait) show();
    return work;
  };
  return withNotification(title, follow, true);
}

/** How somebody waits until what was written shows. */
interface ShownPatience {
  readonly signal: AbortSignal;
  /** Shows that it is waited. */
  readonly onWaiting: () => void;
}

/**
 * Writes something that may show late. From the first wait on a notification says what is waited for, and can end it; a
 * write that shows at once shows nothing.
 */
export async function waitForWrite<T>(
  title: Inert,
  write: (patience: ShownPatience) => Promise<T>,
): Promise<T> {
  const cancelled = new AbortController();
  let isShown = false;
  let end = (): void => undefined;
  const ended = new Promise<void>(resolve => (end = resolve));
  const onWaiting = () => {
    if (isShown) return;
    isShown = true;
    const follow = (_: Progress, token: vscode.CancellationToken) => {
      token.onCancellationRequested(() => cancelled.abort());
      return ended;
    };
    void withNotification(title, follow, true);
  };
  try {
    return await write({ signal: cancelled.signal, onWaiting });
  } finally {
    end();
  }
}
