import * as l10n from '@vscode/l10n';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordFields } from '../model/inventory/recordText.js';
import { pageRows, rowKeys, rowsChange, tableCounts } from '../model/tables/pageRows.js';
import { tableColumns, type TableColumn } from '../model/tables/tableColumns.js';
import { arrangedColumns } from '../model/tables/tableLayouts.js';
import type { TableMessage } from '../model/tables/tableMessages.js';
import { readTable, type TableRow } from '../model/tables/tableText.js';

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
  private keys: readonly string[] | undefined;
  /** Whether every element of the list is a row. */
  private isCounted = true;
  private baseText: string | undefined;
  private base: readonly RecordFields[] | undefined;

  constructor(
    private readonly type: InventoryType,
    private readonly post: (message: TableMessage) => void,
  ) {}

  /** The page knows nothing any more. */
  forget(): void {
    this.keys = undefined;
  }

  /** Shows a text. @returns the types that it refers to and did not before */
  show(text: string, { version, baseText, layout }: TextState): { readonly added: readonly InventoryType[] } {
    const { type } = this;
    if (baseText !== this.baseText) {
      this.baseText = baseText;
      this.base = baseText === undefined ? undefined : (JSON.parse(baseText) as RecordFields[]);
    }
    const table = readTable(type, text, this.base);
    this.version = version;
    if ('problem' in table) {
      this.keys = undefined;
      const sentence = l10n.t('This text is no list of records. Open it as text and repair it.');
      this.post({ type: 'broken', sentence });
      return { added: [] };
    }
    this.rows = table.rows;
    const all = tableColumns(
      type,
      table.rows.map(({ fields }) => fields),
    );
    const shown = layout ? arrangedColumns(all, layout) : all;
    const others = all.filter(column => !shown.includes(column));
    const columns = [...shown, ...others];
    const hidden = others.map(({ field }) => field);
    const rows = pageRows(table.rows, columns);
    const keys = rowKeys(rows);
    const counts = tableCounts(table);
    // Elements that are no records stand between rows whose numbers the page would count wrongly.
    const isCounted = rows.every(({ at }, index) => at === index);
    const isSame =
      isCounted && this.isCounted && this.keys && JSON.stringify(columns) === JSON.stringify(this.columns);
    const change = rowsChange(this.keys ?? [], rows, keys) ?? { from: 0, removed: 0, rows: [] };
    const known = new Set(this.keys ? this.referred() : []);
    this.columns = columns;
    this.keys = keys;
    this.isCounted = isCounted;
    if (!isSame) this.post({ type: 'table', version, columns, hidden, rows, counts });
    else this.post({ type: 'rows', version, counts, ...change });
    return { added: this.referred().filter(each => !known.has(each)) };
  }

  /** The record at a place of the list. */
  rowAt(at: number): TableRow | undefined {
    return this.rows.find(row => row.at === at);
  }

  column(field: string): TableColumn | undefined {
    return this.columns.find(column => column.field === field);
  }

  /** Whether a column holds numbers of records of a type. */
  refersTo(type: InventoryType): boolean {
    return this.referred().includes(type);
  }

  private referred(): InventoryType[] {
    return [...new Set(this.columns.flatMap(({ editor }) => ('to' in editor ? editor.to : [])))];
  }
}
