/** As much of VS Code as the places need that say what failed. */
export * from '../explorer/vscodeOfExplorer.js';

/** The commands that were run, with what they were given. */
export const ran: (readonly unknown[])[] = [];
/** The messages that were shown: the sentence, then the buttons. */
export const said: (readonly string[])[] = [];

let answer = (_buttons: readonly string[]): string | undefined => undefined;

/** Lets somebody choose among the buttons of each message. */
export const answerWith = (chosen: typeof answer): void => void (answer = chosen);

let typed: string[] = [];

/** Types into the next boxes, one after the other, and gives up the one after them. */
export const type = (...texts: string[]): void => void (typed = texts);

const show = async (sentence: string, ...rest: readonly (string | object)[]) => {
  const buttons = rest.filter(button => typeof button === 'string');
  said.push([sentence, ...buttons]);
  return answer(buttons);
};

/** The item of the status bar, as it was shown last. */
export const status = {
  text: '',
  tooltip: '',
  command: undefined,
  show: () => undefined,
  hide: () => undefined,
  dispose: () => undefined,
};

/** The one beside it, of other connections. */
export const otherStatus = {
  text: '',
  tooltip: '',
  command: undefined as unknown,
  isShown: false,
  show: () => void (otherStatus.isShown = true),
  hide: () => void (otherStatus.isShown = false),
  dispose: () => undefined,
};

/** What decorates files, as it was registered last. */
export const decorations = {
  provider: undefined as { provideFileDecoration: (uri: object) => object | undefined } | undefined,
};

const never = () => ({ dispose: () => undefined });
export const StatusBarAlignment = { Left: 1 };
export const ColorThemeKind = { Dark: 2, HighContrast: 3 };
export const workspace = { onDidChangeNotebookDocument: never };
/** A failure of a document, as VS Code takes it. */
export const FileSystemError = class extends Error {
  static Unavailable = (sentence: string) => new FileSystemError(sentence);
  static NoPermissions = (sentence: string) => new FileSystemError(sentence);
};

/** What was asked to be typed. */
export const boxes: { readonly prompt?: string; readonly value?: string }[] = [];

export const ProgressLocation = { Notification: 15 };
export const window = {
  showInputBox: async (box: { readonly prompt?: string; readonly value?: string }) => {
    boxes.push(box);
    return typed.shift();
  },
  withProgress: (_options: object, task: (...given: object[]) => unknown): unknown =>
    task({ report: never }, { onCancellationRequested: never }),
  showErrorMessage: show,
  showInformationMessage: show,
  showWarningMessage: show,
  createStatusBarItem: (id: string) => (id === 'netsensor.others' ? otherStatus : status),
  registerFileDecorationProvider: (provider: typeof decorations.provider) => {
    decorations.provider = provider;
    return never();
  },
  activeColorTheme: { kind: 2 },
  onDidChangeActiveColorTheme: never,
  onDidChangeActiveTextEditor: never,
  onDidChangeActiveNotebookEditor: never,
  tabGroups: { all: [], onDidChangeTabs: never, close: async () => true },
};
type Handler = (...given: readonly unknown[]) => Promise<unknown>;
/** The commands that were registered, by their ids. */
export const registered = new Map<string, Handler>();
export const commands = {
  executeCommand: async (...call: readonly unknown[]) => ran.push(call) > 0,
  registerCommand: (id: string, handler: Handler) => {
    registered.set(id, handler);
    return { dispose: () => registered.delete(id) };
  },
};
export class CodeLens {
  constructor(
    readonly range: unknown,
    readonly command: object,
  ) {}
}
export class NotebookCellStatusBarItem {
  command: unknown;

  constructor(
    readonly text: string,
    readonly alignment: number,
  ) {}
}
export class NotebookCellOutput {
  constructor(
    readonly items: readonly unknown[],
    readonly metadata?: object,
  ) {}
}
export const NotebookCellOutputItem = { error: (error: object) => error };
export const NotebookCellKind = { Code: 2 };
export const NotebookCellStatusBarAlignment = { Left: 1 };
export class Range {}
export { Range as TabInputText, Range as TabInputCustom };
