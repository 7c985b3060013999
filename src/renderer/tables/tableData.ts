import type { ResultTable, ResultValue } from '../../model/query/queryResult.js';
import type { ViewSettings } from '../../model/results/viewSettings.js';
import type { TableColumn } from '../../model/tables/tableColumns.js';
import type { RowLead } from '../../model/tables/tableType.js';
import type {
  CellPlace,
  PageConflict,
  PageProblem,
  PageRow,
  TableMessage,
} from '../../model/tables/tableMessages.js';
import { groupBy } from 'netsensor-contract/text/collections';
import { Session } from '../session.js';
import { cellWords, otherText, plainText, type NamesOf } from './cellLook.js';

/** What keeps a cell from being saved as it is, or is to be looked at first. */
export const troubleKinds = ['problem', 'warning', 'conflict'] as const;
export type TroubleKind = (typeof troubleKinds)[number];

/** A cell that has to be looked at. */
interface Trouble extends CellPlace {
  readonly kind: TroubleKind;
}

/** A row as the page knows it, however often what it shows is told anew. */
export interface KnownRow extends PageRow {
  /** A number that its record has for as long as it is there, whatever becomes of its key and its place. */
  readonly record: number;
  /** What tells it from the others, as it stands in the text: empty for a new one, and not always the only one of its kind. */
  readonly key: unknown;
}

/** The records of a table, with the names of what they refer to and what is wrong with them. */
export class TableData {
  columns: readonly TableColumn[] = [];
  /** Fields whose columns are hidden unless the user shows them. */
  hidden: readonly string[] = [];
  rows: KnownRow[] = [];
  /** The last number that a record was given. */
  private last = 0;
  /** The records that an edit is under way of, which may get other keys by it. */
  edited: ReadonlySet<number> = new Set();
  /** What was typed for cells and is not in the text yet, by record and field. */
  typed: ReadonlyMap<number, ReadonlyMap<string, string>> = new Map();
  /** Where rows lead besides their documents. */
  leads: readonly RowLead[] = [];
  /** Where the field that tells rows apart stands among the columns, and the one that they are called by. */
  private keyAt = -1;
  private nameAt = -1;
  /** Of the text that is shown. */
  version = 0;
  problems: readonly PageProblem[] = [];
  /** What two people changed, until it is decided. */
  conflicts: readonly PageConflict[] = [];
  private readonly names = new Map<string, ReadonlyMap<unknown, string>>();
  private problemsByRow: ReadonlyMap<number, readonly PageProblem[]> = new Map();
  private conflictsByRow: ReadonlyMap<number, readonly PageConflict[]> = new Map();
  /** By column and row; what the grid sorts and filters by. */
  private words: ResultValue[][] = [];
  readonly namesOf: NamesOf = type => this.names.get(type);
  /** How many records refer to each of these, and who may besides; undefined until that is known. */
  uses: { readonly counts: ReadonlyMap<unknown, number>; readonly unread: readonly string[] } | undefined;

  /** The columns as their layout has them. */
  get laidOut(): { readonly fields: readonly string[]; readonly hidden: readonly string[] } {
    return { fields: this.columns.map(({ field }) => field), hidden: this.hidden };
  }

  /** Takes another table. */
  take(table: TableMessage & { type: 'table' }): void {
    const { columns, keyField, nameField, hidden, rows, version } = table;
    this.leads = table.leads;
    this.columns = columns;
    this.keyAt = columns.findIndex(({ field }) => field === keyField);
    this.nameAt = columns.findIndex(({ field }) => field === nameField);
    this.hidden = hidden;
    this.rows = this.known(rows, this.rows);
    this.version = version;
    this.words = columns.map((_, at) => this.wordsOf(at, rows));
  }

  /** Takes rows in the place of others. @returns whether they are of the same records */
  change({ from, removed, rows, version }: TableMessage & { type: 'rows' }): boolean {
    this.version = version;
    const before = this.rows.slice(from, from + removed);
    const known = this.known(rows, before);
    this.rows.splice(from, removed, ...known);
    this.columns.forEach((_, at) => this.words[at]?.splice(from, removed, ...this.wordsOf(at, rows)));
    if (rows.length !== removed)
      this.rows = this.rows.map((row, at) => (row.at === at ? row : { ...row, at }));
    return rows.length === removed && known.every(({ record }, at) => record === before[at]?.record);
  }

  /** Takes the names of the records of a type, or of domains and sensors. @returns whether a column shows them */
  name({ of, names }: TableMessage & { type: 'names' }): boolean {
    this.names.set(of, new Map(names));
    let isShown = false;
    this.columns.forEach((column, at) => {
      const { editor } = column;
      if (of !== ('to' in editor ? editor.to : editor.kind === 'node' && 'nodes')) return;
      isShown = true;
      this.wordsOf(at, this.rows).forEach((words, row) => (this.words[at]![row] = words));
    });
    return isShown;
  }

  /** Takes how many records refer to these. */
  takeUses({ counts, unread }: TableMessage & { type: 'uses' }): void {
    this.uses = { counts: new Map(counts), unread };
    this.columns.forEach((column, at) => {
      if (column.editor.kind === 'uses') this.words[at] = this.wordsOf(at, this.rows);
    });
  }

  takeProblems(problems: readonly PageProblem[]): void {
    this.problems = problems;
    this.problemsByRow = groupBy(problems, ({ at }) => at);
  }

  takeConflicts(conflicts: readonly PageConflict[]): void {
    this.conflicts = conflicts;
    this.conflictsByRow = groupBy(conflicts, ({ at }) => at);
  }

  /**
   * Rows that stand in the place of others, as the records that they were: those with a key that no other has, or without one and
   * with values that no other has, and what stays at its place with the same key, or with what an edit under way makes of it. All
   * others are new ones.
   */
  private known(rows: readonly PageRow[], before: readonly KnownRow[]): KnownRow[] {
    const after = rows.map(row => ({ ...row, key: row.cells[this.keyAt] }));
    const sign = ({ key, cells }: Pick<KnownRow, 'key' | 'cells'>) => key || JSON.stringify(cells);
    const then = groupBy(before, sign);
    const signs = after.map(sign);
    const now = groupBy(signs, each => each);
    const same = signs.map(each => {
      const [one, ...others] = then.get(each) ?? [];
      return others.length === 0 && now.get(each)?.length === 1 ? one : undefined;
    });
    const used = new Set(same);
    return after.map((row, index) => {
      const there = rows.length === before.length ? before[index] : undefined;
      const stays = there && !used.has(there) && (there.key === row.key || this.edited.has(there.record));
      const { record = (this.last += 1) } = same[index] ?? (stays ? there : {});
      return { ...row, record };
    });
  }

  /** What people call a row. */
  nameOf(row: PageRow): string {
    return plainText(row.cells[this.nameAt]) || `#${row.at + 1}`;
  }

  /** The row at a place of the text. */
  rowOf(at: number): KnownRow | undefined {
    return this.rows[at]?.at === at ? this.rows[at] : this.rows.find(row => row.at === at);
  }

  /** The fields of a record. */
  fieldsOf(at: number): Readonly<Record<string, unknown>> {
    const row = this.rowOf(at);
    const isCounted = this.uses?.unread.length === 0;
    return Object.fromEntries(
      this.columns.map(({ field, editor }, index) => [
        field,
        row && isCounted && editor.kind === 'uses' ? this.wordsAt(row, index) : row?.cells[index],
      ]),
    );
  }

  /** Where the records stand now, by their numbers. */
  places(): ReadonlyMap<number, number> {
    return new Map(this.rows.map(({ record, at }) => [record, at]));
  }

  /**
   * What is wrong with a cell.
   * @param shown where the columns of the grid stand among those of the table
   * @param at where the one of the cell stands among these; the first says also what is shown by no other
   */
  problemsOf(row: number, shown: readonly number[], at: number): readonly PageProblem[] {
    return this.ofCell(this.problemsByRow.get(row) ?? [], shown, at);
  }

  /** What two people changed in a cell; else as {@link problemsOf}. */
  conflictOf(row: number, shown: readonly number[], at: number): PageConflict | undefined {
    return this.ofCell(this.conflictsByRow.get(row) ?? [], shown, at)[0];
  }

  private ofCell<T extends CellPlace>(
    ofRow: readonly T[],
    shown: readonly number[],
    at: number,
  ): readonly T[] {
    if (ofRow.length === 0) return ofRow;
    const fields = shown.map(index => this.columns[index]?.field);
    return ofRow.filter(({ field }) => Math.max(fields.indexOf(field ?? ''), 0) === at);
  }

  /** The cells that have to be looked at. */
  get troubles(): readonly Trouble[] {
    return [
      ...this.problems.map(({ at, field, isError }): Trouble => ({
        at,
        field,
        kind: isError ? 'problem' : 'warning',
      })),
      ...this.conflicts.map((conflict): Trouble => ({ ...conflict, kind: 'conflict' })),
    ];
  }

  /** What the grid shows. */
  session(settings: ViewSettings, remember: (settings: ViewSettings) => void): Session {
    const facts = { queryType: '', dimensions: [], inTree: [], isBucketed: false, measures: [] };
    return new Session(
      { id: '', ...this.table(), facts, settings },
      { post: undefined, recall: () => settings, remember: (_id, changed) => remember(changed) },
    );
  }

  /** All rows as a grid takes them. */
  table(): ResultTable {
    const count = this.rows.length;
    const columns = this.columns.map(({ field, editor }, at) => ({
      name: field,
      kind: ['number', 'uses'].includes(editor.kind) ? ('value' as const) : ('dimension' as const),
      values: this.words[at] ?? [],
      otherText: otherText(editor),
    }));
    return { columns, rowCount: count, totalRows: count };
  }

  /** What is read in a cell of a row. @param index where its column stands among those of the table */
  wordsAt({ cells }: PageRow, index: number): ResultValue {
    const column = this.columns[index]!;
    if (column.editor.kind !== 'uses') return cellWords(cells[index], column, this.namesOf);
    const id = cells[this.columns.findIndex(({ field }) => field === 'id')];
    return typeof id === 'number' && this.uses ? (this.uses.counts.get(id) ?? 0) : null;
  }

  private wordsOf(at: number, rows: readonly PageRow[]): ResultValue[] {
    return rows.map(row => this.wordsAt(row, at));
  }
}
