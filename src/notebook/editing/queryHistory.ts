import type * as vscode from 'vscode';
import { notebookRange, ownRange } from '../notebookMetadata.js';
import { writtenIntervals } from '../time/rangeSteps.js';
import type { EndedRun } from '../results/runSummary.js';

/** A query that was answered. */
export interface PastQuery {
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The text of the cell. */
  readonly text: string;
  /** Rows of its answer; undefined in what was kept before they were. */
  readonly rows?: number | undefined;
  /** The range of the notebook or the cell that it looked at; undefined where the text names intervals. */
  readonly range?: string | undefined;
  /** Whether it stays, however many come after it. */
  readonly isStarred?: true | undefined;
}

const mostQueries = 100;
const longestText = 20_000;
const keyOf = (connectionId: string) => `queryHistory.${connectionId}`;

/** The queries that were answered lately, for each connection, above them those with a star. */
export class QueryHistory {
  constructor(private readonly state: vscode.Memento) {}

  /** Keeps an answered query; one that is there already moves to the top. */
  async add({ cell, connectionId, outcome }: EndedRun): Promise<void> {
    const text = cell.document.getText();
    if (outcome !== 'answered' || text.length > longestText) return;
    const { answerSummary } = await import('../results/runSummary.js');
    const queries = this.of(connectionId);
    const past: PastQuery = {
      ...(queries.some(other => other.text === text && other.isStarred) && { isStarred: true }),
      at: Date.now(),
      text,
      rows: answerSummary(cell)?.totalRows,
      range:
        writtenIntervals(cell) !== undefined ? undefined : (ownRange(cell) ?? notebookRange(cell.notebook)),
    };
    await this.keep(connectionId, [past, ...queries.filter(other => other.text !== text)]);
  }

  /** Gives a query its star, or takes it away. */
  async toggleStar(connectionId: string, text: string): Promise<void> {
    const toggled = ({ isStarred, ...query }: PastQuery): PastQuery =>
      isStarred ? query : { ...query, isStarred: true };
    const queries = this.of(connectionId);
    await this.keep(
      connectionId,
      queries.map(query => (query.text === text ? toggled(query) : query)),
    );
  }

  /** Forgets the queries of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.state.update(keyOf(connectionId), undefined);
  }

  of(connectionId: string): readonly PastQuery[] {
    return this.state.get<readonly PastQuery[]>(keyOf(connectionId), []);
  }

  private async keep(connectionId: string, queries: readonly PastQuery[]): Promise<void> {
    const byTime = queries.toSorted((one, other) => other.at - one.at);
    const latest = (isStarred: boolean) =>
      byTime.filter(query => (query.isStarred ?? false) === isStarred).slice(0, mostQueries);
    await this.state.update(keyOf(connectionId), [...latest(true), ...latest(false)]);
  }
}
