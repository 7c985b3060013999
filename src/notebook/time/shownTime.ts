import * as vscode from 'vscode';
import { Command } from '../../ids.js';
import { quoted, shown } from '../../words/inert.js';
import { notebookRange, notebookZone } from '../notebookMetadata.js';
import { shortRange } from './rangeWords.js';

/** Shows the time that a notebook looks at in the status bar; loaded with the first one. */
export function showTime(
  notebook: vscode.NotebookDocument,
  { range, zone }: { readonly range: vscode.StatusBarItem; readonly zone: vscode.StatusBarItem },
): void {
  range.name = vscode.l10n.t('Time range of the query notebook');
  range.command = Command.setTimeRange;
  range.text = shown`$(clock) ${shortRange(notebookRange(notebook), notebookZone(notebook))}`;
  range.tooltip = vscode.l10n.t('Time range of queries without intervals. Select to change it.');
  zone.name = vscode.l10n.t('Time zone of the query notebook');
  zone.command = Command.setTimeZone;
  zone.text = shown`$(globe) ${quoted(notebookZone(notebook))}`;
  zone.tooltip = vscode.l10n.t('Time zone in which days begin. Select to change it.');
  range.show();
  zone.show();
}
