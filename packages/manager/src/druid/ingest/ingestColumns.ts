import type { DataSource } from 'netsensor-contract/query/dataSources';
import type { SourceColumns } from '../../dataQuery/sql/sourceColumns.js';
import { analyticsTables, quoted } from '../../store/analyticsTables.js';

/** What a data source is made of in a cluster. */
export interface IngestColumns {
  /** What a line of a row holds: the name there, and the column here as SQL. */
  readonly fields: readonly { readonly name: string; readonly sql: string }[];
  readonly dimensions: readonly string[];
  /** Aggregators as Druid takes them while it loads. */
  readonly metrics: readonly Readonly<Record<'type' | 'name' | 'fieldName', string>>[];
}

/**
 * The columns as a manager's own ingestion makes them: text, and the numbers of the contract (field notes §2.1). A column
 * of numbers that a loaded file added is text, which the cluster reads as numbers when it is summed.
 */
export function ingestColumns(source: DataSource, { dimensions }: SourceColumns): IngestColumns {
  const { metrics, sketches } = analyticsTables[source];
  const numbers = Object.entries(metrics);
  return {
    fields: [
      ...[...dimensions].map(([name, sql]) => ({ name, sql })),
      ...numbers.map(([name]) => ({ name, sql: quoted(name) })),
    ],
    dimensions: [...dimensions.keys()],
    metrics: [
      ...numbers.map(([name, type]) => ({ type: combining(name, type), name, fieldName: name })),
      ...Object.entries(sketches).map(([name, fieldName]) => ({ type: 'hyperUnique', name, fieldName })),
    ],
  };
}

function combining(name: string, type: 'BIGINT' | 'DOUBLE'): string {
  if (type === 'BIGINT') return 'longSum';
  return name === 'min_value' ? 'doubleMin' : name === 'max_value' ? 'doubleMax' : 'doubleSum';
}
