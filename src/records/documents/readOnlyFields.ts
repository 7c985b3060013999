import { parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { parseRecordPath } from '../../model/inventory/inventoryRecord.js';
import { inventoryRules, type RecordRules } from '../../model/inventory/recordRules.js';
import { nodeRules } from '../../model/sensors/nodeDocument.js';
import { parseAccessPointPath, parseSensorPath } from '../../model/sensors/nodeRef.js';
import { setDecorations } from '../../ui/doors.js';

/** Lines that are not worth being folded away. */
const fewLines = 3;

const dimmed = vscode.window.createTextEditorDecorationType({ opacity: '0.7' });

/** What can be changed in the document of a record or node; undefined for other documents, and where nothing can. */
function rulesOf(path: string): RecordRules | undefined {
  const record = parseRecordPath(path);
  if (record) return inventoryRules(record.type);
  const sensor = parseSensorPath(path);
  if (sensor) return sensor.kind === 'other' ? undefined : nodeRules(sensor.kind);
  return parseAccessPointPath(path) ? nodeRules('accessPoint') : undefined;
}

/** The first and last line of each run of fields that cannot be changed. */
export function readOnlyRuns(document: vscode.TextDocument): (readonly [from: number, to: number])[] {
  const rules = rulesOf(document.uri.path);
  const runs: [number, number][] = [];
  for (const property of (rules && parseTree(document.getText())?.children) ?? []) {
    if (Object.hasOwn(rules?.fields ?? {}, String(property.children?.[0]?.value))) continue;
    const from = document.positionAt(property.offset).line;
    const to = document.positionAt(property.offset + property.length).line;
    const last = runs.at(-1);
    if (last && from <= last[1] + 1) last[1] = to;
    else runs.push([from, to]);
  }
  return runs;
}

/** The same, where they are long enough to be folded. */
export const readOnlyFolds = (document: vscode.TextDocument): vscode.FoldingRange[] =>
  readOnlyRuns(document)
    .filter(([from, to]) => to - from >= fewLines)
    .map(([from, to]) => new vscode.FoldingRange(from, to, vscode.FoldingRangeKind.Region));

/** Dims what cannot be changed, and folds it away when the document is shown for the first time. */
export async function showReadOnlyFields(editor: vscode.TextEditor, isFirst: boolean): Promise<void> {
  const { document } = editor;
  const runs = readOnlyRuns(document);
  const isHighContrast = [
    vscode.ColorThemeKind.HighContrast,
    vscode.ColorThemeKind.HighContrastLight,
  ].includes(vscode.window.activeColorTheme.kind);
  const places = runs.map(([from, to]) => ({
    range: document.validateRange(new vscode.Range(from, 0, to, 10_000)),
  }));
  setDecorations(editor, dimmed, isHighContrast ? [] : places);
  const lines = readOnlyFolds(document).map(({ start }) => start);
  // VS Code restores the folds of a document that was open before; without a direction, `editor.fold` then folds what is
  // around them.
  const fold = { selectionLines: lines, levels: 1, direction: 'down' };
  if (isFirst && lines.length > 0 && editor === vscode.window.activeTextEditor)
    await vscode.commands.executeCommand('editor.fold', fold);
}
