/** Spreadsheets take text for a formula by its first character: https://owasp.org/www-community/attacks/CSV_Injection */
const formulaStart = /^[=+\-@\t\r]/;

/** Text for a cell of a CSV file that no spreadsheet runs as a formula. */
export const defusedFormula = (text: string): string =>
  formulaStart.test(text) || /^'+[=+\-@\t\r]/.test(text) ? `'${text}` : text;

/** The text that {@link defusedFormula} was given. */
export const withoutDefusing = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
