import { resolveRange, unfilteredDays } from 'netsensor-contract/query/timeRange';
import type { Connections } from '../../connections/connection.js';
import { everFilledQuery, filledDimensions, filledQuery } from '../../model/query/writtenQueries.js';
import { joined, quoted, type Inert } from '../../words/inert.js';
import { shortRange } from '../time/rangeWords.js';
import type { LiveValues } from '../variables/liveValues.js';
import { rowLook, type RowLook } from './dataLooks.js';
import { DataQuestions, type AskData, type DataQuestion, type DataScope } from './dataQuestions.js';
import { DataRows, questionOf, sourceRows, type DataRow } from './dataRows.js';

/** What the rows of the view are made with. */
export interface TreeParts {
  readonly connections: Connections;
  readonly values: LiveValues;
  /** Where it would be asked now; undefined while there is no manager to ask. */
  readonly scope: () => DataScope | undefined;
  /** Shows that something is asked until it has ended. */
  readonly whileAsking: (asked: () => Promise<void>) => PromiseLike<void>;
}

/** What the data sources hold, as rows: nothing is asked before somebody opens one. */
export class DataTree {
  private readonly questions: DataQuestions;
  private readonly rows: DataRows;
  private readonly connectionChanges;
  readonly onDidChange;

  constructor(private readonly parts: TreeParts) {
    this.questions = new DataQuestions(askingData(parts.connections, parts.values));
    this.rows = new DataRows(this.questions, parts.scope);
    this.onDidChange = this.questions.onDidChange;
    this.connectionChanges = parts.connections.onDidChange(() => this.questions.forgetFailures());
  }

  dispose(): void {
    this.connectionChanges.dispose();
    this.questions.dispose();
  }

  /** What is below a row, or at the top: nothing while there is no connection at all. */
  below(row: DataRow | undefined): DataRow[] {
    if (row) return this.rows.below(row);
    return this.parts.connections.all.length > 0 ? sourceRows() : [];
  }

  look(row: DataRow): RowLook {
    return rowLook(row, id => this.parts.connections.get(id));
  }

  /** Whom and about which time it asks. */
  scopeWords(): Inert {
    const scope = this.parts.scope();
    const connection = scope && this.parts.connections.get(scope.connectionId);
    return joined(
      [connection && quoted(connection.name), scope && shortRange(scope.range, scope.zone)],
      ' · ',
    );
  }

  /** Asks what an opened row needs and nobody has asked; a question about many days waits for a click. */
  async open(row: DataRow): Promise<void> {
    const question = questionOf(row);
    const scope = this.parts.scope();
    if (!question || !scope || this.questions.isSettled(question, scope) || isWide(scope)) return;
    await this.askIn(question, scope);
  }

  /** Asks what a row is about, anew where that is known. */
  async ask(row: DataRow): Promise<void> {
    const question = questionOf(row);
    const scope = this.parts.scope();
    if (!question || !scope) return;
    if (question.kind === 'values') this.parts.values.forget({ ...question, ...scope });
    await this.askIn(question, scope);
  }

  cancel(row: DataRow): void {
    const question = questionOf(row);
    if (question) this.questions.cancel(question);
  }

  private async askIn(question: DataQuestion, scope: DataScope): Promise<void> {
    await this.parts.whileAsking(() => this.questions.ask(question, scope));
  }
}

/** How questions reach a manager: one query each, and for values what completion asks, too. */
const askingData =
  (connections: Connections, values: LiveValues): AskData =>
  async (question, scope, { dimensions, signal }) => {
    if (question.kind === 'values') return values.require({ ...question, ...scope }, signal);
    const { connectionId, range, zone } = scope;
    const client = await connections.client(connectionId);
    const wanted = { dataSource: question.dataSource, dimensions, range, zone, now: Date.now() };
    const query = question.kind === 'filled' ? filledQuery(wanted) : everFilledQuery(wanted);
    return filledDimensions((await client.runQuery(query, signal)).rows, dimensions);
  };

/** Whether a question is about more days than a notebook asks for without a word: it waits until somebody wants it. */
function isWide({ range, zone }: DataScope): boolean {
  const resolved = resolveRange(range, { now: Date.now(), zone });
  return 'stretch' in resolved && unfilteredDays({}, [resolved.stretch]) !== undefined;
}
