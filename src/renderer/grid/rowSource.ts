import type { ResultColumn, ResultTable, ResultValue } from '../../model/query/queryResult.js';
import type { ExtensionMessage } from '../../model/results/shownResult.js';

/** A column whose rows come over time; `undefined` where a row has not come yet. */
export interface PagedColumn extends Omit<ResultColumn, 'values'> {
  readonly values: readonly (ResultValue | undefined)[];
  /** What people may filter a value by besides what it is. */
  readonly otherText?: ((value: ResultValue) => string) | undefined;
}

const pageRows = 10_000;

/** The rows of a result: the first ones at once, the others when they are asked for. */
export class RowSource {
  readonly columns: readonly PagedColumn[];
  /** Rows that can be shown. */
  readonly count: number;
  /** Told of every page that came, and of the end of asking. */
  onDidLoad: () => void = () => undefined;
  /** The values of each column, to which pages are added; empty where none will come. */
  private readonly lists: (ResultValue | undefined)[][];
  private readonly first: number;
  private readonly asked = new Set<number>();
  private readonly waiting: ((isComplete: boolean) => void)[] = [];
  private missing: number;
  private hasGivenUp = false;

  /** @param ask asks for rows; undefined when there is nobody to ask */
  constructor(
    { columns, rowCount, totalRows }: ResultTable,
    private readonly ask: ((from: number, count: number) => void) | undefined,
  ) {
    this.first = rowCount;
    this.count = ask ? totalRows : rowCount;
    this.missing = this.count - rowCount;
    this.lists = this.missing === 0 ? [] : columns.map(({ values }) => [...values]);
    this.columns = columns.map((column, at) => ({ ...column, values: this.lists[at] ?? column.values }));
  }

  /** Whether rows are missing that will never come. */
  get isGone(): boolean {
    return this.hasGivenUp && !this.isComplete;
  }

  get isComplete(): boolean {
    return this.missing === 0;
  }

  isLoaded(row: number): boolean {
    return row < this.first || this.columns[0]?.values[row] !== undefined;
  }

  /** Asks for the page of a row, unless it came or was asked for. */
  load(row: number): void {
    if (this.hasGivenUp || this.isLoaded(row)) return;
    const from = this.first + Math.floor((row - this.first) / pageRows) * pageRows;
    if (this.asked.has(from)) return;
    this.asked.add(from);
    this.ask?.(from, Math.min(pageRows, this.count - from));
  }

  /** Asks for everything; whether all of it came. */
  loadAll(): Promise<boolean> {
    if (this.isComplete || this.hasGivenUp) return Promise.resolve(this.isComplete);
    for (let row = this.first; row < this.count; row += pageRows) this.load(row);
    return new Promise(resolve => this.waiting.push(resolve));
  }

  /** Takes a page that was asked for. */
  add({ from, columns }: ExtensionMessage & { readonly type: 'rows' }): void {
    const length = columns[0]?.length ?? 0;
    if (length === 0 || this.isLoaded(from)) return;
    this.lists.forEach((values, index) => {
      for (let row = 0; row < length; row += 1) values[from + row] = columns[index]?.[row] ?? null;
    });
    this.missing -= length;
    this.onDidLoad();
    if (this.isComplete) this.settle();
  }

  /** There is nobody to ask any more. */
  giveUp(): void {
    this.hasGivenUp = true;
    this.settle();
    this.onDidLoad();
  }

  private settle(): void {
    for (const resolve of this.waiting.splice(0)) resolve(this.isComplete);
  }
}
