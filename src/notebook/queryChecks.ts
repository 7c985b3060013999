import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { intervalPattern } from '../model/intervalPattern.js';
import type { QueryProblem } from '../model/queryEditing/queryProblems.js';
import { CodeAction, Diagnostic, type Log } from '../ui/doors.js';
import { inBackground } from '../ui/inBackground.js';
import type { Inert } from '../ui/inert.js';
import { notebookZone } from './notebookTimes.js';

const typingPause = 200;
/** Who says so, in the Problems view. */
const source = 'Netsensor';

/** Shows what is wrong with the meaning of query cells while they are edited, and offers to mend it. */
export class QueryChecks implements vscode.Disposable, vscode.CodeActionProvider {
  private readonly collection = vscode.languages.createDiagnosticCollection('netsensor-query');
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly log: Log) {
    this.subscriptions = vscode.Disposable.from(
      this.collection,
      vscode.workspace.onDidOpenTextDocument(document => this.checkSoon(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.checkSoon(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.collection.delete(uri)),
      vscode.languages.registerCodeActionsProvider(Notebook.language, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite],
      }),
    );
    vscode.workspace.textDocuments.forEach(document => this.checkSoon(document));
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.subscriptions.dispose();
  }

  /** Shows at a place of a cell what the manager said of its query, until the cell is changed. */
  showAnswer(document: vscode.TextDocument, range: vscode.Range, sentence: Inert): void {
    const diagnostic = new Diagnostic(range, sentence, vscode.DiagnosticSeverity.Error);
    diagnostic.source = vscode.l10n.t('Manager');
    this.collection.set(document.uri, [...(this.collection.get(document.uri) ?? []), diagnostic]);
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const [{ readQueryTree }, { queryFixes }, { describeFix }] = await Promise.all([
      import('../model/queryEditing/queryTree.js'),
      import('../model/queryEditing/queryFixes.js'),
      import('./queryWords.js'),
    ]);
    const text = document.getText();
    const tree = readQueryTree(text);
    if (!tree) return [];
    return queryFixes(text, tree, await problemsIn(document)).flatMap(({ what, offset, length, edits }) => {
      const place = rangeOf(document, { offset, length });
      if (!place.intersection(range)) return [];
      const { QuickFix, RefactorRewrite } = vscode.CodeActionKind;
      const kind = what.kind === 'toTopN' ? RefactorRewrite : QuickFix;
      const action = new CodeAction(describeFix(what), kind);
      action.diagnostics = diagnostics.filter(each => each.range.intersection(place));
      action.edit = new vscode.WorkspaceEdit();
      for (const edit of edits) action.edit.replace(document.uri, rangeOf(document, edit), edit.content);
      return [action];
    });
  }

  private checkSoon(document: vscode.TextDocument): void {
    if (document.languageId !== Notebook.language) return;
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    const check = async () => {
      this.waiting.delete(key);
      const problems = await problemsIn(document);
      const { describeProblem } = await import('./queryWords.js');
      const shown = problems
        .filter(isNotInSchema)
        .map(each => toDiagnostic(document, each, describeProblem(each)));
      if (!document.isClosed) this.collection.set(document.uri, shown);
    };
    this.waiting.set(
      key,
      setTimeout(() => inBackground(this.log, check()), typingPause),
    );
  }
}

async function problemsIn(document: vscode.TextDocument): Promise<QueryProblem[]> {
  const [{ readQueryTree }, { queryProblems }] = await Promise.all([
    import('../model/queryEditing/queryTree.js'),
    import('../model/queryEditing/queryProblems.js'),
  ]);
  const tree = readQueryTree(document.getText());
  const notebook = vscode.workspace.notebookDocuments.find(candidate =>
    candidate.getCells().some(cell => cell.document === document),
  );
  const zone = notebook ? notebookZone(notebook) : 'UTC';
  return tree ? queryProblems(tree, { now: Date.now(), zone }) : [];
}

/** The JSON schema of the cells says of most texts already that they are no interval. */
const isNotInSchema = ({ code, node }: QueryProblem) =>
  code !== 'rangeUnreadable' || new RegExp(intervalPattern).test(String(node.value));

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Hint,
} as const;

function toDiagnostic(
  document: vscode.TextDocument,
  problem: QueryProblem,
  sentence: Inert,
): vscode.Diagnostic {
  const range = rangeOf(document, problem.node);
  const diagnostic = new Diagnostic(range, sentence, severities[problem.severity]);
  diagnostic.source = source;
  diagnostic.code = problem.code;
  return diagnostic;
}

const rangeOf = (document: vscode.TextDocument, { offset, length }: { offset: number; length: number }) =>
  new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
