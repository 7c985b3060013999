import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { CodeAction } from '../../ui/doors.js';
import { hashCode } from './referenceDiagnostics.js';
import { roleValues } from './referencePlaces.js';
import { rangeOf } from '../../ui/textPlace.js';
import type { PlacedElement } from '../../model/text/placedElements.js';

/** The colours in a document of inventory, six hex digits with or without the `#` that does not belong there. */
export function colourValues(
  document: vscode.TextDocument,
  elements: readonly PlacedElement[],
): vscode.ColorInformation[] {
  return roleValues(document.uri.path, elements).flatMap(({ role, value, ...place }) => {
    if (role.kind !== 'colour' || typeof value !== 'string' || !/^#?[0-9a-f]{6}$/i.test(value)) return [];
    const range = rangeOf(document, place);
    const text = new vscode.Range(range.start.translate(0, 1), range.end.translate(0, -1));
    return [new vscode.ColorInformation(text, colourOf(value.slice(-6)))];
  });
}

/** How a colour is written: without `#`, and without transparency, which a manager does not know. */
export function colourPresentation({ red, green, blue }: vscode.Color): vscode.ColorPresentation {
  const digits = [red, green, blue].map(part =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return new vscode.ColorPresentation(digits.join(''));
}

/** Takes the `#` away. */
export function colourFixes(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  return diagnostics
    .filter(({ code }) => code === hashCode)
    .map(diagnostic => {
      const title = l10n.t('Remove the #');
      const fix = new CodeAction(title, vscode.CodeActionKind.QuickFix);
      fix.edit = new vscode.WorkspaceEdit();
      const text = document.getText(diagnostic.range).replace('#', '');
      fix.edit.replace(document.uri, diagnostic.range, text);
      fix.diagnostics = [diagnostic];
      fix.isPreferred = true;
      return fix;
    });
}

function colourOf(digits: string): vscode.Color {
  const part = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  return new vscode.Color(part(0), part(2), part(4), 1);
}
