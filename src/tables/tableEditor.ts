import * as vscode from 'vscode';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { recordName } from 'netsensor-contract/inventory/inventoryRecord';
import { Command } from '../ids.js';
import {
  tableQuestion,
  type CellPlace,
  type TableMessage,
  type TableQuestion,
} from '../model/tables/tableMessages.js';
import { tableEdit } from '../model/tables/tableEdits.js';
import { parseListAddress } from '../model/inventory/listDocument.js';
import type { TableType } from '../model/tables/tableType.js';
import { tableTypeOf } from '../model/tables/tableKinds.js';
import { cellAt, cellPlace } from '../model/tables/tableText.js';
import { inBackground, isGivenUp, noteUnread, sayFailed } from '../ui/listeners.js';
import { Owner, together } from '../ui/lifetimes.js';
import { rangeOf } from '../ui/textPlace.js';
import type { Inert } from '../words/inert.js';
import { tableTitle } from '../words/tableWords.js';
import { requireUnlocked } from '../ui/confirmRisk.js';
import { editDocument, reopenWith } from '../ui/editDocument.js';
import { describeError } from '../words/describeError.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { ArrangedTable } from './arrangedTable.js';
import { ShownNodes } from './shownNodes.js';
import { PageTable } from './pageTable.js';
import { confirmMisfits } from './confirmMisfits.js';
import { exportTable } from './exportTable.js';
import { changedMeanwhile, type ListFollower } from './listFollower.js';
import { followerOf, openAll, openTables, partOf, takeLookedAt, type OpenTable } from './openTables.js';
import { RowLeads } from './rowLeads.js';
import { actionOf, placeAfter, typedProblem, type EditAct } from './tableActs.js';
import { ShownUses } from './shownUses.js';
import type { TableParts } from './tableParts.js';
import { replacementShown } from './tableReplacing.js';
import { problemsIn, tableProblems } from './tableProblems.js';
import { stateOf, takeHelp } from './tableStates.js';
import { loadTable } from './tableWebview.js';

/** A list of records as a table: its text is the only truth, and every edit of the table is one of the text. */
export class TableEditor extends Owner implements OpenTable {
  private readonly type: TableType;
  private readonly shown: PageTable;
  private readonly arranged: ArrangedTable;
  private readonly leads: RowLeads;
  private readonly uses: ShownUses | undefined;
  private readonly shownNodes: ShownNodes;
  private isReady = false;
  private isDue = false;
  private hasProblems = false;
  /** None where a save compares the whole with what the manager has. */
  private readonly follower: ListFollower | undefined;
  /** What the page was told last. */
  private conflicts = '[]';
  private place: CellPlace | undefined;

  constructor(
    private readonly document: vscode.TextDocument,
    readonly panel: vscode.WebviewPanel,
    private readonly parts: TableParts,
  ) {
    super();
    const { uri } = document;
    this.type = tableTypeOf(uri) ?? 'racks';
    const ref = parseListAddress(uri);
    this.follower = ref && followerOf(document, ref, parts);
    this.follower?.begin();
    this.shown = new PageTable(this.type, message => this.post(message));
    const connectionId = uri.authority;
    const shown = { connectionId, shown: this.shown };
    this.shownNodes = this.own(new ShownNodes(parts, shown, message => this.post(message)));
    this.arranged = new ArrangedTable(parts, { connectionId, type: this.type, list: uri.toString() });
    this.uses =
      ref && this.own(new ShownUses(parts, { connectionId, ...ref }, message => this.post(message)));
    this.leads = new RowLeads(parts, { ...shown, type: this.type }, (...command) =>
      vscode.commands.executeCommand(...command),
    );
    openTables.add(this);
    this.listen();
    const said = { title: tableTitle(this.type), language: vscode.env.language };
    loadTable(panel.webview, vscode.Uri.joinPath(parts.extensionUri, 'dist'), said);
  }

  /** Follows what the table shows, until its tab is closed. */
  private listen(): void {
    const { document, panel, parts, follower } = this;
    const { uri } = document;
    const drawIfOwn = (changed: vscode.TextDocument) => {
      if (changed === document) this.drawSoon();
    };
    this.own(
      panel.onDidDispose(() => this.dispose()),
      panel.onDidChangeViewState(() => this.showDetails()),
      {
        dispose: () => {
          openTables.delete(this);
          if (openTables.size === 0) parts.showInDetails(undefined);
        },
      },
      { dispose: () => follower?.end() },
      follower?.onDidChange(sentence => {
        this.drawSoon();
        if (sentence && this.isReady) this.post({ type: 'told', sentence });
      }) ?? together(),
      panel.webview.onDidReceiveMessage(message => inBackground(parts.log, this.hear(message))),
      vscode.workspace.onDidChangeTextDocument(({ document: changed }) => drawIfOwn(changed)),
      vscode.workspace.onDidSaveTextDocument(drawIfOwn),
      parts.files.onDidFinish(saved => {
        if (saved.uri.toString() === uri.toString()) this.drawSoon();
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some(each => each.toString() === uri.toString())) this.sayProblems();
      }),
      parts.connections.onDidChange(() => this.sayLock()),
      parts.connections.onDidReach(() => this.sayLock()),
      parts.lists.onDidChange(({ connectionId, type }) => {
        if (connectionId !== uri.authority) return;
        if (type === 'table_configs') this.drawSoon();
        if (type === this.type) this.sayLock();
        this.sayNames(type);
      }),
    );
  }

  async openText(): Promise<void> {
    const { document, place } = this;
    const found = place && cellPlace(this.type, document.getText(), place.at, place.field);
    await reopenWith(document, 'default');
    const editor = vscode.window.activeTextEditor;
    if (!found || editor?.document !== document) return;
    const { start } = rangeOf(document, found);
    editor.selection = new vscode.Selection(start, start);
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenter);
  }

  /** Several changes at once are drawn once. */
  private drawSoon(): void {
    if (this.isDue || !this.isReady) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.draw();
    });
  }

  private draw(): void {
    const { document, parts } = this;
    if (document.isClosed) return;
    const { added } = this.shown.show(document.getText(), {
      version: document.version,
      baseText: parts.files.bases.get(document.uri),
      layout: this.arranged.current.fields,
    });
    for (const type of added) this.sayNames(type);
    this.shownNodes.tell();
    this.sayConflicts();
  }

  private sayConflicts(): void {
    const { cells, gone } = this.follower?.open(this.shown.rows) ?? { cells: [], gone: [] };
    const conflicts = [
      ...cells.map(({ at, field, base, theirs }) => ({ at, field, base, theirs })),
      ...gone.map(({ at }) => ({ at })),
    ];
    const said = JSON.stringify(conflicts);
    if (said === this.conflicts) return;
    this.conflicts = said;
    this.post({ type: 'conflicts', conflicts });
  }

  /** Another layout, or the one that is shown under a name: columns follow it, whatever was done with them before. */
  private async arrange(fields: readonly string[]): Promise<void> {
    await this.arranged.choose({ fields, columns: this.shown.columns });
    this.draw();
    this.post({ type: 'arrange' });
  }

  /** A page says what was done on it; a failure is told where the user is looking. */
  private async hear(raw: unknown): Promise<void> {
    const { data: message } = tableQuestion.safeParse(raw);
    if (!message) return noteUnread(this.parts.log, raw);
    try {
      await this.act(message);
    } catch (error) {
      await sayFailed(error);
    }
  }

  private async act(message: TableQuestion): Promise<void> {
    const { document, parts } = this;
    switch (message.type) {
      case 'ready':
        return this.begin();
      case 'place':
        this.place = message.place;
        return this.showDetails();
      case 'settings':
        return this.arranged.keepSettings(message.settings);
      case 'text':
        return this.openText();
      case 'uses':
        return this.uses?.want();
      case 'layout':
        return this.arrange(message.fields);
      case 'save':
        await vscode.commands.executeCommand(Command.saveDocument);
        return;
      case 'unlock':
      case 'help':
      case 'retry':
        return takeHelp(message.type, parts, { connectionId: document.uri.authority, type: this.type });
      case 'open':
        return this.leads.open(message);
      case 'lead':
        return this.leads.follow(message);
      case 'all':
        return openAll(parts, document.uri);
      case 'act':
        return this.edit(message);
      case 'check': {
        const { question, ...cell } = message;
        this.post({ type: 'checked', question, sentence: typedProblem(this.acted, cell) });
        return;
      }
      case 'replacing':
        return this.post(replacementShown(this.acted, message));
      case 'export':
        return exportTable(message, {
          type: this.type,
          connection: parts.connections.get(document.uri.authority)?.name,
        });
      case 'secret':
        return this.setSecret(message);
    }
  }

  /** Makes one edit of the text of what was done on the page, so that one undo takes it back. */
  private async edit({ version, act }: TableQuestion & { type: 'act' }): Promise<void> {
    const { document, parts } = this;
    let sentence: Inert | undefined;
    try {
      requireUnlocked(parts.connections.get(document.uri.authority));
      const seen = document.getText();
      if (version !== document.version) throw new SentenceError(changedMeanwhile());
      if (act.kind === 'decide') await this.follower?.decide(act.side, act.cells);
      else await this.write(seen, act);
    } catch (error) {
      sentence = isGivenUp(error) ? undefined : describeError(error);
    }
    this.draw();
    const place = sentence === undefined && placeAfter(act, this.shown.rows.length);
    if (place) this.post({ type: 'go', place });
    this.post({ type: 'done', sentence });
  }

  private async write(seen: string, act: EditAct): Promise<void> {
    const { document, parts } = this;
    const { action, misfits = [] } = actionOf(this.acted, act);
    if (misfits.length > 0) {
      await confirmMisfits(misfits);
      requireUnlocked(parts.connections.get(document.uri.authority));
    }
    const edits = tableEdit(this.type, seen, action);
    await editDocument(document, text => {
      if (text !== seen) throw new SentenceError(changedMeanwhile());
      return edits;
    });
  }

  private get acted() {
    const { type, shown: table, parts, document } = this;
    return { type, table, lists: (of: InventoryType) => parts.lists.get(document.uri.authority, of) };
  }

  /** A secret is asked for by VS Code, and never on the page. */
  private async setSecret({ version, at }: TableQuestion & { type: 'secret' }): Promise<void> {
    if (version !== this.shown.version) throw new SentenceError(changedMeanwhile());
    await this.leads.setSecret(at);
  }

  /** Shows in the details what the active row of the table in front is. */
  private showDetails(): void {
    if (this.panel.active) this.leads.showInDetails(this.place);
  }

  private begin(): void {
    const texts = vscode.l10n.bundle;
    if (texts) this.post({ type: 'texts', texts });
    this.post({ type: 'settings', settings: this.arranged.settings });
    this.isReady = true;
    this.shown.forget();
    this.shownNodes.forget();
    this.conflicts = '[]';
    const { lists, log } = this.parts;
    if (isInventoryType(this.type) && !lists.get(this.document.uri.authority, 'table_configs'))
      inBackground(log, lists.read(this.document.uri.authority, 'table_configs'));
    this.sayLock();
    inBackground(log, this.sayPart());
    this.draw();
    this.sayProblems();
    const offset = takeLookedAt(this.document.uri);
    const place = offset === undefined ? this.place : cellAt(this.type, this.document.getText(), offset);
    if (place) this.post({ type: 'go', place });
  }

  private sayLock(): void {
    const table = { connectionId: this.document.uri.authority, type: this.type };
    if (this.isReady) this.post({ type: 'lock', ...stateOf(this.parts, table) });
  }

  /** Tells which part of its type the table is of. */
  private async sayPart(): Promise<void> {
    const sentence = await partOf(this.parts, this.document.uri);
    if (sentence !== undefined) this.post({ type: 'part', sentence });
  }

  /** Tells what the Problems panel says of the text, at the cells that it is about. */
  private sayProblems(): void {
    const found = problemsIn(this.document);
    if (!this.isReady || (found.length === 0 && !this.hasProblems)) return;
    const problems = tableProblems(this.type, this.document.getText(), found);
    this.hasProblems = problems.length > 0;
    this.post({ type: 'problems', problems });
  }

  /** Tells what the records of a type are called, once they are read. */
  private sayNames(of: InventoryType): void {
    const { lists, log } = this.parts;
    const { authority } = this.document.uri;
    if (!this.isReady || !this.shown.refersTo(of)) return;
    const list = lists.get(authority, of);
    // Cells show numbers until then, and for good where the names cannot be read.
    if (!list) return inBackground(log, lists.read(authority, of));
    this.post({ type: 'names', of, names: list.records.map(record => [record.id, recordName(of, record)]) });
  }

  private post(message: TableMessage): void {
    if (!openTables.has(this)) return;
    inBackground(this.parts.log, this.panel.webview.postMessage(message));
  }
}
