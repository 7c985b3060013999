import { type DataSource, dataSourceNames, isDataSource } from 'netsensor-contract/query/dataSources';
import { CommandLineProblem } from '../commandLine.js';

/** A file that takes the place of the generated rows of a data source. */
export interface LoadRequest {
  readonly source: DataSource;
  readonly file: string;
  /** The column that holds the time; undefined looks for one. */
  readonly timeColumn: string | undefined;
}

/**
 * Reads the options `--load <source>=<file>` and `--time-column <source>=<column>`.
 * @throws CommandLineProblem for a part that is missing, an unknown data source, or one that is given twice
 */
export function readLoadRequests(loads: readonly string[], timeColumns: readonly string[]): LoadRequest[] {
  const files = textBySource('--load', loads, 'file');
  const columns = textBySource('--time-column', timeColumns, 'column');
  for (const source of columns.keys()) {
    if (!files.has(source))
      throw new CommandLineProblem(`--time-column names ${source}, but no --load gives a file for it.`);
  }
  return [...files].map(([source, file]) => ({ source, file, timeColumn: columns.get(source) }));
}

/**
 * Reads the values of an option `<source>=<text>`.
 * @throws CommandLineProblem for a part that is missing, an unknown data source, or one that is given twice
 */
export function textBySource(
  option: string,
  values: readonly string[],
  what: string,
): Map<DataSource, string> {
  const found = new Map<DataSource, string>();
  for (const value of values) {
    const [source = '', ...rest] = value.split('=');
    const text = rest.join('=');
    if (text === '') throw new CommandLineProblem(`${option} needs <source>=<${what}>, not "${value}".`);
    if (!isDataSource(source)) {
      throw new CommandLineProblem(
        `${option} names the data source "${source}"; there are ${dataSourceNames.join(', ')}.`,
      );
    }
    if (found.has(source)) throw new CommandLineProblem(`${option} is given twice for ${source}.`);
    found.set(source, text);
  }
  return found;
}
