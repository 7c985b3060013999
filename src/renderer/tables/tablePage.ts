import type { ViewSettings } from '../../model/results/viewSettings.js';
import type {
  CellPlace,
  TableCounts,
  TableMessage,
  TableQuestion,
} from '../../model/tables/tableMessages.js';
import type { TableColumn } from '../../model/tables/tableColumns.js';
import { element } from '../element.js';
import { FilterBar } from '../grid/filterBar.js';
import type { GridPlace } from '../grid/gridPlace.js';
import { translate } from '../strings.js';
import { dressRow } from './rowDress.js';
import { positionWhere, selectedRecords, shownRange, type ActedPage } from './actedPage.js';
import { keptOf, unarranged, withLayout } from './arrangement.js';
import { TableActions } from './tableActions.js';
import { TableBar } from './tableBar.js';
import { TableConflicts } from './tableConflicts.js';
import { TableData, type KnownRow } from './tableData.js';
import { giveFocus, keptFocus } from '../keptFocus.js';
import type { Session } from '../session.js';
import { TableGrid } from './tableGrid.js';
import { ShownOnly } from './shownOnly.js';
import { TableStatus } from './tableStatus.js';
import { TableTroubles } from './tableTroubles.js';
import { tableStrings, translateTable } from './tableStrings.js';

/** What a page keeps over a reload. */
export interface KeptTable {
  readonly place?: GridPlace | undefined;
}

/** What a page has of the editor around it. */
export interface TableHost {
  readonly kept: KeptTable | undefined;
  keep(state: KeptTable): void;
  post(message: TableQuestion): void;
}

/** A list of records as a table: its toolbar, the grid of results, and what a save changes. */
export class TablePage implements ActedPage {
  readonly data = new TableData();
  grid: TableGrid | undefined;
  private readonly actions: TableActions = new TableActions(this);
  private readonly troubles = new TableTroubles(this);
  private readonly only = new ShownOnly(this, this.troubles);
  private readonly conflicts = new TableConflicts(this, act => this.actions.act(act));
  private session: Session | undefined;
  private filters: FilterBar | undefined;
  /** Whether values have changed since the rows were sorted and filtered. */
  private isStale = false;
  private hasAskedUses = false;
  private settings: ViewSettings = {};
  private kept: GridPlace | undefined;
  private counts: TableCounts = { changed: 0, added: 0, going: 0 };
  private readonly bar: TableBar = new TableBar(this, {
    add: () => this.actions.add(),
    replace: () => this.actions.replacing.open(),
  });
  /** What the document says while it is loaded, until there is a grid. */
  private readonly place = element('div', { className: 'place' }, element('slot'));
  private readonly status = new TableStatus(
    () => void this.grid?.order(),
    () => this.only.clear(this.filters),
    kind => this.only.toggle(kind),
  );
  private readonly spoken = element('span', { className: 'spoken', attributes: { 'aria-live': 'polite' } });

  constructor(
    private readonly root: ShadowRoot,
    readonly host: TableHost,
  ) {
    this.kept = host.kept?.place;
    const { bar, place, status, spoken } = this;
    const parts = [bar.element, this.actions.replacing.element, place, status.element, spoken];
    const table = root.appendChild(element('div', { className: 'table' }, ...parts));
    this.actions.replacing.listen(table, bar.element, () => this.filters?.edit());
  }

  hear(message: TableMessage): void {
    if (this.actions.holds(message)) return;
    switch (message.type) {
      case 'texts':
        translate(message.texts);
        return translateTable();
      case 'settings':
        this.settings = message.settings;
        return;
      case 'table':
        return this.takeTable(message);
      case 'rows':
        return this.takeRows(message);
      case 'names':
        // What is read in cells is sorted and filtered by, too.
        if (this.data.name(message)) this.renew(selectedRecords(this));
        return;
      case 'uses':
        this.data.takeUses(message);
        return this.renew(selectedRecords(this));
      case 'lock':
        if (this.bar.lock.take(message)) this.status.endRefusal();
        return this.grid?.element.setAttribute('aria-readonly', String(this.isLocked));
      case 'part':
        return this.bar.showPart(message.sentence);
      case 'problems':
        this.data.takeProblems(message.problems);
        return this.drawTrouble();
      case 'conflicts':
        this.data.takeConflicts(message.conflicts);
        return this.drawTrouble();
      case 'told':
        return this.tell(message.sentence);
      case 'broken':
        return this.showBroken(message.sentence);
      case 'go':
        return this.go(message.place);
      case 'arrange':
        this.settings = unarranged(this.settings);
        if (this.grid) this.drawGrid();
        return this.post({ type: 'settings', settings: this.settings });
      case 'done':
        return this.actions.done(message);
      case 'checked':
        return this.actions.checked(message);
      case 'replacing':
        return this.actions.replacing.answer(message);
    }
  }

  /** Gives the focus to the table, unless something on the page has it. */
  focus(): void {
    if (!this.root.activeElement) this.grid?.element.focus({ preventScroll: true });
  }

  say(sentence: string): void {
    this.spoken.textContent = sentence;
  }

  post(message: TableQuestion): void {
    this.host.post(message);
  }

  /** Says what has become of something; nothing any more without a sentence. */
  tell(sentence?: string): void {
    this.status.tell(sentence ?? '');
  }

  tellFailure(sentence: string): void {
    this.status.tellFailure(sentence);
  }

  refuse(): void {
    this.status.refuse(...this.bar.lock.refusal());
  }

  get isLocked(): boolean {
    return this.bar.lock.isLocked;
  }

  /** The record at a row of the grid, from 0. */
  rowAt(position: number): KnownRow | undefined {
    const { grid, data } = this;
    return grid && position >= 0 ? data.rows[grid.model.rowAt(position)] : undefined;
  }

  /** The column at one of the grid, which may lack some of the table. */
  columnAt(position: number): TableColumn | undefined {
    const shown = this.grid?.model.columns[position];
    return shown && this.data.columns[shown.index];
  }

  /** Makes a cell active, if its row is shown. */
  private go({ at, field }: CellPlace): void {
    const { grid } = this;
    if (!grid) return;
    const row = positionWhere(this, each => each.at === at);
    const column = grid.model.columns.findIndex(({ name }) => name === field);
    if (row !== undefined) grid.select({ row, column: Math.max(0, column) });
  }

  private takeTable(message: TableMessage & { type: 'table' }): void {
    const before = this.grid && JSON.stringify([this.data.columns, this.data.laidOut]);
    this.counts = message.counts;
    const selected = selectedRecords(this);
    this.data.take(message);
    if (before === JSON.stringify([this.data.columns, this.data.laidOut])) return this.renew(selected);
    this.drawGrid();
    this.select(selected);
  }

  private takeRows(message: TableMessage & { type: 'rows' }): void {
    const selected = selectedRecords(this);
    this.counts = message.counts;
    if (!this.data.change(message)) return this.renew(selected);
    this.grid?.showLoaded();
    this.grid?.statistics.show();
    if (message.rows.length > 0) this.noteStale();
    this.drawStatus();
  }

  /** Shows other rows in the grid. @param selected the records that stay so, the active one first */
  private renew(selected: readonly (number | undefined)[]): void {
    const { grid } = this;
    if (!grid) return;
    this.session?.replaceRows(this.data.table());
    grid.renew();
    this.select(selected);
    this.isStale = false;
    this.drawStatus();
  }

  /** Selects the active one of some records alone where others stand in their rows now, or between them. */
  private select(records: readonly (number | undefined)[]): void {
    const { grid } = this;
    if (!grid || String(records) === String(selectedRecords(this))) return;
    const row = positionWhere(this, ({ record }) => record === records[0]);
    if (row !== undefined) grid.select({ row, column: grid.selection.active.column });
  }

  /** Rows stay where they are while their values change, so that none jumps away from under its editor; that is said. */
  private noteStale(): void {
    this.isStale = this.session?.settings.sort !== undefined || this.session?.isFiltered === true;
    this.drawStatus();
  }

  private drawGrid(): void {
    this.grid?.dispose();
    const settings = withLayout(this.settings, this.data.laidOut);
    const session = this.data.session(settings, changed => this.remember(changed));
    session.look.grid = this.grid?.place ?? this.kept;
    session.only = this.only.finder();
    const focus = keptFocus(this.root);
    const { data } = this;
    const grid = new TableGrid(
      session,
      {
        onDidOrder: () => {
          this.isStale = false;
          this.filters?.show();
          this.drawStatus();
        },
        onWantsFilter: column => grid.filters.focus(column),
        announce: sentence => this.say(sentence),
      },
      {
        dress: (row, position) => this.dress(row, position),
        describe: column => {
          const { description, editor } = data.columns[grid.model.columns[column]?.index ?? -1] ?? {};
          return editor?.kind === 'uses' ? tableStrings.uses : description;
        },
        entries: () => [...this.conflicts.entries(), ...this.actions.entries()],
        columnEntries: field => this.actions.columnEntries(field),
        onDidSelect: () => this.notePlace(),
      },
    );
    this.session = session;
    this.grid = grid;
    this.filters = new FilterBar(session, () => void grid.order());
    this.actions.listen(grid.element);
    this.troubles.listen(grid.element);
    grid.element.setAttribute('aria-labelledby', this.status.caption.id);
    grid.element.setAttribute('aria-readonly', String(this.isLocked));
    this.place.replaceChildren(grid.element);
    grid.start();
    this.bar.draw(this.filters.element);
    this.askUses(settings);
    this.isStale = false;
    this.drawStatus();
    if (focus) giveFocus(this.root, focus);
    else grid.element.focus({ preventScroll: true });
  }

  /** Shows what is wrong with cells, and with the table. */
  private drawTrouble(): void {
    this.grid?.showLoaded();
    this.drawStatus();
  }

  private drawStatus(): void {
    const { data, counts, grid, isStale } = this;
    this.status.show({
      shown: grid?.model.count ?? 0,
      all: data.rows.length,
      counts,
      troubles: this.troubles.counts(),
      isFiltered: this.session?.isFiltered === true,
      isStale,
      only: this.only.kind,
    });
    this.describeActive();
    this.actions.replacing.ask();
  }

  private dress(drawn: HTMLElement, position: number): void {
    const row = this.rowAt(position);
    const shown = this.grid?.model.columns.map(({ index }) => index);
    if (row && shown) dressRow(drawn, row, this.data, shown);
  }

  private showBroken(sentence: string): void {
    this.grid?.dispose();
    this.grid = undefined;
    this.session = undefined;
    this.filters = undefined;
    const open = this.bar.openText();
    const attributes = { role: 'alert' };
    this.place.replaceChildren(
      element('div', { className: 'broken', attributes }, element('p', { text: sentence }), open),
    );
    this.bar.clear();
    this.status.clear();
  }

  private notePlace(): void {
    const { row, column } = this.grid?.selection.active ?? { row: -1, column: 0 };
    const record = this.rowAt(row);
    const field = this.columnAt(column)?.field;
    if (record) this.host.post({ type: 'place', place: { at: record.at, field } });
    this.noteSelected();
    this.describeActive();
    this.host.keep({ place: this.grid?.place });
  }

  private noteSelected(): void {
    const { grid } = this;
    if (!grid) return;
    const { rows, fields } = shownRange(this);
    this.status.select(rows.length * fields.length, grid.statistics.element);
  }

  private describeActive(): void {
    const sentence = this.troubles.ofActive();
    this.status.describe(sentence, sentence ? this.conflicts.ofActive() : []);
  }

  private remember(settings: ViewSettings): void {
    this.settings = keptOf(settings, this.data.laidOut);
    this.post({ type: 'settings', settings: this.settings });
    this.askUses(settings);
  }

  /** Who refers to these records is asked for once it is shown. */
  private askUses({ columns = [] }: ViewSettings): void {
    const uses = this.data.columns.find(({ editor }) => editor.kind === 'uses')?.field;
    const isHidden = columns.some(column => column.name === uses && column.isHidden === true);
    if (uses === undefined || isHidden || this.hasAskedUses) return;
    this.hasAskedUses = true;
    this.post({ type: 'uses' });
  }
}
