/** A cell as far as its order matters. */
export interface OrderedCell<T> {
  readonly cell: T;
  /** By which other cells use its result. */
  readonly name: string | undefined;
  /** Names of the cells whose results it uses. */
  readonly uses: readonly string[];
}

/** A cell that has its turn in a run. */
export interface PlannedCell<T> {
  readonly cell: T;
  /** The cells whose results it uses. */
  readonly needs: readonly T[];
  /** The names of the cells that need each other's results, from this cell back to itself; none for most cells. */
  readonly cycle: readonly string[];
}

/**
 * The cells to run, each after those whose results it uses. Used cells without a result are run too. Cells of a cycle have
 * their turn as well, so that each can say so.
 * @param all every cell of the notebook, from top to bottom
 */
export function planCells<T>(
  wanted: readonly T[],
  all: readonly OrderedCell<T>[],
  hasResult: (cell: T) => boolean,
): PlannedCell<T>[] {
  const uses = usesOf(all);
  const asked = new Set(wanted);
  const seen = new Set<T>();
  const plan: PlannedCell<T>[] = [];
  const visit = (cell: T): void => {
    if (seen.has(cell)) return;
    seen.add(cell);
    const needs = uses(cell).map(used => used.cell);
    for (const need of needs) if (asked.has(need) || !hasResult(need)) visit(need);
    plan.push({ cell, needs, cycle: cycleOf(cell, uses) });
  };
  wanted.forEach(visit);
  return plan;
}

/**
 * Cells with those that use their results, directly or not.
 * @param all every cell of the notebook, from top to bottom
 */
export function withUsers<T>(cells: readonly T[], all: readonly OrderedCell<T>[]): Set<T> {
  const uses = usesOf(all);
  const found = new Set(cells);
  let before = -1;
  while (found.size > before) {
    before = found.size;
    for (const { cell } of all) if (uses(cell).some(used => found.has(used.cell))) found.add(cell);
  }
  return found;
}

/** The cells whose results a cell uses; of two with the same name the upper one. */
function usesOf<T>(all: readonly OrderedCell<T>[]): (cell: T) => readonly OrderedCell<T>[] {
  const byName = new Map<string, OrderedCell<T>>();
  for (const each of all) if (each.name !== undefined && !byName.has(each.name)) byName.set(each.name, each);
  const byCell = new Map(all.map(each => [each.cell, each]));
  return cell => (byCell.get(cell)?.uses ?? []).flatMap(used => byName.get(used) ?? []);
}

/** The shortest way from a cell over what it uses back to itself. Whether there are results already makes no difference. */
function cycleOf<T>(start: T, uses: (cell: T) => readonly OrderedCell<T>[]): string[] {
  const ways = uses(start).map(used => [used]);
  const seen = new Set<T>();
  for (let next = 0; next < ways.length; next += 1) {
    const way = ways[next] ?? [];
    const last = way.at(-1);
    if (!last || seen.has(last.cell)) continue;
    seen.add(last.cell);
    if (last.cell === start) return [last, ...way].map(({ name }) => name ?? '');
    ways.push(...uses(last.cell).map(used => [...way, used]));
  }
  return [];
}
