import * as vscode from 'vscode';
import { inventoryRules, type RecordRules } from '../../model/inventory/recordRules.js';
import { inventoryTypeOfPath } from 'netsensor-contract/inventory/references';
import { nodeRules } from '../../model/sensors/nodeDocument.js';
import { parseAccessPointPath, parseSensorPath } from '../../model/sensors/nodeRef.js';
import type { PlacedElement, PlacedField } from '../../model/text/placedElements.js';
import { ignoredPointFields } from '../../model/trees/checkTreeText.js';
import { parseSubtreePath } from '../../model/trees/treeDocument.js';
import { setDecorations } from '../../ui/doors.js';
import type { PlacedText } from '../../ui/textPlace.js';
import type { ReadElements } from './documentElements.js';

/** Lines that are not worth being folded away. */
const fewLines = 3;

const dimmed = vscode.window.createTextEditorDecorationType({ opacity: '0.7' });

/** Whether a field of an element cannot be changed; undefined for documents in which every field can, or none. */
function readOnlyTest(path: string): ((element: PlacedElement, field: string) => boolean) | undefined {
  if (parseSubtreePath(path) !== undefined)
    return ({ heldBy }, field) =>
      heldBy === 'access_points'
        ? ignoredPointFields.includes(field)
        : heldBy === 'sensor' && field === 'uuid';
  const rules = rulesOf(path);
  return rules && ((_, field) => !Object.hasOwn(rules.fields, field));
}

/** What can be changed in a document of records or the document of one node. */
function rulesOf(path: string): Pick<RecordRules, 'fields'> | undefined {
  const [, root] = path.split('/');
  const type = root === 'inventory' || root === 'lists' ? inventoryTypeOfPath(path) : undefined;
  if (type) return inventoryRules(type);
  const sensor = parseSensorPath(path);
  if (sensor) return sensor.kind === 'other' ? { fields: {} } : nodeRules(sensor.kind);
  return parseAccessPointPath(path) ? nodeRules('accessPoint') : undefined;
}

/** The first and last line of a run of fields. */
type Run = readonly [from: number, to: number];

/** The runs of fields that cannot be changed in elements. */
export function readOnlyRuns(document: PlacedText, elements: readonly PlacedElement[]): Run[] {
  const isReadOnly = readOnlyTest(document.uri.path);
  return elements.flatMap(element =>
    runsOf(document, element, field => isReadOnly?.(element, field.name) ?? false),
  );
}

function runsOf(
  document: PlacedText,
  element: PlacedElement,
  isPart: (field: PlacedField) => boolean,
): [number, number][] {
  const runs: [number, number][] = [];
  for (const field of element.fields.filter(isPart)) {
    const from = document.positionAt(field.start).line;
    const to = document.positionAt(field.offset + field.length).line;
    const last = runs.at(-1);
    if (last && from <= last[1] + 1) last[1] = to;
    else runs.push([from, to]);
  }
  return runs;
}

/** The same, where they are long enough to be folded; of an element that has no others, those that say nothing. */
export const readOnlyFolds = (
  document: PlacedText,
  elements: readonly PlacedElement[],
): vscode.FoldingRange[] => {
  const isReadOnly = readOnlyTest(document.uri.path);
  if (!isReadOnly) return [];
  const runs = elements.flatMap(element => {
    const test = (field: PlacedField) => isReadOnly(element, field.name);
    return runsOf(document, element, element.fields.every(test) ? saysNothing : test);
  });
  return runs
    .filter(([from, to]) => to - from >= fewLines)
    .map(([from, to]) => new vscode.FoldingRange(from, to, vscode.FoldingRangeKind.Region));
};

const saysNothing = ({ holds, value, fields }: PlacedField): boolean =>
  holds === 'value' ? value === null || value === false || value === '' : fields.length === 0;

/** Lines around those that are seen, which are dimmed before they are scrolled to. */
const nearLines = 300;

/** The elements that an editor shows, and those near them: a document may have thousands. */
function seenElements(
  { document, visibleRanges }: vscode.TextEditor,
  elements: readonly PlacedElement[],
): readonly PlacedElement[] {
  const lines = visibleRanges.flatMap(({ start, end }) => [start.line, end.line]);
  if (lines.length === 0 || elements.length === 1) return elements;
  const from = document.offsetAt(new vscode.Position(Math.max(0, Math.min(...lines) - nearLines), 0));
  const to = document.offsetAt(new vscode.Position(Math.max(...lines) + nearLines, 0));
  return elements.filter(({ offset, length }) => offset <= to && offset + length >= from);
}

/** Dims what cannot be changed where an editor shows it. */
function dimReadOnlyFields(editor: vscode.TextEditor, elements: readonly PlacedElement[]): void {
  const { document } = editor;
  const runs = readOnlyRuns(document, seenElements(editor, elements));
  const isHighContrast = [
    vscode.ColorThemeKind.HighContrast,
    vscode.ColorThemeKind.HighContrastLight,
  ].includes(vscode.window.activeColorTheme.kind);
  const places = runs.map(([from, to]) => ({
    range: document.validateRange(new vscode.Range(from, 0, to, 10_000)),
  }));
  setDecorations(editor, dimmed, isHighContrast ? [] : places);
}

/** Folds away what cannot be changed in the editor in front. */
async function foldReadOnlyFields(
  { document }: vscode.TextEditor,
  elements: readonly PlacedElement[],
): Promise<void> {
  // All that this document has of this kind. `editor.fold` takes lines, and folds what is around one whose range VS Code does not
  // know yet, or has restored as folded: the whole document.
  if (readOnlyFolds(document, elements).length > 0)
    await vscode.commands.executeCommand('editor.foldAllMarkerRegions');
}

/** Dims what cannot be changed in an editor, and folds it away in a document that was not seen before. */
export async function showReadOnlyFields(
  editor: vscode.TextEditor,
  elements: ReadElements,
  seen: Set<string>,
): Promise<void> {
  const { document } = editor;
  const found = await elements(document);
  dimReadOnlyFields(editor, found);
  const key = document.uri.toString();
  if (seen.has(key) || editor !== vscode.window.activeTextEditor) return;
  seen.add(key);
  // VS Code folds nothing where the text changes while it looks for what can be folded.
  for (let folded = -1; folded !== document.version && editor === vscode.window.activeTextEditor;) {
    folded = document.version;
    await foldReadOnlyFields(editor, await elements(document));
  }
}
