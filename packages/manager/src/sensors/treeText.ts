import { listValue, type DuckDBDataChunk } from '@duckdb/node-api';
import { accessPointRecord, type StoredAccessPoint } from './accessPointTable.js';
import type { SqlSession } from '../store/database.js';
import type { StoredSensor } from './sensorStore.js';
import { lastUpTo } from 'netsensor-contract/text/collections';
import { domainType, sensorType } from './sensorKinds.js';
import { sensorRecord, type ShownSensor } from './sensorRecord.js';
import { subtreeIds } from '../store/treeIndex.js';

/** Rows in the column form of the engine, read cell by cell: a table of 100,000 rows costs no object per row. */
interface RowCursor {
  readonly length: number;
  /** The value of a column (by its place in the selection) in a row. */
  cell(row: number, column: number): unknown;
}

/**
 * Reads all rows of a statement. The chunks are kept as long as the cursor: a vector alone points into memory that the
 * engine frees with its chunk.
 */
export async function collectRows(chunks: AsyncIterable<DuckDBDataChunk>): Promise<RowCursor> {
  const kept: DuckDBDataChunk[] = [];
  const starts = [0];
  for await (const chunk of chunks) {
    kept.push(chunk);
    starts.push((starts.at(-1) ?? 0) + chunk.rowCount);
  }
  let current = 0;
  return {
    length: starts.at(-1) ?? 0,
    cell: (row, column) => {
      if (row < (starts[current] ?? 0) || row >= (starts[current + 1] ?? 0)) current = lastUpTo(starts, row);
      return kept[current]?.getColumnVector(column).getItem(row - (starts[current] ?? 0));
    },
  };
}

/** A subtree as it is read: the rows in the engine's form, and how they hang together by row number. */
interface Subtree {
  readonly sensors: RowCursor;
  readonly accessPoints: RowCursor;
  readonly top: number;
  /** Row numbers; -1 for none. Children follow each other in the order of their ids. */
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Of each sensor its first row in the list of access points, which is ordered by owner. */
  readonly firstPoint: Int32Array;
}

const sensorColumns = 'id, parent_id, uuid, name, ip, type, domain_type, latitude, longitude, property';
const pointColumns = [
  'id',
  'sensor_id',
  'name',
  'mac_address',
  'ip_address',
  'status',
  'latitude',
  'longitude',
  'x',
  'y',
  'description',
  'clients',
  'uptime',
  'enrichment',
  'settings',
];
const timeColumns = ['last_check_in', 'created_at', 'updated_at'];

/** Characters that are sent at once. */
const pieceLength = 64 * 1024;

/** Reads a domain or sensor and everything below it, ready to be printed. */
export async function readSubtree(session: SqlSession, top: StoredSensor): Promise<Subtree> {
  const ids = top.parent_id === null ? undefined : listValue(await subtreeIds(session, top.id));
  const among = (column: 'id' | 'sensor_id') =>
    ids ? `WHERE ${column} IN (SELECT unnest($1::INTEGER[]))` : '';
  const values = ids ? [ids] : [];
  const times = timeColumns.map(name => `epoch_ms(${name})::DOUBLE`).join(', ');
  const sensors = await collectRows(
    session.chunks(`SELECT ${sensorColumns} FROM sensors ${among('id')} ORDER BY id`, values),
  );
  const accessPoints = await collectRows(
    session.chunks(
      `SELECT ${pointColumns.join(', ')}, ${times} FROM access_points ${among('sensor_id')} ORDER BY sensor_id, id`,
      values,
    ),
  );
  return { sensors, accessPoints, ...links(sensors, accessPoints, top.id) };
}

function links(sensors: RowCursor, accessPoints: RowCursor, topId: number) {
  const none = () => new Int32Array(sensors.length).fill(-1);
  const parent = none();
  const firstChild = none();
  const nextSibling = none();
  const firstPoint = none();
  const ids = Int32Array.from({ length: sensors.length }, (_, row) => Number(sensors.cell(row, 0)));
  for (let row = sensors.length - 1; row >= 0; row -= 1) {
    const above = rowOf(ids, Number(sensors.cell(row, 1) ?? -1));
    if (above < 0) continue;
    parent[row] = above;
    nextSibling[row] = firstChild[above] ?? -1;
    firstChild[above] = row;
  }
  for (let point = accessPoints.length - 1; point >= 0; point -= 1) {
    const owner = rowOf(ids, Number(accessPoints.cell(point, 1)));
    if (owner >= 0) firstPoint[owner] = point;
  }
  return { top: rowOf(ids, topId), parent, firstChild, nextSibling, firstPoint };
}

/** The row of an id, -1 when there is none; rows are in the order of their ids. */
function rowOf(ids: Int32Array, id: number): number {
  const row = lastUpTo(ids, id);
  return ids[row] === id ? row : -1;
}

/**
 * The text of the tree answer in pieces (contract 001, Sensors and domains). It is walked without recursion, so that a
 * tree may be of any depth.
 */
export function* treeText(tree: Subtree): Generator<string> {
  let row = tree.top;
  let text = `{"query":true,"sensor":${opening(tree, row)}`;
  let isDown = true;
  for (;;) {
    if (text.length >= pieceLength) {
      yield text;
      text = '';
    }
    const child = tree.firstChild[row] ?? -1;
    const sibling = tree.nextSibling[row] ?? -1;
    if (isDown && child >= 0) {
      row = child;
      text += opening(tree, row);
      continue;
    }
    text += ']}';
    if (row === tree.top) break;
    isDown = sibling >= 0;
    row = isDown ? sibling : (tree.parent[row] ?? tree.top);
    if (isDown) text += `,${opening(tree, row)}`;
  }
  yield `${text}}`;
}

/** A record up to the opening bracket of its children. */
function opening(tree: Subtree, row: number): string {
  const sensor = shownSensor(tree.sensors, row);
  return `${JSON.stringify(sensorRecord(sensor)).slice(0, -1)}${pointsText(tree, row, sensor)},"children":[`;
}

/** Floors always list their access points, other domains when they own some (contract 001, Sensor / domain record). */
function pointsText(tree: Subtree, row: number, sensor: ShownSensor): string {
  const first = tree.firstPoint[row] ?? -1;
  const isListed =
    sensor.type === sensorType.domain && (first >= 0 || sensor.domain_type === domainType.floor);
  if (!isListed) return '';
  const records: string[] = [];
  for (let point = first; point >= 0 && point < tree.accessPoints.length; point += 1) {
    if (tree.accessPoints.cell(point, 1) !== sensor.id) break;
    records.push(JSON.stringify(accessPointRecord(shownPoint(tree.accessPoints, point), sensor)));
  }
  return `,"access_points":[${records.join(',')}]`;
}

/** Written out, because it is done for every row of the tree. */
const shownSensor = (rows: RowCursor, row: number): ShownSensor => ({
  id: rows.cell(row, 0) as number,
  uuid: rows.cell(row, 2) as string,
  name: rows.cell(row, 3) as string,
  ip: rows.cell(row, 4) as string | null,
  type: rows.cell(row, 5) as number,
  domain_type: rows.cell(row, 6) as number,
  latitude: rows.cell(row, 7) as number | null,
  longitude: rows.cell(row, 8) as number | null,
  property: rows.cell(row, 9) as string,
});

const shownPoint = (rows: RowCursor, row: number): StoredAccessPoint =>
  Object.fromEntries([
    ...pointColumns.map((name, column) => [name, rows.cell(row, column)]),
    ...timeColumns.map((name, index) => [name, timeOf(rows.cell(row, pointColumns.length + index))]),
  ]) as unknown as StoredAccessPoint;

const timeOf = (milliseconds: unknown): Date | null =>
  milliseconds === null ? null : new Date(Number(milliseconds));
