import type { Box } from '../../pictures/drawing.js';

export type Point = readonly [x: number, y: number];

/** The points of a line, and besides them those where it goes through the upper or the lower edge of a box. */
export function withCrossings(run: readonly Point[], { y, height }: Box): Point[] {
  return run.flatMap((point, at): Point[] => {
    const before = run[at - 1];
    if (!before) return [point];
    const [x0, y0] = before;
    const [x1, y1] = point;
    const edges = [y, y + height].filter(edge => (y0 - edge) * (y1 - edge) < 0);
    const crossings = edges.map((edge): Point => [x0 + ((x1 - x0) * (edge - y0)) / (y1 - y0), edge]);
    return [...crossings.toSorted(([one], [other]) => one - other), point];
  });
}

/** The parts of such a line that are within the box. */
export function runsWithin(run: readonly Point[], { y, height }: Box): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of run) {
    if (point[1] >= y && point[1] <= y + height) runs.at(-1)!.push(point);
    else runs.push([]);
  }
  return runs.filter(part => part.length > 0);
}
