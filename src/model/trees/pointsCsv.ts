import { macKey, rightMac } from 'netsensor-contract/sensors/macAddress';
import { isMacAddress } from 'netsensor-contract/sensors/accessPoints';
import { decimalNumber, isSpoiltCell, plainCell, wholeNumber } from 'netsensor-contract/text/csvCells';
import { readCsvTable, type CsvProblem, type CsvTableRow } from '../text/csvTable.js';
import { containerKeys, type PointElement } from './pointList.js';

/** The access points of a CSV text: only the fields that it has columns for. */
export interface PointsOfCsv {
  readonly elements: readonly PointElement[];
  /** Fields and container keys that the text has a column for. */
  readonly columns: readonly string[];
  readonly problems: readonly CsvProblem[];
}

const wholeFields = ['status', 'x', 'y'];
/** Degrees, with the largest that there are. */
const degrees: Readonly<Record<string, number>> = { latitude: 90, longitude: 180 };
const textFields = ['name', 'ip_address', 'flow_uuid', 'description'];
const enrichmentFields = ['market_uuid', 'campus_uuid', 'building_uuid', 'floor_uuid'];
/** Columns of the list that say nothing an override could use (field notes §1.2). */
const ignored = ['market', 'building', 'campus', 'last_check_in', 'id', 'sensor_name', 'sensor_uuid'];
/** The list calls the name of a container by its level alone. */
const renamed = new Map([
  ['service_provider', 'service_provider_name'],
  ['deployment', 'deployment_name'],
  ['organization', 'organization_name'],
]);

const known = [
  'mac_address',
  ...wholeFields,
  ...Object.keys(degrees),
  ...textFields,
  ...enrichmentFields,
  ...containerKeys,
  ...ignored,
];

/**
 * Reads access points from CSV with the header of the published list or with the names of the fields, as spreadsheets
 * write it.
 * @throws {CsvTextError} for text that is no CSV
 */
export function readPointsCsv(text: string): PointsOfCsv {
  const table = readCsvTable(text, written => {
    const name = renamed.get(written) ?? written;
    return known.includes(name) ? name : undefined;
  });
  const problems = [...table.problems];
  if (!table.columns.includes('mac_address'))
    problems.push({ kind: 'noMacColumn', line: table.line, subject: '' });
  if (problems.length > 0) return { elements: [], columns: [], problems };
  const macs = new Set<string>();
  const elements = table.rows.map(row => readRow(row, { macs, problems }));
  const columns = table.columns.filter(name => !ignored.includes(name) && !enrichmentFields.includes(name));
  return {
    elements,
    columns: table.columns.some(name => enrichmentFields.includes(name))
      ? [...columns, 'enrichment']
      : columns,
    problems,
  };
}

function readRow(
  { line, cells }: CsvTableRow,
  { macs, problems }: { macs: Set<string>; problems: CsvProblem[] },
): PointElement {
  const fields: Record<string, unknown> = {};
  const enrichment: Record<string, unknown> = {};
  for (const [name, cell] of cells) {
    if (cell === 'null' || ignored.includes(name)) continue;
    const value = readCell(name, cell);
    if (typeof value === 'object') problems.push({ ...value, line, subject: name });
    else if (enrichmentFields.includes(name)) enrichment[name] = value;
    else fields[name] = value;
  }
  const mac = String(rightMac(fields['mac_address'] ?? ''));
  if (isSpoiltCell(cells.get('mac_address') ?? '')) return { mac_address: mac };
  if (!isMacAddress(mac)) problems.push({ kind: 'wrongMac', line, subject: mac });
  else if (macs.has(macKey(mac))) problems.push({ kind: 'duplicateMac', line, subject: mac });
  macs.add(macKey(mac));
  return { ...fields, ...(Object.keys(enrichment).length > 0 ? { enrichment } : {}), mac_address: mac };
}

/** What a cell says of a field, or why it says nothing. */
function readCell(name: string, cell: string): string | number | Pick<CsvProblem, 'kind'> {
  if (isSpoiltCell(cell)) return { kind: 'spoilt' };
  if (wholeFields.includes(name)) return wholeNumber(cell) ?? { kind: 'notNumber' };
  // Hex digits, so that an apostrophe can only be a guard.
  if (name === 'mac_address') return plainCell(cell).replace(/^'+/, '');
  const most = degrees[name];
  if (most === undefined) return plainCell(cell);
  const value = decimalNumber(cell);
  if (value === undefined) return { kind: 'notNumber' };
  return Math.abs(value) <= most ? value : { kind: 'outOfRange' };
}
