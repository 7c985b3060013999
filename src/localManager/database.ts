import {
  DuckDBInstance,
  DuckDBTimestampValue,
  type DuckDBConnection,
  type DuckDBValue,
} from '@duckdb/node-api';

/**
 * Settings that keep the engine inside its own file: nothing a query says can read or write elsewhere. The newest
 * storage format takes half the time to write, and no other program has to read it.
 */
const settings = {
  storage_compatibility_version: 'latest',
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  memory_limit: '2GB',
  lock_configuration: 'true',
};

/** A moment as the engine takes it, from milliseconds since 1970 UTC. */
export const sqlTime = (milliseconds: number): DuckDBValue =>
  new DuckDBTimestampValue(BigInt(Math.floor(milliseconds)) * 1000n);

/** Runs statements on one connection; values are always bound, never part of the text. */
export interface SqlSession {
  /** The rows of a statement; `Row` describes the selected columns. */
  rows<Row>(sql: string, values?: readonly DuckDBValue[]): Promise<Row[]>;
  /** The rows of a statement as arrays in column order. */
  arrays(sql: string, values?: readonly DuckDBValue[]): Promise<unknown[][]>;
  run(sql: string, values?: readonly DuckDBValue[]): Promise<void>;
  /** Appends many rows to a table; much faster than inserting them. */
  append(table: string, rows: readonly (readonly DuckDBValue[])[]): Promise<void>;
}

/** The DuckDB file of a manager. Readers run side by side; writers one after the other, each in a transaction. */
export class Database {
  private lastWrite: Promise<unknown> = Promise.resolve();
  private readonly open = new Set<DuckDBConnection>();

  private constructor(private readonly instance: DuckDBInstance) {}

  /**
   * Opens or creates the file, or a database in memory for `:memory:`.
   * @throws when another process has the file open, or it is not a database
   */
  static async open(path: string): Promise<Database> {
    return new Database(await DuckDBInstance.create(path, settings));
  }

  /** Reads on a connection of its own; an aborted signal interrupts the statement that is running. */
  async read<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const connection = await this.instance.connect();
    this.open.add(connection);
    const release = interruptOn(signal, connection);
    try {
      return await work(sessionOn(connection, signal));
    } finally {
      release();
      this.open.delete(connection);
      connection.closeSync();
    }
  }

  /** Writes in one transaction; resolves when it is on disk, and leaves nothing behind when `work` throws. */
  async write<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const result = this.lastWrite.then(() => this.read(session => inTransaction(session, work), signal));
    this.lastWrite = result.catch(() => undefined);
    return result;
  }

  /** Stops running statements, waits for writers and closes the file. */
  async close(): Promise<void> {
    await this.lastWrite;
    for (const connection of this.open) connection.interrupt();
    this.instance.closeSync();
  }
}

/** Interrupts again and again from an abort to the release: one that comes before a statement starts has no effect. */
function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), 20);
  };
  signal?.addEventListener('abort', start, { once: true });
  return () => {
    signal?.removeEventListener('abort', start);
    clearInterval(timer);
  };
}

async function inTransaction<T>(session: SqlSession, work: (session: SqlSession) => Promise<T>): Promise<T> {
  await session.run('BEGIN TRANSACTION');
  try {
    const result = await work(session);
    await session.run('COMMIT');
    return result;
  } catch (error) {
    await session.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function sessionOn(connection: DuckDBConnection, signal?: AbortSignal): SqlSession {
  const read = async (sql: string, values?: readonly DuckDBValue[]) => {
    signal?.throwIfAborted();
    return connection.runAndReadAll(sql, values && [...values]);
  };
  return {
    rows: async <Row>(sql: string, values?: readonly DuckDBValue[]) =>
      (await read(sql, values)).getRowObjectsJS() as Row[],
    arrays: async (sql, values) => (await read(sql, values)).getRowsJS(),
    run: async (sql, values) => {
      await read(sql, values);
    },
    append: async (table, rows) => appendRows(connection, table, rows),
  };
}

async function appendRows(
  connection: DuckDBConnection,
  table: string,
  rows: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  const appender = await connection.createAppender(table);
  try {
    for (const row of rows) {
      for (const cell of row) {
        appender.appendValue(cell);
      }
      appender.endRow();
    }
  } finally {
    appender.closeSync();
  }
}
