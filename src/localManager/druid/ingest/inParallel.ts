/**
 * Does pieces of work in their order, some at a time. After one has failed no further one begins, and those that run are
 * waited for.
 * @param failed called with the first failure, to stop what runs
 * @throws that failure
 */
export async function inParallel(
  work: readonly (() => Promise<void>)[],
  atATime: number,
  failed: (error: unknown) => void,
): Promise<void> {
  const waiting = [...work];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await next();
      } catch (error) {
        waiting.length = 0;
        if (failures.push(error) === 1) failed(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  if (failures.length > 0) throw failures[0];
}
