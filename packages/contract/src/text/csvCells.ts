/**
 * What spreadsheets run as a formula, by how a text begins: its sign, in full width too, behind whatever they pass over;
 * and a tab or line break. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/**
 * What spreadsheets write where they took something else for a large number, and where a formula failed: `#NAME?`,
 * `#BEZUG!`, `#N/A`, `Err:508`, and in a narrow column `####`.
 */
const spoilt = /^(?:[+\-]?\d(?:[.,]\d+)?E[+\-]\d{2,3}|#[\p{Lu}\d¿/]+[?!]|#N\/A|#NV|#N\/D|#{3,}|Err:\d{3})$/u;

/** What they would take for a number, a date or a MAC address of digits, were there no apostrophe before it. */
const numberLike = /^(?:\d[\da-fA-F.,:/+\-]*)?$/;

/** Whether a cell begins with the apostrophe of `guardedText`, or of a person who meant the same. */
function isGuarded(cell: string): boolean {
  const bare = /^\s*'([^]*)$/.exec(cell)?.[1];
  if (bare === undefined) return false;
  // Spreadsheets leave out the spaces at the ends of a text.
  return (
    [formula, spoilt, numberLike].some(sign => sign.test(bare) || sign.test(bare.trim())) || isGuarded(bare)
  );
}

/** Text for a cell of a CSV file that no spreadsheet runs as a formula; `plainCell` reads it as it was. */
export const defusedFormula = (text: string): string =>
  formula.test(text) || isGuarded(text) ? `'${text}` : text;

/** As `defusedFormula`, with what `spoiltCell` would refuse guarded as well. */
export const guardedText = (text: string): string => (spoilt.test(text) ? `'${text}` : defusedFormula(text));

const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A value as a spreadsheet may have it: a negative number is no formula and stays one. */
export function spreadsheetCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return typeof value === 'number' || isNumber.test(text) ? text : defusedFormula(text);
}

/** The same on one line and without tabs, as several cells are put on the clipboard. */
export const tabCell = (value: unknown): string =>
  spreadsheetCell(typeof value === 'string' ? value.replace(/\p{Cc}/gu, ' ') : value);

/** The text that a cell stands for: without the apostrophe of `guardedText` or of a person, and `="0012"` as 0012. */
export function plainCell(cell: string): string {
  if (!/^['=]/.test(cell)) return cell;
  if (isGuarded(cell)) return cell.slice(1);
  const quoted = /^="((?:[^"]|"")*)"$/.exec(cell)?.[1];
  return quoted === undefined ? cell : quoted.replaceAll('""', '"');
}

/** Whether a spreadsheet put something else in the place of what stood in a cell, so that nobody can tell what it was. */
export const isSpoiltCell = (cell: string): boolean => spoilt.test(cell);

/** Whether two texts differ only in what spreadsheets change: how lines end, and the spaces around a text. */
export const isAlike = (one: string, other: string): boolean => bare(one) === bare(other);

const bare = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** How a cell writes a number, with the signs and digits of ASCII. */
const numberText = (cell: string): string => plainCell(cell).replace(/^[−–]/, '-').normalize('NFKC');

/** Thousands that are parted so that it can mean nothing else: by narrow spaces or apostrophes, or more than once. */
const thousands =
  /^[+\-−–]?\d{1,3}(?:(?:[\u00a0\u2009\u202f]\d{3})+|(?:['’]\d{3})+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/;

/**
 * The whole number of a cell, with its thousands parted or zeros after its comma where that can mean nothing else;
 * undefined for anything else: `1.000` may be one or a thousand.
 */
export function wholeNumber(cell: string): number | undefined {
  const joined = thousands.test(cell) ? cell.replace(/[^\d+\-−–]/g, '') : cell;
  const text = numberText(joined).replace(/[.,]0{1,2}$/, '');
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The number of a cell whose thousands nobody parts, such as degrees, with a point or a comma; undefined for anything else. */
export function decimalNumber(cell: string): number | undefined {
  const text = numberText(cell).replace(',', '.');
  return /^[+-]?\d{1,15}(?:\.\d+)?(?:e-\d{1,3})?$/i.test(text) ? Number(text) : undefined;
}

/** TRUE and FALSE in the languages in which spreadsheets write them in their own words, in lower case. */
const words = {
  on: '1 true wahr vrai verdadero verdader verdadeiro vero waar sant sann sand tosi prawda pravda истина igaz adevărat doğru',
  off: '0 false falsch faux falso fals onwaar falskt usann falsk epätosi fałsz nepravda ложь hamis yanliş',
};

/** The switch that a cell names; undefined for anything else. */
export function switchValue(cell: string): boolean | undefined {
  const word = plainCell(cell).normalize('NFC').toLowerCase();
  if (words.on.split(' ').includes(word)) return true;
  return words.off.split(' ').includes(word) ? false : undefined;
}

/** A value as a cell of CSV; the parts of a list are parted by semicolons. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return partsOf(
      value.map(part => (typeof part === 'string' ? part : JSON.stringify(part))).join(';'),
    ).join(';');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The parts of a list in a cell. */
export const partsOf = (text: string): string[] =>
  text
    .split(';')
    .map(part => part.trim())
    .filter(Boolean);

/** Cells as a spreadsheet takes them from the clipboard: parted by tabs, in quotes where they hold tabs or several lines. */
export const printTabCells = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(cells =>
      cells.map(cell => (/^"|[\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n');
