export const csvType = 'text/csv; charset=utf-8';

/**
 * A list as CSV with a header. A missing value is printed as the word `null`, as in the published list of access points
 * (field notes §1.2); cells with commas, quotes or line breaks are quoted.
 */
export function csvText(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [header, ...rows].map(row => `${row.map(csvCell).join(',')}\n`).join('');
}

/** A record as a header of its field names and one row. */
export const recordCsv = (record: object): string => csvText(Object.keys(record), [Object.values(record)]);

function csvCell(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? null);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
