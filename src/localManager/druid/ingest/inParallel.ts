/** Does pieces of work in their order, some at a time. @throws what the first one throws that fails; no further one begins then */
export async function inParallel(work: readonly (() => Promise<void>)[], atATime: number): Promise<void> {
  const waiting = [...work];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await next();
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
