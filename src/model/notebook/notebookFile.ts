/** One cell of a notebook file; fields this version does not know are kept in `extra`. */
export interface NotebookCell {
  readonly kind: 'markdown' | 'query';
  readonly text: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A notebook file in memory; fields this version does not know are kept in `extra`. */
export interface NotebookFile {
  readonly cells: readonly NotebookCell[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** The version of the format that is written; older ones do not exist. */
export const formatVersion = 1;

/** The text of a notebook file: one line of text per array element, so that diffs read line by line. */
export function printNotebook({ cells, extra }: NotebookFile): string {
  const file = {
    version: formatVersion,
    ...inOrder(without(extra, 'version', 'cells'), notebookFields),
    cells: cells.map(cell => ({
      kind: cell.kind,
      ...inOrder(without(cell.extra, 'kind', 'text', resultField), cellFields),
      text: cell.text.split('\n'),
      // Last, so that what is long does not part the text from what is said of it.
      ...(Object.hasOwn(cell.extra, resultField) ? { [resultField]: cell.extra[resultField] } : {}),
    })),
  };
  return `${print(file, { path: [], indent: '' })}\n`;
}

/** The order in which known fields are written, whatever was changed last; unknown ones follow as they came. */
export const notebookFields: readonly string[] = [
  'connection',
  'timeRange',
  'timeZone',
  'refreshSeconds',
  'variables',
  'storeResults',
  'largeResults',
];
/** Where the stored result of a cell is. */
export const resultField = 'result';
const cellFields = ['name', 'timeRange', 'refreshSeconds', 'expect'];

function inOrder(
  fields: Readonly<Record<string, unknown>>,
  first: readonly string[],
): Record<string, unknown> {
  const place = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => place(a) - place(b)));
}

/** The fields that the format itself does not claim. */
function without(extra: Readonly<Record<string, unknown>>, ...claimed: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !claimed.includes(name)));
}

interface Place {
  /** Field names and indices from the file to the value. */
  readonly path: readonly string[];
  readonly indent: string;
}

/** As JSON.stringify with an indent of two, but a row and a column of a stored result stand in one line each. */
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
