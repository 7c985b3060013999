import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBValue } from '@duckdb/node-api';

const mostKept = 16;
/** Characters; what is planned for a longer text takes too much memory to be kept. */
const longestKept = 10_000;

/**
 * The last statements of a connection, ready to run with other values: reading and checking a text takes the engine
 * more than half a millisecond. It plans them again when the tables have changed.
 */
export class PreparedStatements {
  private readonly kept = new Map<string, DuckDBPreparedStatement>();

  constructor(private readonly connection: DuckDBConnection) {}

  /** Runs a statement with values bound; nobody else has it until `run` is done. */
  async use<T>(
    { sql, values }: { readonly sql: string; readonly values: readonly DuckDBValue[] },
    run: (statement: DuckDBPreparedStatement) => Promise<T>,
  ): Promise<T> {
    const known = this.kept.get(sql);
    this.kept.delete(sql);
    const statement = known ?? (await this.connection.prepare(sql));
    try {
      statement.bind([...values]);
      return await run(statement);
    } finally {
      this.keep(sql, statement);
    }
  }

  private keep(sql: string, statement: DuckDBPreparedStatement): void {
    if (sql.length > longestKept || this.kept.has(sql)) {
      statement.destroySync();
      return;
    }
    this.kept.set(sql, statement);
    const [oldest] = this.kept;
    if (!oldest || this.kept.size <= mostKept) return;
    this.kept.delete(oldest[0]);
    oldest[1].destroySync();
  }
}
