import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';

/**
 * Settings that keep the engine inside its own files: nothing a query says can read or write elsewhere. The newest
 * storage format takes half the time to write, and no other program has to read it.
 */
const settings = {
  storage_compatibility_version: 'latest',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  memory_limit: '2GB',
  // What waits in the log is written again into the file; older history comes in steps that hardly use the log.
  checkpoint_threshold: '64MB',
  // They take a third of the time of adding rows to find out that another method is as small.
  disabled_compression_methods: 'zstd,fsst',
};

/** Settings of a database in memory that reads files; what it cannot hold goes to the temporary folder. */
const readerSettings = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  memory_limit: '2GB',
};

export interface EngineOptions {
  /** How many processor cores a query takes at most; undefined takes all. */
  readonly threads?: number | undefined;
}

/** The two files of a manager. */
export interface DatabaseFiles {
  /** Everything but the analytics. */
  readonly records: string;
  /** The analytics are apart, so that nobody who saves a record waits while they are written. */
  readonly analytics: string;
  /** Folder for what does not fit into memory; undefined for databases in memory. */
  readonly temporary: string | undefined;
}

/** The files of a database by the path of its records, or of one in memory for `:memory:`. */
export function databaseFiles(path: string): DatabaseFiles {
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
