import { CommandLineProblem, type CliOptions, type GivenOptions } from '../../commandLine.js';
import { readAddress } from '../connection/druidOptions.js';

/** The options that load the rows of the local manager into a cluster. */
export const ingestOptions = {
  ingest: { group: 'Cluster', help: 'load the generated rows, or those of --load, into the cluster first' },
  replace: { group: 'Cluster', help: 'let --ingest replace the rows that the cluster has' },
  'druid-overlord': {
    group: 'Cluster',
    value: '<address>',
    help: 'the overlord, for --ingest (default: through the router that --druid names)',
  },
  'ingest-folder': {
    group: 'Cluster',
    value: '<folder>',
    help: 'folder that the cluster sees, too: --ingest puts the rows there as files',
  },
} as const satisfies CliOptions;

/** How rows are to be loaded into a cluster. */
export interface IngestOptions {
  /** Whether rows that the cluster has may be replaced. */
  readonly mayReplace: boolean;
  /** Address without a trailing slash; undefined asks the router. */
  readonly overlord: string | undefined;
  /** Where files with rows are put for the cluster; undefined sends the rows within the tasks. */
  readonly folder: string | undefined;
}

/**
 * Reads the options about loading; undefined without `--ingest`.
 * @throws CommandLineProblem for one of them without `--ingest`, or an address that is none
 */
export function readIngestOptions(given: GivenOptions<typeof ingestOptions>): IngestOptions | undefined {
  const { ingest, replace, 'druid-overlord': overlord, 'ingest-folder': folder } = given;
  if (!ingest) {
    const other = Object.entries({ replace, 'druid-overlord': overlord, 'ingest-folder': folder }).find(
      ([, values]) => values !== undefined,
    );
    if (other === undefined) return undefined;
    throw new CommandLineProblem(`--${other[0]} is about --ingest, which is not there.`);
  }
  return {
    mayReplace: replace !== undefined,
    overlord: overlord?.map(text => readAddress('--druid-overlord', text))[0],
    folder: folder?.[0],
  };
}
