import * as vscode from 'vscode';
import { Command } from '../../ids.js';
import { window, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { quoted, shown } from '../../words/inert.js';
import { activeNotebook, notebookRange, notebookZone } from '../notebookMetadata.js';

/** Shows in the status bar which time the queries of the active notebook look at; a click changes it. */
export class TimeStatus implements vscode.Disposable {
  private readonly range = window.createStatusBarItem(
    'netsensor.timeRange',
    vscode.StatusBarAlignment.Left,
    89,
  );
  private readonly zone = window.createStatusBarItem(
    'netsensor.timeZone',
    vscode.StatusBarAlignment.Left,
    88,
  );
  private readonly subscriptions: vscode.Disposable;

  constructor(log: Log) {
    this.range.name = vscode.l10n.t('Time range of the query notebook');
    this.range.command = Command.setTimeRange;
    this.zone.name = vscode.l10n.t('Time zone of the query notebook');
    this.zone.command = Command.setTimeZone;
    this.subscriptions = vscode.Disposable.from(
      this.range,
      this.zone,
      vscode.window.onDidChangeActiveNotebookEditor(() => inBackground(log, this.update())),
      vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
        if (metadata) inBackground(log, this.update());
      }),
    );
    inBackground(log, this.update());
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async update(): Promise<void> {
    const notebook = activeNotebook();
    if (!notebook) {
      this.range.hide();
      this.zone.hide();
      return;
    }
    const { shortRange } = await import('./rangeWords.js');
    if (notebook !== activeNotebook()) return;
    this.range.text = shown`$(clock) ${shortRange(notebookRange(notebook), notebookZone(notebook))}`;
    this.range.tooltip = vscode.l10n.t('Time range of queries without intervals. Select to change it.');
    this.zone.text = shown`$(globe) ${quoted(notebookZone(notebook))}`;
    this.zone.tooltip = vscode.l10n.t('Time zone in which days begin. Select to change it.');
    this.range.show();
    this.zone.show();
  }
}
