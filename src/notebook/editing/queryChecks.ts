import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { DocumentChecks } from '../../ui/documentChecks.js';
import { problemAt, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { ownedOnce } from '../../ui/loadedOnce.js';
import type { Inert } from '../../words/inert.js';
import { isQueryDocument } from '../notebookMetadata.js';

const answerSource = () => l10n.t('Manager');

/** Shows what is wrong with the meaning of query cells while they are edited, and offers to mend it. */
export class QueryChecks extends DocumentChecks implements vscode.CodeActionProvider {
  private readonly typing = ownedOnce(async () => {
    const { TypedLine } = await import('./typedLine.js');
    return new TypedLine(left => inBackground(this.log, this.checkAgain(left)));
  });

  constructor(private readonly log: Log) {
    super({
      name: 'netsensor-query',
      log,
      isChecked: isQueryDocument,
      check: document => this.problemsIn(document),
    });
  }

  override dispose(): void {
    this.typing.dispose();
    super.dispose();
  }

  /** Shows at a place of a cell what the manager said of its query, until the cell is changed. */
  showAnswer(document: vscode.TextDocument, range: vscode.Range, sentence: Inert): void {
    const diagnostic = problemAt(range, sentence);
    diagnostic.source = answerSource();
    this.forgetAnswer(document);
    this.found.set(document.uri, [...(this.found.get(document.uri) ?? []), diagnostic]);
  }

  /** Checks the cells of a notebook again that use variables or results, whose names have changed. */
  checkNotebook(notebook: vscode.NotebookDocument): void {
    for (const { document } of notebook.getCells()) {
      if (document.getText().includes('${')) inBackground(this.log, this.checkAgain(document));
    }
  }

  private async problemsIn(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
    const typed = await this.typing.get();
    return typed.without(document, [
      ...(await import('./queryDiagnostics.js')).diagnosticsIn(document),
      ...(await import('./variableDiagnostics.js')).unknownVariables(document),
    ]);
  }

  /** What the manager said stays, since the text is the same. */
  private async checkAgain(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const found = await this.problemsIn(document);
    if (document.isClosed || document.version !== version) return;
    const said = this.found.get(document.uri)?.filter(({ source }) => source === answerSource()) ?? [];
    this.found.set(document.uri, [...found, ...said]);
  }

  /** Takes away what the manager said of an earlier run. */
  forgetAnswer({ uri }: vscode.TextDocument): void {
    const others = this.found.get(uri)?.filter(({ source }) => source !== answerSource());
    if (others) this.found.set(uri, others);
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const { codeActionsAt } = await import('./queryDiagnostics.js');
    const { unknownVariableFixes } = await import('./variableDiagnostics.js');
    return [
      ...unknownVariableFixes(document, range, diagnostics),
      ...codeActionsAt(document, range, diagnostics),
    ];
  }
}
