import {
  DuckDBInstance,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBValue,
  DuckDBDataChunk,
} from '@duckdb/node-api';
import { BoundedCache } from 'netsensor-contract/text/collections';

/** Settings of every engine; one that reads files has its own folder for what does not fit into memory besides. */
const readerSettings = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  memory_limit: '2GB',
};

/**
 * Settings that keep the engine inside its own files: nothing a query says can read or write elsewhere. The newest
 * storage format takes half the time to write, and no other program has to read it.
 */
const settings = {
  ...readerSettings,
  storage_compatibility_version: 'latest',
  allow_community_extensions: 'false',
  // What waits in the log is written again into the file; older history comes in steps that hardly use the log.
  checkpoint_threshold: '64MB',
  // They take a third of the time of adding rows to find out that another method is as small.
  disabled_compression_methods: 'zstd,fsst',
};

export interface EngineOptions {
  /** How many processor cores a query takes at most; undefined takes all. */
  readonly threads?: number | undefined;
}

/**
 * The files of a database by the path of its records, or of one in memory for `:memory:`. The analytics are apart, so that
 * nobody who saves a record waits while they are written; what does not fit into memory goes to the temporary folder.
 */
export function databaseFiles(path: string) {
  if (path === ':memory:') return { records: path, analytics: path, temporary: undefined };
  const stem = path.replace(/\.duckdb$/, '');
  return { records: path, analytics: `${stem}.analytics.duckdb`, temporary: `${path}.tmp` };
}

/**
 * Opens or creates the files as the databases `records` and `analytics` of one engine.
 * @throws when another process has a file open, or it is not a database
 */
export async function openFiles(path: string, { threads }: EngineOptions = {}): Promise<DuckDBInstance> {
  const { records, analytics, temporary } = databaseFiles(path);
  const instance = await DuckDBInstance.create(':memory:', {
    ...settings,
    ...(temporary === undefined ? {} : { temp_directory: temporary }),
    ...(threads === undefined ? {} : { threads: String(threads) }),
  });
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH ${textLiteral(records)} AS records`);
    await connection.run(`ATTACH ${textLiteral(analytics)} AS analytics`);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    return instance;
  } catch (error) {
    instance.closeSync();
    throw error;
  } finally {
    connection.closeSync();
  }
}

/** Opens a database in memory that can read the files of this computer. */
export const openReader = (temporaryFolder: string): Promise<DuckDBInstance> =>
  DuckDBInstance.create(':memory:', { ...readerSettings, temp_directory: temporaryFolder });

/** A connection on which the tables of both files go by their bare names. */
export async function connectTo(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run(`SET search_path = 'records,analytics'`);
  return connection;
}

/** The engine takes no bound parameter in ATTACH. */
const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const mostCached = 16;
/** Characters; what is planned for a longer text takes too much memory to be cached. */
const longestCached = 10_000;

/**
 * The last statements of a connection, ready to run with other values: reading and checking a text takes the engine
 * more than half a millisecond. It plans them again when the tables have changed.
 */
export class StatementCache {
  private readonly cached = new BoundedCache<string, DuckDBPreparedStatement>(mostCached);

  constructor(private readonly connection: DuckDBConnection) {}

  /** Runs a statement with values bound; nobody else has it until `run` is done. */
  async use<T>(
    { sql, values }: { readonly sql: string; readonly values: readonly DuckDBValue[] },
    run: (statement: DuckDBPreparedStatement) => Promise<T>,
  ): Promise<T> {
    const statement = this.cached.take(sql) ?? (await this.connection.prepare(sql));
    try {
      statement.bind([...values]);
      return await run(statement);
    } finally {
      this.keep(sql, statement);
    }
  }

  private keep(sql: string, statement: DuckDBPreparedStatement): void {
    const isKept = sql.length <= longestCached && this.cached.get(sql) === undefined;
    const gone = isKept ? this.cached.set(sql, statement) : statement;
    gone?.destroySync();
  }
}

/** Rows that the engine holds in one piece. */
const rowsOfChunk = 2048;

/**
 * Appends rows to a table column by column, which takes a third of the time of appending value by value.
 * @throws Error when a row has not a value for every column
 */
export async function appendRows(
  connection: DuckDBConnection,
  table: string,
  rows: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const appender = await connection.createAppender(table);
  try {
    const types = Array.from({ length: appender.columnCount }, (_, column) => appender.columnType(column));
    if (rows.some(row => row.length !== types.length)) {
      throw new Error(`A row for ${table} needs ${types.length} values.`);
    }
    for (let start = 0; start < rows.length; start += rowsOfChunk) {
      const some = rows.slice(start, start + rowsOfChunk);
      const chunk = DuckDBDataChunk.create(types, some.length);
      chunk.setColumns(types.map((_, column) => some.map(row => row[column] as DuckDBValue)));
      appender.appendDataChunk(chunk);
    }
  } finally {
    appender.closeSync();
  }
}
