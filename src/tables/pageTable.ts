import * as l10n from '@vscode/l10n';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordFields } from '../model/inventory/recordText.js';
import { exactValue } from '../model/tables/exactValues.js';
import { changedRows, pageRows, tableCounts } from '../model/tables/pageRows.js';
import { haveSameColumns, tableColumns, type TableColumn } from '../model/tables/tableColumns.js';
import { usesColumn } from '../model/tables/recordUses.js';
import { arrangedColumns } from '../model/tables/tableLayouts.js';
import type { TableMessage } from '../model/tables/tableMessages.js';
import { TableReader, type TableRow } from '../model/tables/tableText.js';
import { rowsIn, tableKind } from '../model/tables/tableKinds.js';
import type { TableType } from '../model/tables/tableType.js';

/** What a text is compared with, and which it is. */
interface TextState {
  readonly version: number;
  /** What the list started from. */
  readonly baseText: string | undefined;
  /** The fields whose columns are shown, in their order; all without it. */
  readonly layout?: readonly string[] | undefined;
}

/** What the page of a table shows of its text; told is what is other than before. */
export class PageTable {
  rows: readonly TableRow[] = [];
  columns: readonly TableColumn[] = [];
  /** Of the text that is shown. */
  version = 0;
  private readonly reader: TableReader;
  /** All columns that the rows have, in the order of documents. */
  private all: readonly TableColumn[] = [];
  /** Whether the page has the rows. */
  private isKnown = false;
  /** Whether every element of the list is a row. */
  private isCounted = true;
  /** The columns and which of them are hidden, to be compared. */
  private laidOut = '';
  private baseText: string | undefined;
  private base: readonly RecordFields[] | undefined;

  constructor(
    private readonly type: TableType,
    private readonly post: (message: TableMessage) => void,
  ) {
    this.reader = new TableReader(type);
  }

  /** The page knows nothing any more. */
  forget(): void {
    this.isKnown = false;
  }

  /** Shows a text. @returns the types that it refers to and did not before */
  show(text: string, { version, baseText, layout }: TextState): { readonly added: readonly InventoryType[] } {
    if (baseText !== this.baseText) {
      this.baseText = baseText;
      const base = baseText === undefined ? undefined : rowsIn(tableKind(this.type), exactValue(baseText));
      this.base = base as readonly RecordFields[] | undefined;
    }
    const table = this.reader.read(text, this.base);
    this.version = version;
    if ('problem' in table) {
      this.forget();
      const sentence = l10n.t('This text is no list of records. Open it as text and repair it.');
      this.post({ type: 'broken', sentence });
      return { added: [] };
    }
    const change = changedRows(this.rows, table.rows);
    this.rows = table.rows;
    this.readColumns(change);
    // Records alone are referred to by their ids.
    const all = isInventoryType(this.type) ? [...this.all, usesColumn] : this.all;
    const shown = layout ? arrangedColumns(all, layout) : this.all;
    const others = all.filter(column => !shown.includes(column));
    const columns = [...shown, ...others];
    const hidden = others.map(({ field }) => field);
    const counts = tableCounts(table);
    // Elements that are no records stand between rows whose numbers the page would count wrongly.
    const isCounted = table.rows.every(({ at }, index) => at === index);
    const laidOut = JSON.stringify([columns, hidden]);
    const isSame = isCounted && this.isCounted && this.isKnown && laidOut === this.laidOut;
    const known = new Set(this.isKnown ? this.referred() : []);
    this.columns = columns;
    this.laidOut = laidOut;
    this.isKnown = true;
    this.isCounted = isCounted;
    if (!isSame) {
      const { keyField, nameField, leads } = tableKind(this.type);
      const rows = pageRows(table.rows, columns);
      this.post({ type: 'table', version, keyField, nameField, leads, columns, hidden, rows, counts });
    } else {
      const { from, removed, added } = change;
      const rows = pageRows(added, columns);
      this.post({ type: 'rows', version, counts, from, removed: removed.length, rows });
    }
    return { added: this.referred().filter(each => !known.has(each)) };
  }

  /** Of thousands of records most are as before, and so are mostly the columns. */
  private readColumns({ removed, added }: ReturnType<typeof changedRows>): void {
    const { type } = this;
    const isSame =
      this.all.length > 0 &&
      removed.length === added.length &&
      added.every(({ fields }, at) => haveSameColumns(type, removed[at]!.fields, fields));
    if (isSame) return;
    this.all = tableColumns(
      type,
      this.rows.map(({ fields }) => fields),
    );
  }

  /** The record at a place of the list. */
  rowAt(at: number): TableRow | undefined {
    const row = this.rows[at];
    // Elements that are no records stand between some.
    return row?.at === at ? row : this.rows.find(each => each.at === at);
  }

  column(field: string): TableColumn | undefined {
    return this.columns.find(column => column.field === field);
  }

  /** Whether a column holds numbers of records of a type. */
  refersTo(type: InventoryType): boolean {
    return this.referred().includes(type);
  }

  /** The uuids of domains and sensors that stand in it. */
  nodes(): ReadonlySet<string> {
    const fields = this.columns.flatMap(({ field, editor }) => (editor.kind === 'node' ? [field] : []));
    const values = fields.flatMap(field => this.rows.map(row => row.fields[field]));
    return new Set(values.filter(value => typeof value === 'string' && value !== '') as string[]);
  }

  private referred(): InventoryType[] {
    return [...new Set(this.columns.flatMap(({ editor }) => ('to' in editor ? editor.to : [])))];
  }
}
