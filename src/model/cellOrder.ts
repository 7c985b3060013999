import { VariableError } from './queryVariables.js';

/** A cell as far as its order matters. */
export interface OrderedCell<T> {
  readonly cell: T;
  /** By which other cells use its result. */
  readonly name: string | undefined;
  /** Names of the cells whose results it uses. */
  readonly uses: readonly string[];
}

/**
 * The cells to run, each after those whose results it uses. Used cells without a result are run too.
 * @param all every cell of the notebook, from top to bottom
 * @throws {VariableError} `cycle` when cells need each other's results
 */
export function cellOrder<T>(
  wanted: readonly T[],
  all: readonly OrderedCell<T>[],
  hasResult: (cell: T) => boolean,
): T[] {
  const byName = new Map<string, OrderedCell<T>>();
  for (const each of all) if (each.name !== undefined && !byName.has(each.name)) byName.set(each.name, each);
  const byCell = new Map(all.map(each => [each.cell, each]));
  const usedBy = (cell: T) => (byCell.get(cell)?.uses ?? []).flatMap(used => byName.get(used) ?? []);
  const order: T[] = [];
  const visit = (cell: T): void => {
    if (order.includes(cell)) return;
    for (const used of usedBy(cell))
      if (wanted.includes(used.cell) || !hasResult(used.cell)) visit(used.cell);
    order.push(cell);
  };
  for (const cell of wanted) {
    const start = byCell.get(cell);
    if (start) refuseCycle(start, usedBy);
    visit(cell);
  }
  return order;
}

/** Whether there are results already makes no difference: cells that need each other never come to an end. */
function refuseCycle<T>(start: OrderedCell<T>, usedBy: (cell: T) => readonly OrderedCell<T>[]): void {
  const done = new Set<T>();
  const follow = (cell: OrderedCell<T>, path: readonly OrderedCell<T>[]): void => {
    const again = path.findIndex(step => step.cell === cell.cell);
    if (again >= 0) {
      const names = [...path.slice(again), cell].map(({ name }) => name ?? '');
      throw new VariableError('cycle', names.join(' → '));
    }
    if (done.has(cell.cell)) return;
    for (const used of usedBy(cell.cell)) follow(used, [...path, cell]);
    done.add(cell.cell);
  };
  follow(start, []);
}
