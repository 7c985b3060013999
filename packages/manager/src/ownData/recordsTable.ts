import { plainCell } from 'netsensor-contract/text/csvCells';
import { isBlankRow } from 'netsensor-contract/text/csvText';
import type { SqlSession } from '../store/database.js';

/** Rows that are handed to the engine at once. */
const rowsAtOnce = 20_480;

/** The table `records` while the rows of a CSV file are read into it. */
export class RecordsTable {
  /** The row that was read last, as a spreadsheet counts. */
  row = 0;
  /** Whether something of the text was no text of its encoding; the rows then hold a sign for it. */
  hasBrokenText = false;
  private header: string[] | undefined;
  private headerRow = 1;
  private waiting: (string | null)[][] = [];
  private stored = 0;
  /** How many rows stand before each one that was left out. */
  private readonly left: number[] = [];

  constructor(private readonly session: SqlSession) {}

  readonly place = (index: number): string =>
    `row ${this.headerRow + 1 + index + this.left.filter(before => before <= index).length}`;

  async addAll(rows: AsyncIterable<string[]>): Promise<void> {
    for await (const cells of rows) {
      this.row += 1;
      if (this.hasBrokenText && cells.some(cell => /[\0\ufffd]/.test(cell)))
        throw new Error(`row ${this.row} is not UTF-8 text.`);
      if (!this.header) await this.begin(cells);
      else if (isBlankRow(cells)) this.left.push(this.stored + this.waiting.length);
      else this.waiting.push(this.values(cells, this.header.length));
      if (this.waiting.length >= rowsAtOnce) await this.store();
    }
    await this.store();
    if (!this.header) throw new Error('the file holds no header line.');
  }

  private async begin(cells: string[]): Promise<void> {
    if (isBlankRow(cells)) return;
    this.header = cells.map(plainCell);
    this.headerRow = this.row;
    const columns = cells.map((_name, index) => `c${index} VARCHAR`).join(', ');
    await this.session.run(`CREATE TABLE records (${columns})`);
  }

  /** Empty cells at the end may be missing, and there may be more of them. */
  private values(cells: readonly string[], columns: number): (string | null)[] {
    if (cells.slice(columns).some(cell => cell !== ''))
      throw new Error(`row ${this.row} has ${cells.length} columns, but the header has ${columns}.`);
    return Array.from({ length: columns }, (_, column) => plainCell(cells[column] ?? '') || null);
  }

  private async store(): Promise<void> {
    await this.session.append('records', this.waiting);
    this.stored += this.waiting.length;
    this.waiting = [];
  }

  /** The names of the columns, without those at the end that have no name and hold nothing. */
  async columns(): Promise<string[]> {
    const header = [...(this.header ?? [])];
    while (header.at(-1) === '') {
      const [row] = await this.session.arrays(`SELECT count(c${header.length - 1}) FROM records`);
      if (Number(row?.[0]) > 0) break;
      header.pop();
    }
    return header;
  }
}
