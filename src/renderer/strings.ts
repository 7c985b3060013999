const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A whole number of rows with thousands separators. */
const count = (rows: number) => group(String(rows));

/** Every text that the renderer shows. */
export const strings = {
  rows: (rows: number) => (rows === 1 ? '1 row' : `${count(rows)} rows`),
  cut: (rows: number, total: number) => `First ${count(rows)} of ${count(total)} rows`,
  noRows: 'No rows. Nothing matches in this interval, or the filter leaves nothing.',
  unreadable: 'This result cannot be shown as a table. Run the cell again.',
  rowNumber: 'Row number',
  rowNumberSign: '#',
  null: 'null',
  empty: '""',
  emptyHint: 'Empty text',
  nullHint: 'No value',
  notFinite: 'Sent as text: a number that is not finite',
  tooLong: 'Too many digits: the last ones may be wrong',
} as const;
