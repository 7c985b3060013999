import type * as vscode from 'vscode';

/** A cell as far as its text and what it holds are read. */
export interface PlainCell {
  /** A query as its text, or as what the text says. */
  readonly query?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly outputs?: readonly object[];
  readonly isMarkup?: boolean;
}

/** An open notebook as what only reads one sees it; no VS Code changes it. */
export function plainNotebook(
  cells: readonly PlainCell[],
  metadata: Readonly<Record<string, unknown>> = {},
): { readonly notebook: vscode.NotebookDocument; readonly cells: readonly vscode.NotebookCell[] } {
  const notebook = { metadata, isClosed: false, getCells: () => made } as unknown as vscode.NotebookDocument;
  const made = cells.map(({ query = {}, metadata = {}, outputs = [], isMarkup = false }, index) => {
    const text = typeof query === 'string' ? query : JSON.stringify(query);
    const document = { getText: () => text };
    const shown = outputs.map(output => ({ items: [], ...output }));
    return { notebook, index, kind: isMarkup ? 1 : 2, metadata, outputs: shown, document };
  }) as unknown as vscode.NotebookCell[];
  return { notebook, cells: made };
}
