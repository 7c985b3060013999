import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { secretFieldsOf } from '../../model/inventory/recordText.js';
import { Command } from '../../ids.js';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { secretValues } from '../../model/inventory/secretText.js';
import { CodeLens } from '../../ui/doors.js';
import type { Inert } from '../../words/inert.js';

/** The inventory type of a record, a draft or a list that has secret fields; its address has the type as the second folder. */
export function secretType({ path }: vscode.Uri): InventoryType | undefined {
  const [, root = '', type = ''] = path.split('/');
  if (!['inventory', 'new', 'lists'].includes(root) || !isInventoryType(type)) return undefined;
  return secretFieldsOf(type).length > 0 ? type : undefined;
}

/** Whether a document is a list of records, which keeps no secret. */
export const isList = ({ path }: vscode.Uri): boolean => path.startsWith('/lists/');

/** Above the line of a secret: how to set it, and how to copy what is stored. */
export function secretLenses(document: vscode.TextDocument, isLocked: boolean): vscode.CodeLens[] {
  const { uri } = document;
  const type = isList(uri) ? undefined : secretType(uri);
  const [place] = type ? secretValues(document.getText(), secretFieldsOf(type)) : [];
  if (!place) return [];
  const at = document.positionAt(place.offset);
  const range = new vscode.Range(at, at);
  const set = lens(range, l10n.t('$(key) Set password…'), Command.setPassword, uri);
  const copy = lens(range, l10n.t('Copy password'), Command.copyPassword, uri);
  return [...(isLocked ? [] : [set]), ...(parseRecordPath(uri.path) ? [copy] : [])];
}

/** A sentence above a line; a click on one with a command runs it. */
export const lens = (range: vscode.Range, title: Inert, command: string, ...args: unknown[]) =>
  new CodeLens(range, { title, command, arguments: args });
