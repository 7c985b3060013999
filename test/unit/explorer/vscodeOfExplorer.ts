import { Emitter } from '../../../src/ui/lifetimes.js';

/** As much of VS Code as the rows of the explorer and the details of a node need. */

class Empty {}

export class TreeItem {
  constructor(
    readonly label: string,
    public collapsibleState: number,
  ) {}
}
export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: Empty,
  ) {}
}
export class MarkdownString {
  value = '';

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }

  appendText(text: string): this {
    return this.appendMarkdown(text);
  }
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export class DocumentDropEdit {
  constructor(
    readonly insertText: string,
    readonly title: string,
  ) {}
}

/** An address of which only the text counts. */
export class Uri {
  private constructor(readonly text: string) {}

  static readonly parse = (text: string): Uri => new Uri(text);
  static readonly file = (path: string): Uri => new Uri(`file://${path}`);
  static readonly joinPath = ({ text }: Uri, ...names: readonly string[]): Uri =>
    new Uri([text, ...names].join('/'));
  static readonly from = ({ scheme, authority, path }: Readonly<Record<string, string>>): Uri =>
    new Uri(`${scheme}://${authority}${path}`);

  get scheme(): string {
    return this.text.split(':', 1)[0] ?? '';
  }

  get authority(): string {
    return this.text.split('/')[2] ?? '';
  }

  get path(): string {
    return `/${this.text.split('/').slice(3).join('/')}`;
  }

  toString(): string {
    return this.text;
  }
}

export class TabInputText {
  constructor(readonly uri: Uri) {}
}
export class SymbolInformation {
  constructor(
    readonly name: string,
    readonly kind: number,
    readonly containerName: string,
    readonly location: Empty,
  ) {}
}
export const SymbolKind = { Module: 1, Interface: 10, Object: 18 };
export const QuickPickItemKind = { Separator: -1 };
export const QuickInputButtons = { Back: {} };

export {
  Empty as CancellationError,
  Empty as CodeAction,
  Empty as CodeLens,
  Empty as CompletionItem,
  Empty as DataTransferItem,
  Empty as Diagnostic,
  Empty as DocumentLink,
  Empty as DocumentSymbol,
  Empty as Hover,
  Empty as InlayHint,
  Empty as Location,
  Empty as Position,
  Empty as TabInputCustom,
  Empty as TabInputNotebook,
  Empty as NotebookCellStatusBarItem,
  Empty as ThemeColor,
};
export const FileSystemError = Error;
/** What was copied last. */
export const clipboard = { text: '', writeText: async (text: string) => void (clipboard.text = text) };
export const env = { language: 'en', clipboard, uriScheme: 'vscode' };
/** What the user has set, by its last word, and who hears of a change. */
export const settings = new Map<string, unknown>();
const heardSettings = new Emitter<{ readonly affectsConfiguration: () => boolean }>();

/** Sets something as its user would. */
export function setSetting(name: string, value: unknown): void {
  settings.set(name, value);
  heardSettings.fire({ affectsConfiguration: () => true });
}

/** The documents that are open, and the settings. */
export const workspace = {
  getConfiguration: () => ({ get: (name: string, otherwise: unknown) => settings.get(name) ?? otherwise }),
  onDidChangeConfiguration: heardSettings.event,
  textDocuments: [] as readonly PlayedDocument[],
  openTextDocument: async (uri: Uri): Promise<PlayedDocument | undefined> =>
    workspace.textDocuments.find(document => document.uri.text === uri.text),
};

/** A document that is open. */
interface PlayedDocument {
  readonly uri: Uri;
  readonly getText: () => string;
}

export class Range {
  readonly numbers: readonly number[];

  constructor(...numbers: readonly number[]) {
    this.numbers = numbers;
  }
}

/** A view of a tree, as it was told to be. */
export interface PlayedView {
  badge?: { readonly value: number; readonly tooltip: string };
  message?: string;
  readonly options?: { readonly treeDataProvider: unknown };
}

/** The views that were made, the newest last. */
export const views: PlayedView[] = [];
/** A list to choose from, with words that are typed. */
export const pick = {
  value: '',
  busy: true,
  items: [] as readonly PickedItem[],
  title: '',
  selectedItems: [] as readonly PickedItem[],
  activeItems: [] as readonly PickedItem[],
  accept: () => undefined as void,
  onDidChangeValue: (): object => ({ dispose: () => undefined }),
  /** Presses the button that leads back, which hides the list. */
  goBack: () => undefined as void,
  onDidTriggerButton: (heard: () => void): object => {
    pick.goBack = () => {
      heard();
      pick.hidden.at(-1)?.();
    };
    return { dispose: () => undefined };
  },
  onDidTriggerItemButton: (): object => ({ dispose: () => undefined }),
  hidden: [] as (() => void)[],
  onDidHide: (heard: () => void): object => {
    pick.hidden.push(heard);
    return { dispose: () => undefined };
  },
  onDidAccept: (heard: () => void): object => {
    pick.accept = heard;
    return { dispose: () => undefined };
  },
  show: () => undefined,
  hide: () => undefined,
  dispose: () => undefined,
};

interface PickedItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/** What the next panel with a page is. */
export const panel = { made: {} };
/** The commands that were run, with what they were given. */
export const ran: (readonly unknown[])[] = [];

/** The editor in front, and who hears that it is another one. */
const editors = { heard: () => undefined as void };

/** Brings the editor of a document to the front. */
export function showEditor(uri: Uri, viewColumn: number): void {
  window.activeTextEditor = { document: { uri }, viewColumn };
  editors.heard();
}

export const ViewColumn = { Active: -1, Beside: -2 };
export const window = {
  activeTextEditor: undefined as object | undefined,
  onDidChangeActiveTextEditor: (heard: () => void): { dispose: () => void } => {
    editors.heard = heard;
    return { dispose: () => undefined };
  },
  createWebviewPanel: (): object => panel.made,
  createQuickPick: (): object => pick,
  shown: [] as readonly unknown[],
  showTextDocument: async (...shown: readonly unknown[]) => void (window.shown = shown),
  setStatusBarMessage: (): void => undefined,
  showErrorMessage: async (): Promise<undefined> => undefined,
  tabGroups: { all: [], activeTabGroup: {} },
  createTreeView: (_id: string, options: PlayedView['options']): PlayedView => {
    const view = { options, dispose: () => undefined };
    views.push(view as PlayedView);
    return view as PlayedView;
  },
  withProgress: (_options: unknown, task: () => unknown): unknown => task(),
};
/** The extension, as far as its manifest is read. */
export const extensions = {
  all: [
    {
      extensionUri: Uri.file('/extension'),
      packageJSON: {
        contributes: {
          commands: [
            { command: 'netsensor.addManager', title: 'Add Manager…' },
            { command: 'netsensor.copyUuid', title: 'Copy UUID' },
            { command: 'netsensor.copyLink', title: 'Copy Link' },
          ],
          menus: {
            commandPalette: ['netsensor.copyUuid', 'netsensor.copyLink'].map(command => ({
              command,
              when: 'false',
            })),
            'view/item/context': [
              {
                command: 'netsensor.copyLink',
                when: 'viewItem =~ /^(record|accessPoint)/',
                group: '5_copy@5',
              },
              { command: 'netsensor.copyUuid', when: 'viewItem =~ /^accessPoint/', group: '5_copy@1' },
            ],
          },
        },
      },
    },
  ],
};
export const commands = { executeCommand: async (...call: readonly unknown[]) => void ran.push(call) };
