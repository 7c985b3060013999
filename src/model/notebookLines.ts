/**
 * The JSON of a notebook file with one line for each thing that changes by itself: as JSON.stringify with an indent of
 * two, but a row and a column of a stored result stand in one line each.
 */
export function printNotebookLines(file: unknown): string {
  return print(file, { path: [], indent: '' });
}

interface Place {
  /** Field names and indices from the file to the value. */
  readonly path: readonly string[];
  readonly indent: string;
}

function print(value: unknown, { path, indent }: Place): string {
  if (typeof value !== 'object' || value === null || isOneLine(path)) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = `${indent}  `;
  const parts = Object.entries(value).flatMap(([name, item]) => {
    if (item === undefined) return [];
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    return [`${inner}${label}${print(item, { path: [...path, name], indent: inner })}`];
  });
  return parts.length === 0 ? open + close : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** Whether a place is `cells[n].result.rows[n]` or `cells[n].result.columns[n]`. */
function isOneLine([cells, _cell, result, list, item, ...deeper]: readonly string[]): boolean {
  const isPart = item !== undefined && deeper.length === 0 && (list === 'rows' || list === 'columns');
  return isPart && cells === 'cells' && result === 'result';
}
