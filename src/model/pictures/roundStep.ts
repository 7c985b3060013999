/** The least of 1, 2, 5, 10, 20, 50… that is no less than a positive number, for scales that people read. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find(candidate => candidate * power >= least) ?? 10;
  return Number((factor * power).toPrecision(12));
}
