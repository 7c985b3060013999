import { addTo } from 'netsensor-contract/text/collections';
import type { Database, SqlSession } from '../store/database.js';
import { unauthorized } from '../http/errors.js';
import { hasRight } from '../users/auth.js';
import { placeLevels, sensorType } from '../sensors/sensorKinds.js';
import type { StoredUser } from '../users/userStore.js';
import { dimensionColumn, joinConditions, type Parameters } from './expressions.js';
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

/** What a caller may read. @throws HttpProblem 401 for one who may read nothing, or whose top domain is gone */
export type RightsOfCallers = (caller: StoredUser) => Promise<ReadableRows>;

/**
 * The rights of callers, kept until the tree or the users are written: a request has the permissions of the user who owns the key
 * (contract 002, Authentication). All who ask at the same time wait for the same answer.
 */
export function keptRights(database: Database): RightsOfCallers {
  let kept = { writes: database.treeWrites, byTop: new Map<number, Promise<ReadableRows>>() };
  return async caller => {
    if (!hasRight(caller, 'read')) throw unauthorized();
    if (caller.admin) return undefined;
    const { treeWrites: writes } = database;
    if (kept.writes !== writes) kept = { writes, byTop: new Map() };
    const { byTop } = kept;
    const { sensor_id: top } = caller;
    const known = byTop.get(top);
    if (known) return known;
    const found = database.read(session => readableBelow(session, top));
    byTop.set(top, found);
    void found.catch(() => byTop.delete(top));
    return found;
  };
}

/** @throws HttpProblem 401 when there is no such domain */
async function readableBelow(session: SqlSession, topId: number): Promise<ReadableRows> {
  const rows = await session.rows<{
    id: number;
    uuid: string;
    name: string;
    type: number;
    domain_type: number;
    is_root: boolean;
    is_elsewhere: boolean;
  }>(
    `WITH RECURSIVE below AS (SELECT id FROM sensors WHERE id = $1
      UNION SELECT child.id FROM sensors child JOIN below ON child.parent_id = below.id)
    SELECT id, uuid, name, type, domain_type, parent_id IS NULL AS is_root, name IN (SELECT name FROM sensors
      WHERE type <> ${sensorType.domain} AND id NOT IN (SELECT id FROM below)) AS is_elsewhere
    FROM sensors WHERE id IN (SELECT id FROM below) ORDER BY id`,
    [topId],
  );
  const top = rows.find(({ id }) => id === topId);
  if (!top) throw unauthorized();
  if (top.is_root) return undefined;
  const domains = new Map<string, string[]>();
  for (const { uuid, domain_type } of rows.filter(({ type }) => type === sensorType.domain)) {
    const dimension = dimensionOf.get(domain_type);
    if (dimension !== undefined) addTo(domains, dimension, uuid);
  }
  const sensors = rows.filter(({ type }) => type !== sensorType.domain);
  return {
    domains,
    sensorUuids: sensors.map(({ uuid }) => uuid),
    sensorNames: sensors.filter(({ is_elsewhere }) => !is_elsewhere).map(({ name }) => name),
  };
}

/** A way to know a row for one of the caller's: a column that holds one of some values. */
interface WayToRead {
  readonly dimension: string;
  /** As SQL. */
  readonly column: string;
  readonly values: readonly string[];
}

/**
 * How rows of a data source are known for those of a tree, those first that most rows are known by; sensors by their name where
 * rows do not hold their uuid.
 */
export function waysToRead(
  { domains, sensorUuids, sensorNames }: ReadableTree,
  columns: SourceColumns,
): WayToRead[] {
  const sensors: [string, readonly string[]] = dimensionColumn(columns, 'sensor_uuid')
    ? ['sensor_uuid', sensorUuids]
    : ['sensor_name', sensorNames];
  return [...domains, sensors]
    .flatMap(([dimension, values]) => {
      const column = dimensionColumn(columns, dimension);
      return column === undefined || values.length === 0 ? [] : [{ dimension, column, values }];
    })
    .sort((one, other) => one.values.length - other.values.length);
}

/** The tree as far as rows are known for its own by some dimensions. */
export const knownBy = (
  { domains, sensorUuids, sensorNames }: ReadableTree,
  dimensions: ReadonlySet<string>,
): ReadableTree => ({
  domains: new Map([...domains].filter(([dimension]) => dimensions.has(dimension))),
  sensorUuids: dimensions.has('sensor_uuid') ? sensorUuids : [],
  sensorNames: dimensions.has('sensor_name') ? sensorNames : [],
});

/** Values of a list that is searched from its beginning; more are looked up. */
const mostSearched = 1000;

/**
 * SQL that is true for the rows that are known for the caller's in one way, and unknown for one without a value. A column of texts is
 * stored as numbers and a list of its texts: a function of it, unlike `IN`, looks at each text once and then takes the numbers, which
 * takes half as long or less.
 */
export function wayCondition({ column, values }: WayToRead, parameters: Parameters): string {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return `${column} = ${parameters.constant(only)}`;
  const list = parameters.texts(values);
  return values.length > mostSearched
    ? `${column} IN (SELECT unnest(${list}))`
    : `list_contains(${list}, ${column})`;
}

/** SQL for the readable rows of a data source. */
export const readableCondition = (
  tree: ReadableTree,
  columns: SourceColumns,
  parameters: Parameters,
): string =>
  joinConditions(
    'OR',
    waysToRead(tree, columns).map(way => wayCondition(way, parameters)),
  );
