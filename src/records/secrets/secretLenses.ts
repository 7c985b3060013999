import * as vscode from 'vscode';
import { isInventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { secretsOf } from '../../model/inventory/recordText.js';
import { Command } from '../../ids.js';
import { parseRecordPath } from '../../model/inventory/inventoryRecord.js';
import { secretValues } from '../../model/inventory/secretText.js';
import { CodeLens } from '../../ui/doors.js';
import type { Inert } from '../../words/inert.js';

/** The inventory type of a record or draft that has secret fields; its address has the type as the second folder. */
export const secretType = ({ path }: vscode.Uri): InventoryType | undefined =>
  /^\/(inventory|new)\//.test(path) ? typeWithSecrets(path) : undefined;

/** The inventory type of a list of records that have secret fields. */
export const listedSecretType = ({ path }: vscode.Uri): InventoryType | undefined =>
  path.startsWith('/lists/') ? typeWithSecrets(path) : undefined;

function typeWithSecrets(path: string): InventoryType | undefined {
  const [, , type = ''] = path.split('/');
  return isInventoryType(type) && secretsOf(type).length > 0 ? type : undefined;
}

/** Above the line of a secret: how to set it, and how to copy what is stored. */
export function secretLenses(document: vscode.TextDocument, isLocked: boolean): vscode.CodeLens[] {
  const { uri } = document;
  const type = secretType(uri);
  const [place] = type ? secretValues(document.getText(), secretsOf(type)) : [];
  if (!place) return [];
  const at = document.positionAt(place.offset);
  const range = new vscode.Range(at, at);
  const set = lens(range, vscode.l10n.t('$(key) Set password…'), Command.setPassword, uri);
  const copy = lens(range, vscode.l10n.t('Copy password'), Command.copyPassword, uri);
  return [...(isLocked ? [] : [set]), ...(parseRecordPath(uri.path) ? [copy] : [])];
}

/** A sentence above a line; a click on one with a command runs it. */
export const lens = (range: vscode.Range, title: Inert, command: string, ...args: unknown[]) =>
  new CodeLens(range, { title, command, arguments: args });
