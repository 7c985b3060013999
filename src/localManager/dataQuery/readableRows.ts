import { listValue } from '@duckdb/node-api';
import type { SqlSession } from '../store/database.js';
import { unauthorized } from '../http/errors.js';
import { hasRight } from '../users/permissions.js';
import { placeLevels, sensorType } from '../sensors/sensorKinds.js';
import { subtreeIds } from '../sensors/treeIndex.js';
import type { StoredUser } from '../users/userStore.js';
import { dimensionColumn, joinConditions, type Parameters } from './sql/expressions.js';
import type { SourceColumns } from './sql/sourceColumns.js';

/** The rows of the analytics that a caller may read; undefined for all of them. */
export type ReadableRows = ReadableTree | undefined;

/** Rows that name a domain or a sensor of the caller's tree. */
export interface ReadableTree {
  /** Uuids of domains, by the dimension that holds them. */
  readonly domains: ReadonlyMap<string, readonly string[]>;
  readonly sensorUuids: readonly string[];
  /** Names that no sensor elsewhere has. */
  readonly sensorNames: readonly string[];
}

/** Dimensions with the uuid of a domain, by its type. */
const dimensionOf = new Map<number, string>(
  Object.entries(placeLevels).map(([level, type]) => [type, `${level}_uuid`]),
);

/**
 * What a caller may read: a request has the permissions of the user who owns the key (contract 002, Authentication).
 * @throws HttpProblem 401 for a caller who may read nothing, or whose top domain is gone
 */
export async function readableRows(session: SqlSession, caller: StoredUser): Promise<ReadableRows> {
  if (!hasRight(caller, 'read')) throw unauthorized();
  if (caller.admin) return undefined;
  const [top] = await session.rows<{ parent_id: number | null }>(
    'SELECT parent_id FROM sensors WHERE id = $1',
    [caller.sensor_id],
  );
  if (!top) throw unauthorized();
  return top.parent_id === null ? undefined : readableTree(session, caller.sensor_id);
}

async function readableTree(session: SqlSession, topId: number): Promise<ReadableTree> {
  const rows = await session.rows<{
    uuid: string;
    name: string;
    type: number;
    domain_type: number;
    own: boolean;
  }>('SELECT uuid, name, type, domain_type, id IN (SELECT unnest($1::INTEGER[])) AS own FROM sensors', [
    listValue(await subtreeIds(session, topId)),
  ]);
  const sensors = rows.filter(({ type }) => type !== sensorType.domain);
  const elsewhere = new Set(sensors.filter(({ own }) => !own).map(({ name }) => name));
  const own = sensors.filter(sensor => sensor.own);
  const domains = new Map<string, string[]>();
  for (const { uuid, domain_type } of rows.filter(row => row.own && row.type === sensorType.domain)) {
    const dimension = dimensionOf.get(domain_type);
    if (dimension !== undefined) domains.set(dimension, [...(domains.get(dimension) ?? []), uuid]);
  }
  return {
    domains,
    sensorUuids: own.map(({ uuid }) => uuid),
    sensorNames: own.map(({ name }) => name).filter(name => !elsewhere.has(name)),
  };
}

/** SQL for the readable rows of a data source; sensors are told by their name where rows do not hold their uuid. */
export function readableCondition(
  { domains, sensorUuids, sensorNames }: ReadableTree,
  columns: SourceColumns,
  parameters: Parameters,
): string {
  const isOneOf = (column: string | undefined, values: readonly string[]): string[] => {
    if (column === undefined || values.length === 0) return [];
    // A row without a value is nobody's; it must not make the whole condition unknown.
    return [`coalesce(${column} IN (${values.map(value => parameters.text(value)).join(', ')}), FALSE)`];
  };
  const uuidColumn = dimensionColumn(columns, 'sensor_uuid');
  return joinConditions('OR', [
    ...[...domains].flatMap(([dimension, uuids]) => isOneOf(dimensionColumn(columns, dimension), uuids)),
    ...(uuidColumn
      ? isOneOf(uuidColumn, sensorUuids)
      : isOneOf(dimensionColumn(columns, 'sensor_name'), sensorNames)),
  ]);
}
