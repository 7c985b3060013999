import { Emitter } from '../../../src/ui/lifetimes.js';

/** As much of VS Code as a table with its text needs: a document of a test is edited, and tells of it. */

export * from '../explorer/vscodeOfExplorer.js';

/** An edit of the one document, by offsets. */
export type PlayedEdit = readonly [range: Range, text: string];

/** What a test does in the place of VS Code. */
export const played = {
  edit: (_edits: readonly PlayedEdit[]): void => undefined,
  asks: (): string | undefined => undefined,
};

export class Range {
  constructor(
    readonly from: number,
    readonly to: number,
  ) {}
}

export class WorkspaceEdit {
  readonly edits: PlayedEdit[] = [];

  replace(_uri: unknown, range: Range, text: string): void {
    this.edits.push([range, text]);
  }
}

/** Who hears of changes of the document. */
export const changes = new Emitter<{ readonly document: unknown; readonly reason: number | undefined }>();
const never = () => ({ dispose: () => undefined });

export const l10n = {};
export const TextDocumentChangeReason = { Undo: 1, Redo: 2 };
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2 };
export const workspace = {
  textDocuments: [],
  onDidChangeTextDocument: changes.event,
  onDidSaveTextDocument: never,
  onDidCloseTextDocument: never,
  applyEdit: async ({ edits }: WorkspaceEdit): Promise<boolean> => {
    played.edit(edits);
    return true;
  },
};
export const languages = { onDidChangeDiagnostics: never, getDiagnostics: (): unknown[] => [] };
export const window = {
  showWarningMessage: async (): Promise<string | undefined> => played.asks(),
  /** No test has VS Code say that something failed. */
  showErrorMessage: async (sentence: string): Promise<never> => {
    throw new Error(sentence);
  },
};
