/**
 * Repeats a check until it passes, and rejects with its last error when `timeout` milliseconds are over.
 * @param longestPause milliseconds between two checks; more for a check that costs much
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  timeout = 20_000,
  longestPause = 80,
): Promise<T> {
  const deadline = Date.now() + timeout;
  for (let pause = 10; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}
