import type { RendererMessage } from '../model/results/pageQuestions.js';
import type { ExtensionMessage, ResultOutput } from '../model/results/shownResult.js';
import type { QueryFacts } from '../model/results/queryFacts.js';
import type { ColumnSettings, ViewSettings } from '../model/results/viewSettings.js';
import type { TimeShift } from '../model/query/timeShift.js';
import type { ChartMarks } from '../model/results/chartMarks.js';
import type { ResultTable } from '../model/query/queryResult.js';
import { BesideRows } from './besideRows.js';
import { isNumericColumn } from '../model/charts/numbers.js';
import { carriedZoom, type LookedAt, type ResultLook, type TimeSpan } from './resultLook.js';
import { RowSource, type PagedColumn } from './grid/rowSource.js';

/** How the extension is reached, where there is one; settings outlive the page that shows them. */
export interface Host {
  readonly post: ((message: RendererMessage) => void) | undefined;
  readonly recall: (result: string) => ViewSettings | undefined;
  readonly remember: (result: string, settings: ViewSettings) => void;
}

/** A column and what is known of it. */
export interface SessionColumn extends PagedColumn {
  readonly index: number;
  readonly isNumeric: boolean;
}

/** In milliseconds; days of 25 hours are days, too. */
const minuteLength = 60_000;
const dayLength = 86_400_000;

type Body<Message> = Message extends unknown ? Omit<Message, 'result'> : never;

/** One result on the screen: its rows, how a person looks at it, and the way to the extension. */
export class Session {
  rows: RowSource;
  readonly facts: QueryFacts;
  settings: ViewSettings;
  /** The name of its cell as it is now. */
  name: string | undefined;
  /** Called when something that is drawn beside the rows has come, or cannot be read. */
  onDidReadBeside: () => void = () => undefined;
  /** Rows of the same query some time before. */
  readonly before = new BesideRows<TimeShift, ResultTable>(shift => this.post({ type: 'before', shift }));
  /** What happened in the time of the rows. */
  readonly marks = new BesideRows<string, ChartMarks>(source => this.post({ type: 'marks', source }));
  readonly look: ResultLook = {};
  /** Finds the rows that are shown alone, whatever filters let through; undefined for all. */
  only: (() => ReadonlySet<number>) | undefined;
  private known: readonly SessionColumn[] | undefined;

  /** @param earlier the same question, answered before */
  constructor(
    readonly output: ResultOutput,
    private readonly host: Host,
    earlier?: Pick<LookedAt, 'facts' | 'look'>,
  ) {
    const canAsk = host.post !== undefined && output.id !== '';
    this.rows = new RowSource(
      output,
      canAsk ? (from, count) => this.post({ type: 'rows', from, count }) : undefined,
    );
    this.facts = output.facts;
    this.name = output.name;
    this.settings = host.recall(output.id) ?? earlier?.look.settings ?? output.settings;
    if (!earlier) return;
    const { settings: _taken, ...look } = earlier.look;
    this.look = { ...look, zoomed: carriedZoom(look.zoomed, earlier.facts, this.facts) };
  }

  /** Takes other rows of the same columns, all of which have come. */
  replaceRows(table: ResultTable): void {
    this.rows = new RowSource(table, undefined);
    this.known = undefined;
  }

  /** The part of the time that is looked at; undefined for all of it. */
  get zoomed(): TimeSpan | undefined {
    return this.look.zoomed;
  }

  set zoomed(span: TimeSpan | undefined) {
    this.look.zoomed = span;
  }

  /** Whether somebody takes what is posted. */
  get isConnected(): boolean {
    return this.host.post !== undefined && this.output.id !== '';
  }

  get columns(): readonly SessionColumn[] {
    return (this.known ??= this.rows.columns.map((column, index) => ({
      ...column,
      index,
      isNumeric: isNumericColumn(column, this.facts.measures),
    })));
  }

  /** The times before about which the same query can be asked: none shorter than its buckets, or drawn between them. */
  get shifts(): readonly TimeShift[] {
    const { bucketLength = 0, stretches = [] } = this.facts;
    if (!this.isConnected || this.output.isStored || stretches.length === 0) return [];
    const days = bucketLength / dayLength;
    if (bucketLength < minuteLength || days > 7.1) return [];
    return days > 1.1 ? ['week'] : ['day', 'week'];
  }

  /** What can be marked over charts. */
  get markSources(): readonly string[] {
    const { isStored, markSources = [] } = this.output;
    const { stretches = [] } = this.facts;
    return !this.isConnected || isStored || stretches.length === 0 ? [] : ['rb_event', ...markSources];
  }

  /** What is marked over charts. */
  get marked(): string | undefined {
    return this.markSources.find(source => source === this.settings.marks);
  }

  /** How much earlier the same query is drawn beside this result. */
  get compared(): TimeShift | undefined {
    return this.shifts.find(shift => shift === this.settings.compare);
  }

  /** The result of the same query some time before, where one is chosen; undefined until it has come. */
  readBefore(): Session | undefined {
    const before = this.before.read(this.compared);
    if (!before) return undefined;
    const { columns, rowCount, totalRows } = before;
    // What was before had passed, whenever it was asked for.
    const facts = { ...this.facts, answeredAt: undefined };
    const output = { ...this.output, facts, columns, rowCount, totalRows, id: '' };
    // All of its lines, so that those are among them that are drawn here.
    const settings = { ...this.settings, hasAll: true };
    return new Session(output, { post: undefined, recall: () => settings, remember: () => undefined });
  }

  /** `sent`, `UTC`, `local` or the name of a time zone. */
  get zone(): string {
    return this.settings.zone ?? this.output.zone ?? 'sent';
  }

  /** The columns by which rows are filtered. */
  get filtered(): readonly ColumnSettings[] {
    return (this.settings.columns ?? []).filter(({ filter }) => filter);
  }

  /** Whether not all rows are shown. */
  get isFiltered(): boolean {
    return this.filtered.length > 0 || Boolean(this.settings.search) || this.only !== undefined;
  }

  columnSettings(name: string): ColumnSettings {
    return this.settings.columns?.find(column => column.name === name) ?? { name };
  }

  /** Changes how the result is looked at, here and in the cell. */
  change(changes: Partial<ViewSettings>): void {
    this.settings = { ...this.settings, ...changes };
    this.look.settings = this.settings;
    this.host.remember(this.output.id, this.settings);
    this.post({ type: 'settings', settings: this.settings });
  }

  changeColumn(name: string, changes: Partial<ColumnSettings>): void {
    const others = (this.settings.columns ?? []).filter(column => column.name !== name);
    this.change({ columns: [...others, { ...this.columnSettings(name), ...changes }] });
  }

  post(message: Body<RendererMessage>): void {
    if (this.isConnected) this.host.post?.({ ...message, result: this.output.id } as RendererMessage);
  }

  receive(message: ExtensionMessage): void {
    if (message.type === 'rows') {
      this.rows.add(message);
      if (this.rows.isComplete) this.known = undefined;
    } else if (message.type === 'before' || message.type === 'noBefore') {
      const table = message.type === 'before' ? message : undefined;
      if (this.before.take(message.shift, table)) this.onDidReadBeside();
    } else if (message.type === 'marks' || message.type === 'noMarks') {
      const marks = message.type === 'marks' ? message : undefined;
      if (this.marks.take(message.source, marks)) this.onDidReadBeside();
    } else this.rows.giveUp();
  }
}
