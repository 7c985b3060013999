import type { Output } from '../outputs.js';

/**
 * Prints outputs as the inside of a JSON object. Whole numbers of any size keep all digits, doubles keep their point,
 * and what JSON has no number for is a text (field notes §2.2, §2.6).
 */
export function objectPrinter(outputs: readonly Output[]): (cells: readonly unknown[]) => string {
  // An output that has the name of an earlier one takes its place.
  const shown = outputs
    .map((output, index) => ({ ...output, index, key: `${JSON.stringify(output.name)}:` }))
    .filter((output, index) => !outputs.slice(index + 1).some(later => later.name === output.name));
  return cells => `{${shown.map(({ key, kind, index }) => key + printCell(cells[index], kind)).join(',')}}`;
}

function printCell(cell: unknown, kind: Output['kind']): string {
  if (cell === null || cell === undefined) return 'null';
  switch (kind) {
    case 'text':
      return JSON.stringify(cell);
    case 'whole':
      return String(cell);
    case 'double':
      return printDouble(Number(cell));
  }
}

function printDouble(value: number): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  const text = Object.is(value, -0) ? '0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
