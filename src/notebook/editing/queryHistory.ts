import type * as vscode from 'vscode';
import { namesIntervals, notebookRange, ownRange } from '../notebookMetadata.js';
import type { EndedRun } from '../run/runBatch.js';

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
}

const mostQueries = 100;
const longestText = 20_000;
const keyOf = (connectionId: string) => `queryHistory.${connectionId}`;

/** The queries that were answered lately, for each connection. */
export class QueryHistory {
  constructor(private readonly state: vscode.Memento) {}

  /** Keeps an answered query; one that is there already moves to the top. */
  async add({ cell, connectionId, outcome }: EndedRun): Promise<void> {
    const text = cell.document.getText();
    if (outcome !== 'answered' || text.length > longestText) return;
    const { answerOutput, readRunSummary } = await import('../results/runSummary.js');
    const past: PastQuery = {
      at: Date.now(),
      text,
      rows: readRunSummary(answerOutput(cell)?.metadata)?.totalRows,
      range: (await namesIntervals(cell)) ? undefined : (ownRange(cell) ?? notebookRange(cell.notebook)),
    };
    const others = this.of(connectionId).filter(other => other.text !== text);
    await this.state.update(keyOf(connectionId), [past, ...others].slice(0, mostQueries));
  }

  /** Forgets the queries of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.state.update(keyOf(connectionId), undefined);
  }

  of(connectionId: string): readonly PastQuery[] {
    return this.state.get<readonly PastQuery[]>(keyOf(connectionId), []);
  }
}
