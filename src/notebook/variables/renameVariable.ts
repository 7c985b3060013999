import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isVariableName } from '../../model/query/queryVariables.js';
import { editDocument } from '../../ui/editDocument.js';
import { rangeOf } from '../../ui/textPlace.js';
import { Owner } from '../../ui/lifetimes.js';
import { quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { queryCells } from '../notebookMetadata.js';
import { cellOf } from '../openNotebooks.js';
import type { VariableTarget } from './cellVariables.js';
import { moveVariable, variablesOf } from './storedVariables.js';
import { variablePlaces } from './variableUses.js';
import { namesAreWords } from './variableWords.js';

/** A variable where its name stands in the text of a cell. */
interface NamedPlace extends VariableTarget {
  readonly range: vscode.Range;
}

/** The name of a variable at a place in a cell; undefined elsewhere. */
function placeAt(document: vscode.TextDocument, position: vscode.Position): NamedPlace | undefined {
  const cell = cellOf(document);
  const offset = document.offsetAt(position);
  const place = cell && variablePlaces(cell).find(each => isAround(each, offset));
  if (!cell || !place) return undefined;
  return { notebook: cell.notebook, name: place.name, range: rangeOf(document, nameIn(place)) };
}

const isAround = ({ offset, length }: { offset: number; length: number }, at: number) =>
  at >= offset && at <= offset + length;

/** The name alone, without `${` and `}`. */
const nameIn = ({ offset, name }: { offset: number; name: string }) => ({
  offset: offset + 2,
  length: name.length,
});

/** Why a variable cannot be called so; undefined when it can. */
export function nameProblem({ notebook, name }: VariableTarget, renamed: string): Inert | undefined {
  if (!isVariableName(renamed)) return namesAreWords();
  return renamed !== name && variablesOf(notebook).has(renamed)
    ? l10n.t('The notebook has a variable with this name already.')
    : undefined;
}

/**
 * Calls a variable otherwise in all cells of its notebook, as F2 in one of them does; one that no cell uses in the notebook alone.
 * @throws {SentenceError} for a name that cannot be
 */
export async function renameVariable(target: VariableTarget, renamed: string): Promise<void> {
  const used = placesOf(target)[0];
  if (!used) {
    refuseName(target, renamed);
    return moveVariable(target.notebook, target.name, renamed);
  }
  const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    used.document.uri,
    used.document.positionAt(used.place.offset),
    renamed,
  );
  if (!(await vscode.workspace.applyEdit(edit))) await renameInEachCell(target, renamed);
}

/** For a notebook with a cell in which VS Code refuses all edits of extensions; each other cell is an undo of its own then. */
async function renameInEachCell(target: VariableTarget, renamed: string): Promise<void> {
  for (const document of new Set(placesOf(target).map(used => used.document))) {
    await editDocument(document, () =>
      placesOf(target)
        .filter(used => used.document === document)
        .map(({ place }) => ({ ...place, content: renamed })),
    );
  }
  await moveVariable(target.notebook, target.name, renamed);
}

function refuseName(target: VariableTarget, renamed: string): void {
  const problem = nameProblem(target, renamed);
  if (problem) throw new SentenceError(problem);
}

/** Where the name of a variable stands in the cells of its notebook. */
const placesOf = ({ notebook, name }: VariableTarget) =>
  queryCells(notebook).flatMap(cell =>
    variablePlaces(cell)
      .filter(place => place.name === name)
      .map(place => ({ document: cell.document, place: nameIn(place) })),
  );

/** A name and the one that it became. */
type Renaming = readonly [from: string, to: string];

/**
 * Renames variables where they stand in cells. VS Code leaves out what a rename changes besides texts, so the notebook follows
 * once its cells are changed, and again when that is undone or done again.
 */
export class VariableRenames extends Owner implements vscode.RenameProvider {
  private readonly known = new WeakMap<vscode.NotebookDocument, Renaming[]>();

  /** @param inBackground lets something go on that nobody waits for */
  constructor(inBackground: (work: Promise<void>) => void) {
    super();
    this.own(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const notebook = cellOf(document)?.notebook;
        if (notebook && this.known.has(notebook)) inBackground(this.follow(notebook));
      }),
    );
  }

  prepareRename(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): { range: vscode.Range; placeholder: string } {
    const place = placeAt(document, position);
    if (!place)
      throw new SentenceError(l10n.t('Only variables, such as {0}, can be renamed.', quoted('${site}')));
    return { range: place.range, placeholder: place.name };
  }

  provideRenameEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    renamed: string,
  ): vscode.WorkspaceEdit | undefined {
    const place = placeAt(document, position);
    if (!place) return undefined;
    refuseName(place, renamed);
    const { notebook, name } = place;
    this.known.set(notebook, [...(this.known.get(notebook) ?? []), [name, renamed], [renamed, name]]);
    const edit = new vscode.WorkspaceEdit();
    for (const used of placesOf(place))
      edit.replace(used.document.uri, rangeOf(used.document, used.place), renamed);
    return edit;
  }

  private async follow(notebook: vscode.NotebookDocument): Promise<void> {
    const variables = variablesOf(notebook);
    const possible = (this.known.get(notebook) ?? []).filter(
      ([from, to]) => variables.has(from) && !variables.has(to),
    );
    // A notebook is parsed only where it may have to follow, not at each key.
    if (possible.length === 0) return;
    const used = new Set(
      queryCells(notebook)
        .flatMap(variablePlaces)
        .map(({ name }) => name),
    );
    const renaming = possible.find(([from, to]) => !used.has(from) && used.has(to));
    if (renaming) await moveVariable(notebook, ...renaming);
  }
}
