import { looseMacAddress } from '../sensors/accessPoints.js';
import { parseCsv, type CsvRow } from '../text/csvText.js';
import { containerKeys, type PointElement } from './pointList.js';

/** A problem in a CSV text; `line` starts at 1. */
export interface CsvProblem {
  readonly kind: 'unknownColumn' | 'noMacColumn' | 'wrongMac' | 'duplicateMac' | 'notNumber';
  readonly line: number;
  readonly subject: string;
}

/** The access points of a CSV text: only the fields that it has columns for. */
export interface PointsOfCsv {
  readonly elements: readonly PointElement[];
  /** Fields and container keys that the text has a column for. */
  readonly columns: readonly string[];
  readonly problems: readonly CsvProblem[];
}

const numberFields = ['status', 'latitude', 'longitude', 'x', 'y'];
const textFields = ['name', 'ip_address', 'flow_uuid', 'description'];
const enrichmentFields = ['market_uuid', 'campus_uuid', 'building_uuid', 'floor_uuid'];
/** Columns of the list that say nothing an override could use (field notes §1.2). */
const ignored = ['market', 'building', 'campus', 'last_check_in', 'id', 'sensor_name', 'sensor_uuid'];
/** The list calls the name of a container by its level alone. */
const renamed: Readonly<Record<string, string>> = {
  service_provider: 'service_provider_name',
  deployment: 'deployment_name',
  organization: 'organization_name',
};

/**
 * Reads access points from CSV with the header of the published list or with the names of the fields.
 * @throws {CsvTextError} for text that is no CSV
 */
export function readPointsCsv(text: string): PointsOfCsv {
  const [header, ...rows] = parseCsv(text);
  const names = (header?.cells ?? []).map(cell => renamed[cell.toLowerCase()] ?? cell.toLowerCase());
  const known = [
    'mac_address',
    ...numberFields,
    ...textFields,
    ...enrichmentFields,
    ...containerKeys,
    ...ignored,
  ];
  const problems: CsvProblem[] = names
    .filter(name => !known.includes(name))
    .map(name => ({ kind: 'unknownColumn', line: 1, subject: name }));
  if (!names.includes('mac_address')) problems.push({ kind: 'noMacColumn', line: 1, subject: '' });
  if (problems.length > 0) return { elements: [], columns: [], problems };
  const macs = new Set<string>();
  const elements = rows.map(row => readRow(row, { names, macs, problems }));
  const columns = names.filter(name => !ignored.includes(name) && !enrichmentFields.includes(name));
  return {
    elements,
    columns: names.some(name => enrichmentFields.includes(name)) ? [...columns, 'enrichment'] : columns,
    problems,
  };
}

function readRow(
  { line, cells }: CsvRow,
  { names, macs, problems }: { names: readonly string[]; macs: Set<string>; problems: CsvProblem[] },
): PointElement {
  const fields: Record<string, unknown> = {};
  const enrichment: Record<string, string> = {};
  names.forEach((name, column) => {
    const cell = cells[column] ?? '';
    if (cell === '' || cell === 'null' || ignored.includes(name)) return;
    if (enrichmentFields.includes(name)) enrichment[name] = cell;
    else if (!numberFields.includes(name)) fields[name] = cell;
    else if (Number.isFinite(Number(cell))) fields[name] = Number(cell);
    else problems.push({ kind: 'notNumber', line, subject: name });
  });
  const mac = typeof fields['mac_address'] === 'string' ? fields['mac_address'] : '';
  if (!looseMacAddress.safeParse(mac).success) problems.push({ kind: 'wrongMac', line, subject: mac });
  else if (macs.has(mac.toLowerCase())) problems.push({ kind: 'duplicateMac', line, subject: mac });
  macs.add(mac.toLowerCase());
  return { ...fields, ...(Object.keys(enrichment).length > 0 ? { enrichment } : {}), mac_address: mac };
}
