import {
  DuckDBTimestampValue,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBInstance,
  type DuckDBValue,
} from '@duckdb/node-api';
import {
  appendRows,
  connectTo,
  openFiles,
  openReader,
  type EngineOptions,
  StatementCache,
} from './engine.js';

/** A moment as the engine takes it, from milliseconds since 1970 UTC. */
export const sqlTime = (milliseconds: number): DuckDBValue =>
  new DuckDBTimestampValue(BigInt(Math.floor(milliseconds)) * 1000n);

/** What is bound to the placeholders of a statement. */
type Values = readonly DuckDBValue[];

/** Runs statements on one connection; values are always bound, never part of the text. */
export interface SqlSession {
  /** The rows of a statement; `Row` describes the selected columns. */
  rows<Row>(sql: string, values?: Values): Promise<Row[]>;
  /** The rows of a statement as arrays in column order. */
  arrays(sql: string, values?: Values): Promise<unknown[][]>;
  run(sql: string, values?: Values): Promise<void>;
  /** Appends many rows to a table; much faster than inserting them. */
  append(table: string, rows: readonly Values[]): Promise<void>;
  /** The rows of a statement as the engine holds them, piece by piece; much smaller than objects. */
  chunks(sql: string, values?: Values): AsyncIterable<DuckDBDataChunk>;
  appendChunks(table: string, chunks: AsyncIterable<DuckDBDataChunk>): Promise<void>;
}

/** A connection that is kept, and with it its temporary tables. */
export interface Lane {
  /** As `Database.writeAnalytics`. */
  write<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): void;
}

/** Idle connections that are kept for the next reader or writer. */
const mostIdle = 4;

/**
 * The DuckDB files of a manager: one with the records, one with the analytics. Readers run side by side and see both. A
 * transaction writes one of the files; writers of the same file run one after the other.
 */
export class Database {
  private lastWrite: Promise<unknown> = Promise.resolve();
  private lastAnalyticsWrite: Promise<unknown> = Promise.resolve();
  private readonly open = new Set<DuckDBConnection>();
  private readonly idle: DuckDBConnection[] = [];
  private readonly prepared = new WeakMap<DuckDBConnection, StatementCache>();
  private written = 0;
  private treeWritten = 0;

  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly connect: () => Promise<DuckDBConnection>,
  ) {}

  /**
   * Opens or creates the file of the records and the one of the analytics beside it, or a database in memory for
   * `:memory:`.
   * @throws when another process has a file open, or it is not a database
   */
  static async open(path: string, options: EngineOptions = {}): Promise<Database> {
    const instance = await openFiles(path, options);
    return new Database(instance, () => connectTo(instance));
  }

  /** A database in memory that, unlike every other, can read the files of this computer; no query may ever reach it. */
  static async openFileReader(temporaryFolder: string): Promise<Database> {
    const instance = await openReader(temporaryFolder);
    return new Database(instance, () => instance.connect());
  }

  /** Reads on a connection of its own; an aborted signal interrupts the statement that is running. */
  async read<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.onConnection(connection => work(sessionOn(connection, { signal })), signal);
  }

  /** As `read`, for statements that come again with other values: each is prepared once. */
  async readAgain<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.onConnection(connection => {
      const prepared = this.prepared.get(connection) ?? new StatementCache(connection);
      this.prepared.set(connection, prepared);
      return work(sessionOn(connection, { signal, prepared }));
    }, signal);
  }

  private async onConnection<T>(
    work: (connection: DuckDBConnection) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    signal?.throwIfAborted();
    const connection = this.idle.pop() ?? (await this.connect());
    this.open.add(connection);
    let isGood = false;
    try {
      const result = await interruptible(() => work(connection), connection, signal);
      isGood = signal?.aborted !== true && this.idle.length < mostIdle;
      return result;
    } finally {
      this.open.delete(connection);
      if (isGood) this.idle.push(connection);
      else connection.closeSync();
    }
  }

  /** How many times analytics were written; what was read of them is still so while the number is the same. */
  get analyticsWrites(): number {
    return this.written;
  }

  /** How many times domains, sensors or users were written; what was worked out of them is still so while the number is the same. */
  get treeWrites(): number {
    return this.treeWritten;
  }

  /** Writes records in one transaction; resolves when it is on disk, and leaves nothing behind when `work` throws. */
  async write<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    let isOfTree = false;
    const write = (session: SqlSession) => {
      const told = tellingWrites(session, table => (isOfTree ||= treeTables.has(table)));
      return inTransaction(told, work);
    };
    const result = this.lastWrite
      .then(() => this.read(write, signal))
      .finally(() => {
        if (isOfTree) this.treeWritten += 1;
      });
    this.lastWrite = result.catch(() => undefined);
    return result;
  }

  /** Writes analytics in one transaction, beside those that write records. */
  async writeAnalytics<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const lane = await this.openLane();
    try {
      return await lane.write(work, signal);
    } finally {
      lane.close();
    }
  }

  /** Opens a connection that lasts until it is closed, which must be before the database is. */
  async openLane(): Promise<Lane> {
    const connection = await this.connect();
    return {
      write: (work, signal) =>
        this.analyticsTurn(async () => {
          signal?.throwIfAborted();
          const run = () => inTransaction(sessionOn(connection, { signal }), work);
          return interruptible(run, connection, signal);
        }),
      close: () => connection.closeSync(),
    };
  }

  private async analyticsTurn<T>(write: () => Promise<T>): Promise<T> {
    const result = this.lastAnalyticsWrite.then(write).finally(() => {
      this.written += 1;
    });
    this.lastAnalyticsWrite = result.catch(() => undefined);
    return result;
  }

  /** Stops running statements, waits for writers and closes the files. */
  async close(): Promise<void> {
    await Promise.all([this.lastWrite, this.lastAnalyticsWrite]);
    for (const connection of this.open) connection.interrupt();
    for (const connection of this.idle.splice(0)) connection.closeSync();
    this.instance.closeSync();
  }
}

/** From an abort on it interrupts again and again: an interrupt that comes before a statement starts has no effect. */
async function interruptible<T>(
  work: () => Promise<T>,
  connection: DuckDBConnection,
  signal: AbortSignal | undefined,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), 20);
  };
  signal?.addEventListener('abort', start, { once: true });
  try {
    return await work();
  } finally {
    signal?.removeEventListener('abort', start);
    clearInterval(timer);
  }
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

/** The tables that say what stands in the tree, and who may see which part of it. */
const treeTables: ReadonlySet<string> = new Set(['sensors', 'users']);

/** The table that a statement writes; undefined for one that only reads. */
const writtenTable = (sql: string): string | undefined =>
  /\b(?:INTO|UPDATE|DELETE\s+FROM|TRUNCATE|TABLE(?:\s+IF(?:\s+NOT)?\s+EXISTS)?)\s+(?:records\.)?"?(\w+)/i.exec(
    sql,
  )?.[1];

/** A session that says which table each of its statements writes, before that. */
function tellingWrites(session: SqlSession, tell: (table: string) => void): SqlSession {
  const telling =
    <Rest extends unknown[], Done>(run: (sql: string, ...rest: Rest) => Done) =>
    (sql: string, ...rest: Rest): Done => {
      const table = writtenTable(sql);
      if (table !== undefined) tell(table.toLowerCase());
      return run(sql, ...rest);
    };
  return {
    rows: <Row>(sql: string, values?: Values) => telling(session.rows<Row>)(sql, values),
    arrays: telling(session.arrays),
    run: telling(session.run),
    chunks: telling(session.chunks),
    append: (table, rows) => {
      tell(table);
      return session.append(table, rows);
    },
    appendChunks: (table, chunks) => {
      tell(table);
      return session.appendChunks(table, chunks);
    },
  };
}

interface SessionOptions {
  readonly signal: AbortSignal | undefined;
  /** Reads what statements with values find. */
  readonly prepared?: StatementCache;
}

function sessionOn(connection: DuckDBConnection, { signal, prepared }: SessionOptions): SqlSession {
  const readOnce = async (sql: string, values?: Values) => {
    signal?.throwIfAborted();
    return connection.runAndReadAll(sql, values && [...values]);
  };
  const read = async (sql: string, values?: Values) => {
    if (!prepared || !values) return readOnce(sql, values);
    signal?.throwIfAborted();
    return prepared.use({ sql, values }, statement => statement.runAndReadAll());
  };
  return {
    rows: async <Row>(sql: string, values?: Values) => (await read(sql, values)).getRowObjectsJS() as Row[],
    arrays: async (sql, values) => (await read(sql, values)).getRowsJS(),
    // Never prepared: the engine loses its way in a table that is made again from another one that was.
    run: async (sql, values) => {
      await readOnce(sql, values);
    },
    append: async (table, rows) => appendRows(connection, table, rows),
    chunks: async function* (sql, values) {
      const result =
        prepared && values
          ? await prepared.use({ sql, values }, statement => statement.stream())
          : await connection.stream(sql, values && [...values]);
      for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
        signal?.throwIfAborted();
        yield chunk;
      }
    },
    appendChunks: async (table, chunks) => {
      const appender = await connection.createAppender(table);
      try {
        for await (const chunk of chunks) appender.appendDataChunk(chunk);
      } finally {
        appender.closeSync();
      }
    },
  };
}
