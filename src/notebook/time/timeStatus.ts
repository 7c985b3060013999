import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command } from '../../ids.js';
import { window } from '../../ui/doors.js';
import { Owner } from '../../ui/lifetimes.js';
import { quoted, shown } from '../../words/inert.js';
import { durationWords } from '../../words/locale.js';
import { notebookRange, notebookZone, refreshSeconds } from '../notebookMetadata.js';
import { activeNotebook } from '../openNotebooks.js';
import type { NotebookFollowers } from '../runNotebooks.js';
import { shortRange } from './rangeWords.js';

/** Shows in the status bar which time the queries of the active notebook look at; a click changes it. */
export class TimeStatus extends Owner {
  private readonly range = this.own(
    window.createStatusBarItem('netsensor.timeRange', vscode.StatusBarAlignment.Left, 89),
  );
  private readonly zone = this.own(
    window.createStatusBarItem('netsensor.timeZone', vscode.StatusBarAlignment.Left, 88),
  );

  private readonly refresh = this.own(
    window.createStatusBarItem('netsensor.refresh', vscode.StatusBarAlignment.Left, 87),
  );

  constructor(private readonly followers: NotebookFollowers) {
    super();
    this.refresh.name = l10n.t('How often the query notebook runs by itself');
    this.refresh.command = Command.refreshNotebook;
    this.range.name = l10n.t('Time range of the query notebook');
    this.range.command = Command.setTimeRange;
    this.range.tooltip = l10n.t('Time range of queries without intervals. Select to change it.');
    this.zone.name = l10n.t('Time zone of the query notebook');
    this.zone.command = Command.setTimeZone;
    this.zone.tooltip = l10n.t('Time zone of what the queries say and show. Select to change it.');
    this.own(
      vscode.window.onDidChangeActiveNotebookEditor(() => this.update()),
      vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
        if (metadata) this.update();
      }),
      this.followers.refreshChanged.event(() => this.update()),
    );
    this.update();
  }

  private update(): void {
    const notebook = activeNotebook();
    if (!notebook) {
      this.range.hide();
      this.zone.hide();
      this.refresh.hide();
      return;
    }
    this.range.text = shown`$(clock) ${shortRange(notebookRange(notebook), notebookZone(notebook))}`;
    this.zone.text = shown`$(globe) ${quoted(notebookZone(notebook))}`;
    this.range.show();
    this.zone.show();
    const seconds = refreshSeconds(notebook);
    if (seconds === undefined) return this.refresh.hide();
    const isOn = this.followers.refreshes?.isOn(notebook) ?? false;
    const every = durationWords(seconds);
    this.refresh.text = isOn
      ? shown`$(sync) ${l10n.t('every {0}', every)}`
      : shown`$(debug-pause) ${l10n.t('every {0}, once a cell has run', every)}`;
    this.refresh.tooltip = isOn
      ? l10n.t(
          'Cells with a result run again by themselves while the notebook is visible, but for those that were changed since. Select to change it.',
        )
      : l10n.t('Nothing runs by itself until you run a cell. Select to change it.');
    this.refresh.show();
  }
}
