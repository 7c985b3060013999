import * as vscode from 'vscode';
import { Command } from '../ids.js';
import { parseRecordPath } from '../model/recordRef.js';
import { secretValues } from '../model/inventory/secretText.js';
import { CodeLens } from '../ui/doors.js';
import type { Inert } from '../ui/inert.js';
import { secretsOf } from './newSecrets.js';
import { secretType } from './secretType.js';

/** Above the line of a secret: how to set it, and how to copy what is stored. */
export function secretLenses(document: vscode.TextDocument, isLocked: boolean): vscode.CodeLens[] {
  const { uri } = document;
  const type = secretType(uri);
  const [place] = type ? secretValues(document.getText(), secretsOf(type)) : [];
  if (!place) return [];
  const at = document.positionAt(place.offset);
  const lens = (title: Inert, command: string) =>
    new CodeLens(new vscode.Range(at, at), { title, command, arguments: [uri] });
  return [
    ...(isLocked ? [] : [lens(vscode.l10n.t('$(key) Set password…'), Command.setPassword)]),
    ...(parseRecordPath(uri.path) ? [lens(vscode.l10n.t('Copy password'), Command.copyPassword)] : []),
  ];
}
